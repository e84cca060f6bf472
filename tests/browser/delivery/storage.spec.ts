/** A device that has no room, loses its database, or has none. */
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { FILLED } from '../requestForm';
import {
  commitsOf,
  fillRequest,
  holdDelivery,
  once,
  pressSend,
  readOutbox,
  smallPictures,
  successShown,
  waitingRecords,
  type Hashes,
} from './scene';

const FIELDS = { ...FILLED, categories: [] };

/** Gives this origin little room, before it uses any: Chromium looks at the limit only now and then. */
async function limitRoom(page: Page, origin: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 12_000_000 });
}

/** Fills what room is left, down to the last kilobytes. */
function fillRoom(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('padding');
    opening.addEventListener('upgradeneeded', () => {
      opening.result.createObjectStore('bytes', { autoIncrement: true });
    });
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const write = (size: number) =>
      new Promise<boolean>((resolve) => {
        const transaction = opening.result.transaction('bytes', 'readwrite');
        transaction.objectStore('bytes').add(crypto.getRandomValues(new Uint8Array(size)));
        transaction.addEventListener('complete', () => resolve(true));
        transaction.addEventListener('abort', () => resolve(false));
      });
    for (const size of [65_536, 8192, 1024]) while (await write(size));
    opening.result.close();
  });
}

/** The pictures of the draft, once `count` are in it. */
async function drafted(page: Page, count: number): Promise<Hashes[]> {
  const hashes = async () => (await readOutbox(page)).draft.hashes;
  await expect.poll(hashes).toHaveLength(count);
  return hashes();
}

/** The form is as it was before "send" was pressed. */
async function formIntact(page: Page, pictures: number): Promise<void> {
  await expect(page.getByLabel('Name')).toHaveValue(FILLED.name);
  await expect(page.getByLabel('Description')).toHaveValue(FILLED.description);
  await expect(page.getByTestId('image-preview')).toHaveCount(pictures);
  await expect(page.getByRole('button', { name: 'Send request' })).toBeEnabled();
}

const NO_ROOM = 'This device has no room left to save your request, so nothing was sent yet.';

test('14. quota exceeded at save: nothing half-saved, form intact, "send now without saving" works', async ({
  page,
  site,
  backend,
}) => {
  await limitRoom(page, site);
  await fillRequest(page, await smallPictures(2));
  const hashes = await drafted(page, 2);
  await fillRoom(page);
  await pressSend(page);

  await expect(page.getByRole('alert')).toHaveText(NO_ROOM);
  await formIntact(page, 2);
  expect(await waitingRecords(page)).toEqual([]);
  expect(commitsOf(backend)).toEqual([]);

  await page.getByRole('button', { name: 'Send now without saving' }).click();
  await successShown(page);
  await once(backend, { fields: FIELDS, hashes });
  expect(await waitingRecords(page)).toEqual([]);
});

test('14. quota exceeded at save, offline: says when it can be sent, and then it can', async ({
  page,
  context,
  site,
  backend,
}) => {
  await limitRoom(page, site);
  await fillRequest(page, await smallPictures(1));
  const hashes = await drafted(page, 1);
  await fillRoom(page);
  await context.setOffline(true);
  await pressSend(page);
  await expect(page.getByRole('alert')).toHaveText(NO_ROOM);
  await expect(page.getByText('Once you are online, it can be sent without saving.')).toBeVisible();
  const send = page.getByRole('button', { name: 'Send now without saving' });
  await expect(send).toHaveCount(0);
  await formIntact(page, 1);

  await context.setOffline(false);
  await send.click();
  await successShown(page);
  await once(backend, { fields: FIELDS, hashes });
});

test('15. IndexedDB closed under the app mid-write: reopened, retried once, no duplicate', async ({
  page,
  backend,
}) => {
  await page.addInitScript(() => {
    const seen = { closed: 0, writes: 0, held: false };
    Object.assign(globalThis, { seen });
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (...args) {
      const opening = open.apply(this, args);
      opening.addEventListener('success', () =>
        opening.result.addEventListener('close', () => (seen.closed += 1)),
      );
      return opening;
    };
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = function (names, mode, options) {
      if (mode === 'readwrite' && [names].flat().includes('receipts')) seen.writes += 1;
      return transaction.call(this, names, mode, options);
    };
    const { add } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.add = function (...args) {
      const request = add.apply(this, args);
      if (this.name === 'objects' && !seen.held) {
        // Read after read keeps the transaction open, until it is taken away.
        const readOn = () => {
          seen.held = true;
          this.getKey('nothing').addEventListener('success', readOn);
        };
        readOn();
      }
      return request;
    };
  });
  await fillRequest(page, await smallPictures(2));
  const hashes = await drafted(page, 2);
  const release = await holdDelivery(page);
  await pressSend(page);
  await page.waitForFunction(
    () => (globalThis as unknown as { seen: { held: boolean } }).seen.held,
  );
  await expect(page.getByText('Creating request')).toBeVisible();

  const session = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });

  await expect.poll(async () => (await waitingRecords(page)).length).toBe(1);
  const [saved] = await waitingRecords(page);
  expect(saved!.hashes).toEqual(hashes);
  type Seen = { closed: number; writes: number };
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);
  expect(seen.closed).toBeGreaterThan(0);
  expect(seen.writes).toBe(2);
  await release();
  await successShown(page);
  await once(backend, saved!);
});

/** What a page meets where there is no IndexedDB. */
const MISSING = {
  'there is none': () => Object.defineProperty(globalThis, 'indexedDB', { value: undefined }),
  'it refuses to open': () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Storage is blocked.', 'SecurityError');
    };
  },
};

for (const [how, withoutDatabase] of Object.entries(MISSING)) {
  test(`16. IndexedDB unavailable from the start (${how}): direct delivery, no promise of durability`, async ({
    page,
    backend,
    requestsStored,
    objectsStored,
  }) => {
    await page.addInitScript(withoutDatabase);
    const held = backend.faults.add({
      service: 'storage',
      method: 'POST',
      count: 1,
      do: { kind: 'silence' },
    });
    await fillRequest(page, await smallPictures(1));
    await pressSend(page);
    await expect(
      page.getByText(
        'This browser cannot save your request. Keep this page open until it is sent.',
      ),
    ).toBeVisible();
    await expect.poll(() => held.hits).toBe(1);
    await expect(page.getByText(/saved on this device/)).toHaveCount(0);
    // The connection of the silent upload breaks; the page goes on by itself.
    await backend.goDown('storage');
    await backend.comeUp('storage');
    await successShown(page);
    expect(requestsStored()).toEqual([expect.objectContaining({ ...FIELDS, status: 1 })]);
    expect(requestsStored()[0]!.files).toHaveLength(1);
    expect(objectsStored()).toHaveLength(2);
  });
}

test('16. IndexedDB unavailable and offline: clear that nothing is kept, sent when online', async ({
  page,
  context,
  backend,
  requestsStored,
}) => {
  await page.addInitScript(MISSING['there is none']);
  await fillRequest(page, await smallPictures(1));
  await context.setOffline(true);
  await pressSend(page);
  await expect(page.getByRole('alert')).toContainText(
    'We could not be reached, and this browser cannot save your request. Nothing was sent',
    { timeout: 20_000 },
  );
  await expect(page.getByText(/saved on this device/)).toHaveCount(0);
  await formIntact(page, 1);
  expect(commitsOf(backend)).toEqual([]);

  await context.setOffline(false);
  await pressSend(page);
  await successShown(page);
  expect(requestsStored()).toEqual([expect.objectContaining(FIELDS)]);
});
