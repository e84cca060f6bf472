/** A wrong clock, a stranger's id, and what the visitor does to a request meanwhile. */
import type { Page } from '@playwright/test';
import type { WaitingRecord } from './scene';
import { FILLED } from '../requestForm';
import { storeDocument } from '../stored';
import {
  cameOnline,
  COMMIT,
  commitsOf,
  drained,
  fillRequest,
  numberedFields,
  once,
  pressSend,
  saveRequest,
  seedOutbox,
  smallPictures,
  successShown,
  uploadCommand,
  uploadsOf,
  waitingRecords,
  workerControls,
} from './scene';
import { expect, test } from './siteCopy';

const DAY = 24 * 60 * 60_000;

/** Code that shifts the clock of whoever runs it by so many milliseconds. */
const shiftClock = (by: number) => `{
  const Real = Date;
  const now = () => Real.now() + ${by};
  globalThis.Date = class extends Real {
    constructor(...args) { if (args.length > 0) super(...args); else super(now()); }
    static now() { return now(); }
  };
}`;

for (const [how, days] of [
  ['ahead', 30],
  ['behind', -30],
] as const) {
  test(`21. phone clock 30 days ${how}: nothing expires, \`created\` is the server's`, async ({
    page,
    context,
    backend,
    siteCopy,
  }) => {
    const started = Date.now();
    siteCopy.prefixWorker(shiftClock(days * DAY));
    await page.addInitScript(shiftClock(days * DAY));
    const late = { kind: 'status', status: 503, retryAfter: 1 } as const;
    const busy = backend.faults.add({ ...COMMIT, count: 2, do: late });
    await fillRequest(page, await smallPictures(1));
    await pressSend(page);
    await expect(page.getByText('Not sent yet, but safe')).toBeVisible();
    const [saved] = await waitingRecords(page);
    expect(Math.round((saved!.savedAt - started) / DAY)).toBe(days);
    await successShown(page);
    expect(busy.hits).toBe(2);
    const [document] = await once(backend, saved!);
    expect(Date.parse(document!.created)).toBeGreaterThanOrEqual(started);
    expect(Date.parse(document!.created)).toBeLessThanOrEqual(Date.now());

    // Saved under the wrong clock, sent under the right one: due at once, not in 30 days.
    await backend.goDown('firestore');
    const [second] = await seedOutbox(page, [{ fields: numberedFields(2), pictures: [2000] }]);
    await cameOnline(page);
    await expect.poll(async () => (await waitingRecords(page))[0]!.attempts).toBe(1);
    await backend.comeUp('firestore');
    siteCopy.edit('sw.js', (text) => text.replace(shiftClock(days * DAY), ''));
    await page.close();
    const corrected = await context.newPage();
    await corrected.goto('/');
    await drained(corrected);
    await once(backend, saved!, second!);
  });
}

test('22. a stranger already has the 10-digit id: delivered under a fresh one', async ({
  page,
  backend,
}) => {
  const { saved, release } = await saveRequest(page, await smallPictures(2));
  const stranger = { ...numberedFields(7), name: 'A stranger' };
  await storeDocument(backend, `requests/${saved.id}`, {
    ...stranger,
    id: saved.id,
    status: 1,
    created: new Date(),
    files: [],
  });
  await release();
  await successShown(page);
  const documents = await once(backend, saved, { fields: stranger, pictures: [] });
  const theirs = documents.find(({ id }) => id === saved.id)!;
  expect(theirs.name).toBe('A stranger');
  const ours = documents.find(({ name }) => name === FILLED.name)!;
  expect(ours.id).not.toBe(saved.id);
  for (const { ref } of ours.files) expect(ref).toMatch(new RegExp(`^requests/${ours.id}/`));
});

/** The page is seen again: it looks at its outbox, and delivers. */
function becameVisible(page: Page): Promise<unknown> {
  return page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}

/** Opens the list of what waits. */
async function openList(page: Page): Promise<void> {
  await page.getByRole('button', { name: /waiting to be sent/ }).click();
  await expect(page.getByRole('dialog', { name: 'Waiting requests' })).toBeVisible();
}

/** Deletes the one request in the open list. */
async function deleteIt(page: Page): Promise<void> {
  const list = page.getByRole('dialog', { name: 'Waiting requests' });
  await list.getByRole('button', { name: 'Delete' }).click();
  await list.getByText('Delete this request for good?').waitFor();
  await list.getByRole('button', { name: 'Delete', exact: true }).click();
}

