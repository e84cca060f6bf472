/** What lies on the device and is not as the app has written it: set aside, shown, and nothing else lost. */
import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import {
  cameOnline,
  drained,
  numberedFields,
  once,
  seedOutbox,
  workerControls,
} from '../delivery/scene';
import { FILLED, fillForm } from '../requestForm';
import { button, openWork, reviewsOf, showReviews, signIn, workWith } from '../reviewScene';
import { storedObjects, storedRequests } from '../stored';
import { misfits } from '../states/misfits';
import { HUGE, LOST, NAMELESS, TAMPERED, type TamperedRecord } from './records';
import { EVIL, expect, test } from './watch';

/** Runs code in the page over the open database; as an expression, because the policy bans `eval`. */
const inDatabase = <T>(page: Page, stores: string[], body: string): Promise<T> =>
  page.evaluate(`(async () => {
    const database = await new Promise((resolve, reject) => {
      const opening = indexedDB.open('outbox');
      opening.onupgradeneeded = () => opening.transaction.abort();
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const transaction = database.transaction(${JSON.stringify(stores)}, 'readwrite');
    const store = (name) => transaction.objectStore(name);
    const result = await (async () => { ${body} })();
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    database.close();
    return result;
  })()`);

const PICTURE = 2000;
const THUMB = 20;

/** Puts a record for each row into the outbox, each good but for what the row does to it. */
const seed = (page: Page, rows: TamperedRecord[]): Promise<void> =>
  inDatabase(
    page,
    ['records', 'objects'],
    rows
      .map(
        ({ tamper }, number) => `{
        const type = 'image/jpeg';
        const record = {
          key: 'tampered-${number}', revision: 'r${number}', id: String(2000000000 + ${number}),
          fields: ${JSON.stringify(numberedFields(number))},
          images: [{
            name: 'a.jpg', image: { type, size: ${PICTURE} }, thumb: { type, size: ${THUMB} },
          }],
          savedAt: Date.now() + ${number}, step: 'create', tries: 0, attempts: 0, notBefore: 0,
        };
        const bytes = (size) => new Uint8Array(size).fill(${number + 1}).buffer;
        const objects = { '0/image': bytes(${PICTURE}), '0/thumb': bytes(${THUMB}) };
        (${tamper.toString()})(record, objects, ${JSON.stringify(EVIL)});
        store('records').add(record);
        for (const [name, value] of Object.entries(objects)) {
          const [index, part] = name.split('/');
          store('objects').add(value, [record.key, Number(index), part]);
        }
      }`,
      )
      .join('\n'),
  );

const sha256 = (size: number, fill: number) =>
  createHash('sha256').update(Buffer.alloc(size, fill)).digest('hex');

interface Arrived {
  description: string;
  files: { image: string | undefined; thumb: string | undefined }[];
}

const byDescription = (a: { description: string }, b: { description: string }) =>
  a.description < b.description ? -1 : 1;

interface Listed {
  description: string;
  how: string;
}

/** The waiting requests as their list shows them. */
const listed = (page: Page): Promise<Listed[]> =>
  page
    .getByRole('dialog')
    .locator('li')
    .evaluateAll((items) =>
      items.map((item) => {
        const [description, , how] = item.querySelectorAll('p');
        return { description: description!.textContent, how: how!.textContent };
      }),
    );

const inOrder = (list: Listed[]) =>
  list.toSorted((a, b) => (a.description + a.how < b.description + b.how ? -1 : 1));

