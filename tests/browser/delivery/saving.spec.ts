import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { FILLED } from '../requestForm';
import {
  COMMIT,
  draftedHashes,
  drained,
  fillRequest,
  once,
  pressSend,
  readOutbox,
  smallPictures,
  successShown,
  waitingRecords,
} from './scene';

/** What the visitor reads when a request is safe or sent. */
const CLAIM = /saved on this device|but safe|created sucessfully|waiting to be sent/;

const firstPage = (context: BrowserContext): Page => context.pages()[0]!;

test('1. the browser dies before the save commits: nothing claims "saved", the draft is back', async ({
  profiles,
  backend,
  requestsStored,
}) => {
  const profile = profiles.create();
  const first = await profile.launch();
  const page = firstPage(first.context);
  await page.addInitScript(() => {
    const { add, clear } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.add = function (this: IDBObjectStore, ...args) {
      // A transaction that is always asked for more never commits.
      const more = () => void this.get('nothing').addEventListener('success', more);
      if (this.name === 'records') more();
      return add.apply(this, args);
    };
    IDBObjectStore.prototype.clear = function (this: IDBObjectStore) {
      const request = clear.call(this);
      // The last that the save does before it commits.
      request.addEventListener('success', () => Object.assign(globalThis, { isWritten: true }));
      return request;
    };
  });
  await fillRequest(page, await smallPictures(2));
  await expect.poll(async () => (await draftedHashes(page)).length).toBe(2);
  const { draft } = await readOutbox(page);
  // Offline, "saved" would be said at once.
  await first.context.setOffline(true);
  await pressSend(page);
  await page.waitForFunction(() => 'isWritten' in globalThis);
  await page.evaluate(
    () =>
      new Promise<void>((painted) => {
        requestAnimationFrame(() => requestAnimationFrame(() => painted()));
      }),
  );
  await expect(page.getByText('Creating request')).toBeVisible();
  await expect(page.getByText(CLAIM)).toHaveCount(0);
  await first.kill();

  const second = await profile.launch();
  const again = firstPage(second.context);
  await again.goto('/#request-service');
  await expect(again.getByLabel('Description')).toHaveValue(FILLED.description);
  await expect(again.getByTestId('image-preview')).toHaveCount(2);
  await expect(again.getByText(CLAIM)).toHaveCount(0);
  expect(await readOutbox(again)).toEqual({ records: [], receipts: [], objects: 0, draft });
  expect(requestsStored()).toEqual([]);

  // And it is a draft that can be sent.
  await pressSend(again);
  await successShown(again);
  await once(backend, { fields: draft.fields!, hashes: draft.hashes });
});

test('2. the browser is killed right after "saved", the server down: the next start sends once', async ({
  profiles,
  backend,
}) => {
  const profile = profiles.create();
  const first = await profile.launch();
  const page = firstPage(first.context);
  await fillRequest(page, await smallPictures(2));
  await expect.poll(async () => (await draftedHashes(page)).length).toBe(2);
  const { fields, hashes } = (await readOutbox(page)).draft;
  await backend.goDown('firestore', 'storage');
  await pressSend(page);
  await expect(page.getByText('saved on this device')).toBeVisible();
  await first.kill();
  await backend.comeUp('firestore', 'storage');

  const second = await profile.launch();
  const again = firstPage(second.context);
  await again.goto('/');
  await expect.poll(async () => (await readOutbox(again)).receipts.length).toBe(1);
  await drained(again);
  await once(backend, { fields: fields!, hashes });
});

test('2. the browser is killed right after "saved", the server slow: the next start sends once', async ({
  profiles,
  backend,
  requestsStored,
}) => {
  const profile = profiles.create();
  const first = await profile.launch();
  const page = firstPage(first.context);
  await fillRequest(page, await smallPictures(2));
  const slow = backend.faults.add({
    ...COMMIT,
    when: 'after',
    do: { kind: 'latency', ms: 60_000 },
  });
  await pressSend(page);
  // The server has it, its answer is under way, and the browser dies.
  await expect.poll(() => requestsStored().length).toBe(1);
  const [saved] = await waitingRecords(page);
  await first.kill();
  slow.remove();

  const second = await profile.launch();
  const again = firstPage(second.context);
  await again.goto('/');
  await expect.poll(async () => (await readOutbox(again)).receipts.length).toBe(1);
  await drained(again);
  const [document] = await once(backend, saved!);
  expect(document!.id).toBe(saved!.id);
});

for (const victim of ['records', 'first of objects', 'last of objects']) {
  test(`3. aborted at the ${victim}: record and images are one transaction, nothing is half-saved`, async ({
    page,
    backend,
    requestsStored,
  }) => {
    await page.addInitScript((at) => {
      const { add } = IDBObjectStore.prototype;
      let objects = 0;
      IDBObjectStore.prototype.add = function (this: IDBObjectStore, ...args) {
        const request = add.apply(this, args);
        if (this.name === 'objects') objects += 1;
        const isIt =
          this.name === 'records'
            ? at === 'records'
            : at === 'first of objects' || (at === 'last of objects' && objects % 4 === 0);
        // Only once it is written, so that there is something to undo.
        if (isIt) request.addEventListener('success', () => this.transaction.abort());
        return request;
      };
    }, victim);
    await fillRequest(page, await smallPictures(2));
    await expect.poll(async () => (await draftedHashes(page)).length).toBe(2);
    const before = await readOutbox(page);
    const down = backend.faults.add({ ...COMMIT, do: { kind: 'status', status: 400 } });
    await pressSend(page);
    // Sent without saving, and refused: back to editing.
    await expect.poll(() => down.hits).toBeGreaterThan(0);
    await expect(page.getByRole('button', { name: 'Send request' })).toBeEnabled();
    await expect(page.getByText(CLAIM)).toHaveCount(0);
    expect(await readOutbox(page)).toEqual(before);
    expect(before).toMatchObject({ records: [], objects: 0 });
    expect(requestsStored()).toEqual([]);

    down.remove();
    await pressSend(page);
    await successShown(page);
    await once(backend, { fields: before.draft.fields!, hashes: before.draft.hashes });
  });
}