test.describe('23. delete while uploading', () => {
  const TOLD_SENT = 'It was already sent: we have received this request.';
  const TOLD_REMOVED = 'The request was deleted. It was not sent.';

  test.beforeEach(async ({ page }) => {
    await page.goto('/');
    await workerControls(page);
  });

  /** After the faults: a worker that is just starting may look into the outbox at any moment. */
  async function seedOne(page: Page): Promise<WaitingRecord> {
    const fields = numberedFields(1);
    const [saved] = await seedOutbox(page, [{ fields, pictures: [2_000_000] }]);
    return saved!;
  }

  test('23. deleted before it was created: no document', async ({ page, backend }) => {
    const unreachable = backend.faults.add({ ...COMMIT, do: { kind: 'reset' } });
    await seedOne(page);
    await cameOnline(page);
    await expect.poll(() => unreachable.hits).toBeGreaterThan(0);
    await expect
      .poll(async () => (await waitingRecords(page))[0]!.attempts)
      .toBeGreaterThanOrEqual(1);
    await openList(page);
    await deleteIt(page);
    await expect(page.getByText(TOLD_REMOVED)).toBeVisible();
    unreachable.remove();
    await cameOnline(page);
    await page.reload();
    await workerControls(page);
    expect(await waitingRecords(page)).toEqual([]);
    await once(backend);
    expect(uploadsOf(backend, /./)).toEqual([]);
  });

  const MOMENTS = [
    { deleted: 'while its create is on the way', fault: COMMIT, after: 0 },
    { deleted: 'in the middle of a picture', fault: uploadCommand(/^upload/), after: 1 },
  ];
  for (const { deleted, fault, after } of MOMENTS) {
    test(`23. deleted ${deleted}: told that it was sent, and nothing more goes`, async ({
      page,
      backend,
    }) => {
      const slow = { kind: 'latency', ms: 5_000 } as const;
      const held = backend.faults.add({ ...fault, after, count: 1, do: slow });
      const saved = await seedOne(page);
      await becameVisible(page);
      await expect.poll(() => held.hits).toBe(1);
      await openList(page);
      await deleteIt(page);
      await expect(page.getByText(TOLD_SENT)).toBeVisible({ timeout: 20_000 });
      const calls = () => [...commitsOf(backend), ...uploadsOf(backend, /./)];
      const isOver = () => calls().every(({ state }) => state !== 'open');
      await expect.poll(isOver, { timeout: 20_000 }).toBe(true);
      await cameOnline(page);
      await page.reload();
      await workerControls(page);
      expect(await waitingRecords(page)).toEqual([]);
      expect(commitsOf(backend)).toHaveLength(1);
      await once(backend, { fields: saved.fields, pictures: [] });
    });
  }
});

test.describe('24. edit and send again after needs attention', () => {
  const EDITED = { description: 'Edited after the refusal.', email: 'new@example.com' };
  const CREATE_REFUSED = { ...COMMIT, count: 1, do: { kind: 'status', status: 400 } } as const;

  /** A request that was sent while nobody had the form open, and refused; the list tells. */
  async function listRefused(page: Page): Promise<WaitingRecord> {
    const { saved, release } = await saveRequest(page, await smallPictures(2));
    await page.keyboard.press('Escape');
    await release();
    await openList(page);
    await expect(page.getByText(/not accepted/)).toBeVisible();
    return saved;
  }

  async function takeBack(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Edit and send again' }).click();
    await expect(page.getByLabel('Description')).toHaveValue(FILLED.description);
    await expect(page.getByTestId('image-preview').getByRole('img')).toHaveCount(2);
  }

  test('24. a record that cannot be read just now stays in the list, and the form says so', async ({
    page,
    backend,
  }) => {
    backend.faults.add(CREATE_REFUSED);
    await listRefused(page);
    await page.evaluate(() => {
      const { get } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.get = () => {
        throw new DOMException('Not now.', 'UnknownError');
      };
      Object.assign(window, { mend: () => void (IDBObjectStore.prototype.get = get) });
    });
    await page.getByRole('button', { name: 'Edit and send again' }).click();
    const told = page.getByRole('dialog').getByRole('alert');
    await expect(told).toHaveText(
      'That request could not be opened. It is still among your waiting requests: please try again from there.',
    );
    await expect(page.getByLabel('Description')).toHaveValue('');
    await page.evaluate(() => (window as unknown as { mend(): void }).mend());
    await page.keyboard.press('Escape');
    await openList(page);
    await takeBack(page);
    await expect(told).toHaveCount(0);
  });

  test('24. its create was refused: once, with the new values', async ({ page, backend }) => {
    backend.faults.add(CREATE_REFUSED);
    const { fields, pictures } = await listRefused(page);
    await takeBack(page);
    await page.getByLabel('Description').fill(EDITED.description);
    await page.getByLabel('Email').fill(EDITED.email);
    await pressSend(page);
    await successShown(page);
    await once(backend, { fields: { ...fields, ...EDITED }, pictures });
    expect(await waitingRecords(page)).toEqual([]);
  });

  test('24. its pictures were refused and are sent again unchanged: still one document', async ({
    page,
    backend,
  }) => {
    const refused = { kind: 'status', status: 403 } as const;
    backend.faults.add({ ...uploadCommand(/^start$/), count: 2, do: refused });
    const saved = await listRefused(page);
    await takeBack(page);
    await pressSend(page);
    await successShown(page);
    const [document] = await once(backend, saved);
    expect(document!.id).toBe(saved.id);
  });
});