test(`${TAMPERED.length} tampered records: each sent once or set aside, none in the way of another`, async ({
  page,
  backend,
}) => {
  test.slow();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  await workerControls(page);
  const [good] = await seedOutbox(page, [{ fields: numberedFields(1000), pictures: [3000] }]);
  await seed(page, TAMPERED);
  const rest = TAMPERED.filter((row) => row.ends !== 'sent');
  await cameOnline(page);
  const notice = page.getByRole('button', { name: `${rest.length} requests waiting to be sent` });
  await expect(notice).toBeVisible({ timeout: 60_000 });

  const objects = new Map(storedObjects(backend).map(({ name, sha256: hash }) => [name, hash]));
  const arrived: Arrived[] = storedRequests(backend).map(({ description, files }) => ({
    description,
    files: files.map(({ ref, thumbRef }) => ({
      image: objects.get(ref),
      thumb: objects.get(thumbRef),
    })),
  }));
  const expected: Arrived[] = [...TAMPERED.entries()]
    .filter(([, row]) => row.ends === 'sent' || row.ends.startsWith('Your text has reached us'))
    .map(([number, row]) => ({
      description: row.arrives ?? numberedFields(number).description,
      files:
        row.ends === 'sent'
          ? [{ image: sha256(PICTURE, number + 1), thumb: sha256(THUMB, number + 1) }]
          : [],
    }));
  expected.push({ description: numberedFields(1000).description, files: good!.hashes });
  expect(arrived.toSorted(byDescription)).toEqual(expected.toSorted(byDescription));

  await notice.click();
  const waiting = [...TAMPERED.entries()]
    .filter(([, row]) => row.ends !== 'sent')
    .map(([number, row]) => ({
      description: row.title ?? numberedFields(number).description,
      how: row.ends as string,
    }));
  // Some are still on their way to being refused.
  await expect.poll(async () => inOrder(await listed(page))).toEqual(inOrder(waiting));
  expect(await misfits(page)).toEqual([]);
  expect(await page.evaluate(() => Object.keys(Object.prototype))).toEqual([]);
});

test('a record of 5 MB: the server refuses it, the list shows its start, another goes out', async ({
  page,
  backend,
}) => {
  await page.goto('/');
  await workerControls(page);
  // Offline, because the worker may start by itself between the two.
  await page.context().setOffline(true);
  const saved = await seedOutbox(page, [{ fields: numberedFields(1000) }]);
  await seed(page, [HUGE]);
  await page.context().setOffline(false);
  await page.getByRole('button', { name: '1 request waiting to be sent' }).click();
  await expect.poll(() => listed(page)).toEqual([{ description: HUGE.title, how: HUGE.ends }]);
  await once(backend, ...saved);
});

test('a damaged record: edited and sent again with what is left, and deleted', async ({
  page,
  backend,
}) => {
  await page.goto('/');
  await workerControls(page);
  const [numbered, nameless] = ['a number for a name', 'no fields'].map((what) =>
    TAMPERED.find((row) => row.what === what)!,
  );
  await seed(page, [numbered!, nameless!]);
  await page.reload();
  await page.getByRole('button', { name: '2 requests waiting to be sent' }).click();
  await expect(page.getByText(LOST)).toHaveCount(2);
  await button(page, `Delete “${NAMELESS}”`).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('The request was deleted. It was not sent.')).toBeVisible();
  await button(page, 'Edit and send again').click();
  await expect(page.getByLabel('Name')).toHaveValue('');
  await expect(page.getByLabel('Description')).toHaveValue(numberedFields(0).description);
  await expect(page.getByTestId('image-preview')).toHaveCount(1);
  await page.getByLabel('Name').fill(FILLED.name);
  await button(page, 'Send request').click();
  await expect(page.getByText('Request created sucessfully')).toBeVisible();
  await drained(page);
  await once(backend, {
    fields: numberedFields(0),
    hashes: [{ image: sha256(PICTURE, 1), thumb: sha256(THUMB, 1) }],
  });
});

test('a database of a future version: what waits in it is sent, what it adds stays', async ({
  page,
  backend,
}) => {
  await page.goto('/');
  await workerControls(page);
  const hold = backend.faults.add({ service: 'firestore', url: /:commit/, do: { kind: 'reset' } });
  const saved = await seedOutbox(page, [{ fields: numberedFields(1), pictures: [3000] }]);
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('outbox', 9);
        opening.addEventListener('upgradeneeded', () => {
          const future = opening.result.createObjectStore('future', { keyPath: 'key' });
          future.put({ key: 'x', kept: true });
          opening.transaction!.objectStore('records').createIndex('byStep', 'step');
        });
        opening.addEventListener('error', () => reject(opening.error ?? new Error('Not opened.')));
        opening.addEventListener('success', () => {
          opening.result.close();
          resolve();
        });
      }),
  );
  hold.remove();
  await page.reload();
  await drained(page);
  await once(backend, ...saved);
  const databases = await page.evaluate(() => indexedDB.databases());
  expect(databases).toContainEqual({ name: 'outbox', version: 9 });
  expect(await inDatabase(page, ['future'], FUTURE)).toEqual({ key: 'x', kept: true });
});

const FUTURE = `return new Promise((resolve) => {
  const reading = store('future').get('x');
  reading.onsuccess = () => resolve(reading.result);
});`;

test('a database without its stores: a request goes out without being saved', async ({
  page,
  backend,
}) => {
  await page.goto('/favicon.svg');
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('outbox', 1);
        opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('x'));
        opening.addEventListener('error', () => reject(opening.error ?? new Error('Not opened.')));
        opening.addEventListener('success', () => {
          opening.result.close();
          resolve();
        });
      }),
  );
  await page.goto('/#request-service');
  await fillForm(page);
  await button(page, 'Send request').click();
  await expect(page.getByText('Request created sucessfully')).toBeVisible();
  await once(backend, { fields: { ...FILLED, categories: [] }, hashes: [] });
});

/** Drafts as they may lie on the device, and the fields that the form then shows. */
const DRAFTS: [what: string, stored: string, shows: Partial<typeof FILLED>, pictures: number][] = [
  ['a text', `fields: 'x', images: 'x'`, {}, 0],
  ['numbers', `fields: 1, images: 2, replaces: 3, draft: 4`, {}, 0],
  ['no fields', `fields: {}, images: [], draft: 'd'`, {}, 0],
  [
    'fields of wrong types',
    `fields: { name: 1, email: null, phone: [], address: 'Here', categories: 'x' }`,
    { address: 'Here' },
    0,
  ],
  [
    'fields that hold themselves',
    `fields: (() => { const f = { name: 'Me' }; f.email = f; f.categories = f; return f; })()`,
    { name: 'Me' },
    0,
  ],
  [
    'markup',
    `fields: { name: '<img src=x onerror=hacked()>', categories: [1, '<b>'] }`,
    { name: '<img src=x onerror=hacked()>' },
    0,
  ],
  [
    'pictures that are none',
    `fields: { name: 'Me' }, images: [null, 1, 'x', {}, { id: 1 }, { id: 'a', name: 'b', type: 'image/jpeg', bytes: 'x', thumb: {} }]`,
    { name: 'Me' },
    0,
  ],
  [
    'a page for a picture',
    `fields: { name: 'Me' }, images: [{ id: 'a', name: 'b.html', type: 'text/html', bytes: new TextEncoder().encode('<script>hacked()</script>').buffer, thumb: { type: 'text/html', bytes: new ArrayBuffer(1) } }]`,
    { name: 'Me' },
    1,
  ],
];
/** What of this tab's session may be there. */
const SESSIONS = [
  '',
  'x',
  'null',
  '42',
  '[]',
  '{}',
  '{"key":{}}',
  '{"key":"__proto__","total":1e9}',
];

test(`${DRAFTS.length} tampered drafts: the form opens with what is usable, and sends`, async ({
  page,
  backend,
}) => {
  await page.goto('/#request-service');
  await expect(page.getByLabel('Name')).toHaveValue('');
  for (const [index, [what, stored, shows, pictures]] of DRAFTS.entries()) {
    await test.step(what, async () => {
      await page.evaluate(
        ([name, value]) => sessionStorage.setItem(name!, value!),
        ['requestForm.delivery', SESSIONS[index]!],
      );
      await inDatabase(
        page,
        ['drafts'],
        `store('drafts').clear();
        for (const [key, value] of Object.entries({ ${stored} })) store('drafts').put(value, key);`,
      );
      await page.reload();
      for (const [label, key] of LABELS) {
        await expect(page.getByLabel(label)).toHaveValue(shows[key] ?? '');
      }
      await expect(page.getByTestId('image-preview')).toHaveCount(pictures);
    });
  }
  await button(page, 'Clear form').click();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await fillForm(page);
  await button(page, 'Send request').click();
  await expect(page.getByText('Request created sucessfully')).toBeVisible();
  await once(backend, { fields: { ...FILLED, categories: [] }, hashes: [] });
});

const LABELS = [
  ['Name', 'name'],
  ['Email', 'email'],
  ['Phone', 'phone'],
  ['Address', 'address'],
  ['Description', 'description'],
] as const;

test('kept reviews, of an earlier version and tampered: none is sent unasked, the form is there', async ({
  page,
  backend,
}) => {
  const work = workWith(backend, 'no');
  await openWork(page, work);
  await signIn(page);
  const uid = await page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('firebaseLocalStorageDb');
        opening.addEventListener('error', () => reject(opening.error ?? new Error('No user.')));
        opening.addEventListener('success', () => {
          const reading = opening.result
            .transaction('firebaseLocalStorage')
            .objectStore('firebaseLocalStorage')
            .getAll();
          reading.addEventListener('success', () =>
            resolve((reading.result as { value: { uid: string } }[])[0]!.value.uid),
          );
        });
      }),
  );
  const good = { id: 'abcdefghij', stars: 5, text: 'x' };
  const bad: object[] = [
    { ...good, stars: 6 },
    { ...good, stars: '5' },
    { ...good, stars: 0 },
    { ...good, text: { html: 'x' } },
    { ...good, text: 'x'.repeat(2001) },
    { ...good, id: '../x' },
    {},
  ];
  /** The area as it is once the old store and the device hold this. */
  const reloadWith = async (review: object) => {
    const old = { key: `${work}/${uid}`, workId: work, user: uid, ...review };
    await inDatabase(page, ['keptReviews'], `store('keptReviews').put(${JSON.stringify(old)});`);
    await page.reload();
    await showReviews(page);
    await cameOnline(page);
    await expect(page.getByRole('radio')).toHaveCount(5);
  };
  for (const review of bad) {
    await page.evaluate(
      ([key, value]) => localStorage.setItem(key!, value!),
      [`review/${work}/${uid}`, JSON.stringify({ ...review, isRefused: false })],
    );
    await reloadWith(review);
    await expect(button(page, 'Post review')).toBeVisible();
    await expect(page.getByLabel('Your review')).toHaveValue('');
  }
  // One that an earlier version has kept moves into the form once, and waits for its writer there.
  await page.evaluate(() => localStorage.clear());
  await reloadWith({ ...good, savedAt: 1, attempts: 0, notBefore: 0 });
  await expect(page.getByLabel('Your review')).toHaveValue('x');
  await expect(button(page, 'Try again')).toBeVisible();
  const left = await inDatabase<number>(
    page,
    ['keptReviews'],
    `return new Promise((resolve) => {
      const counting = store('keptReviews').count();
      counting.onsuccess = () => resolve(counting.result);
    });`,
  );
  expect(left).toBe(0);
  expect(reviewsOf(backend, work)).toEqual([]);
  expect(backend.requests.filter(({ url }) => url.includes(':commit'))).toEqual([]);
  await button(page, 'Try again').click();
  await expect.poll(() => reviewsOf(backend, work).map(({ id }) => id)).toEqual([good.id]);
});
