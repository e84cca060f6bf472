import { expect, test } from '@playwright/test';
import { build } from 'vite';
import type { outbox as Outbox } from './entry';

declare const outbox: typeof Outbox;

/** A secure origin that only these tests answer for. */
const ORIGIN = 'http://localhost:59999/';
let script = '';

test.beforeAll(async () => {
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      lib: { entry: 'tests/browser/outbox/entry.ts', formats: ['iife'], name: 'entry' },
    },
  });
  const [bundle] = Array.isArray(output) ? output : [output];
  if (!bundle || !('output' in bundle)) throw new Error('Vite built nothing.');
  script = bundle.output[0].code;
});

test.beforeEach(async ({ context, page }) => {
  await context.route(`${ORIGIN}**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>outbox</title>' }),
  );
  await context.addInitScript({ content: script });
  await context.addInitScript(() => {
    const fields = {
      name: 'Ada',
      email: 'ada@example.com',
      phone: '555-0100',
      address: '1 Main Street',
      description: 'Kitchen cabinets',
      categories: ['doors'],
    };
    const bytes = (size: number, fill: number) => new Uint8Array(size).fill(fill).buffer;
    const picture = (fill: number, size = 5000) => ({
      name: `${fill}.jpg`,
      type: 'image/jpeg',
      bytes: bytes(size, fill),
      thumb: { type: 'image/jpeg', bytes: bytes(100, fill) },
    });
    let keys = 0;
    const deps = {
      now: () => Date.now(),
      random: (below: number) => Math.floor(Math.random() * below),
      newKey: () => `${performance.timeOrigin}-${(keys += 1)}`,
    };
    Object.assign(globalThis, { fields, picture, deps });
  });
  await page.goto(ORIGIN);
});

type Fields = Parameters<(typeof Outbox)['saveRequest']>[1];
type Picture = Parameters<(typeof Outbox)['saveRequest']>[2][number];
type SaveDeps = Parameters<(typeof Outbox)['saveRequest']>[0];
declare const fields: Fields;
declare const picture: (fill: number, size?: number) => Picture;
declare const deps: Omit<SaveDeps, 'store'>;

test('a saved request is there after a reload, bytes and all, and its draft is gone', async ({
  page,
}) => {
  await page.evaluate(async () => {
    const store = outbox.createIdbStore();
    await store.saveDraft({ fields, images: [{ id: 'a', ...picture(1) }] });
    await outbox.saveRequest({ store, ...deps }, fields, [picture(1), picture(2)]);
  });
  await page.reload();
  const found = await page.evaluate(async () => {
    const store = outbox.createIdbStore();
    const [record] = await store.list();
    const bytes = await store.bytes(record!.key, { index: 1, part: 'image' });
    const thumb = await store.bytes(record!.key, { index: 0, part: 'thumb' });
    const draft = await store.loadDraft();
    return { record, bytes: [...new Uint8Array(bytes!)], thumb: thumb?.byteLength, draft };
  });
  expect(found).toEqual({
    record: expect.objectContaining({
      step: 'create',
      tries: 0,
      images: [
        expect.objectContaining({ image: { type: 'image/jpeg', size: 5000 } }),
        expect.objectContaining({ thumb: { type: 'image/jpeg', size: 100 } }),
      ],
    }),
    bytes: Array.from({ length: 5000 }, () => 2),
    thumb: 100,
    draft: {},
  });
});

test('record and images are one transaction: aborted between them, nothing is saved', async ({
  page,
}) => {
  const left = await page.evaluate(async () => {
    const store = outbox.createIdbStore();
    await store.saveDraft({ fields });
    const { add } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.add = function (this: IDBObjectStore, ...args) {
      const request = add.apply(this, args);
      if (this.name === 'objects') this.transaction.abort();
      return request;
    };
    const saved = await outbox.saveRequest({ store, ...deps }, fields, [picture(1)]);
    IDBObjectStore.prototype.add = add;
    return { saved, records: await store.list(), draft: await store.loadDraft() };
  });
  expect(left.saved).toMatchObject({ outcome: 'unavailable' });
  expect(left.records).toEqual([]);
  expect(left.draft).toHaveProperty('fields.name', 'Ada');
});

test('a draft is handed over at once: a page that goes away meanwhile has kept it', async ({
  page,
}) => {
  const order = await page.evaluate(async () => {
    const store = outbox.createIdbStore();
    await store.list();
    const events: string[] = [];
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, value: unknown, key) {
      events.push(`put ${String(key)}`);
      const request = put.call(this, value, key);
      request.addEventListener('success', () => events.push(`answer ${String(key)}`));
      return request;
    };
    const { commit } = IDBTransaction.prototype;
    IDBTransaction.prototype.commit = function (this: IDBTransaction) {
      events.push('commit');
      commit.call(this);
    };
    await store.saveDraft({ images: [{ id: 'a', ...picture(1) }], draft: 'mine' });
    return [...events, (await store.loadDraft()).draft];
  });
  expect(order).toEqual([
    'put images',
    'put draft',
    'commit',
    'answer images',
    'answer draft',
    'mine',
  ]);
});

for (const when of ['before the transaction', 'in the middle', 'after the commit'] as const) {
  test(`closed under the app ${when}: reopened, retried once, no duplicate`, async ({ page }) => {
    const left = await page.evaluate(async (moment) => {
      const store = outbox.createIdbStore();
      await store.list();
      const { transaction } = IDBDatabase.prototype;
      let closings = 0;
      let tries = 0;
      IDBDatabase.prototype.transaction = function (this: IDBDatabase, names, mode, options) {
        if (mode === 'readwrite') tries += 1;
        if (mode !== 'readwrite' || closings > 0) {
          return transaction.call(this, names, mode, options);
        }
        closings += 1;
        const close = () => {
          this.close();
          this.dispatchEvent(new Event('close'));
        };
        if (moment === 'before the transaction') close();
        const opened = transaction.call(this, names, mode, options);
        if (moment === 'in the middle') {
          opened.abort();
          close();
        }
        if (moment === 'after the commit') {
          // The transaction commits, but the connection dies before anybody hears of it.
          opened.addEventListener('complete', (event) => {
            event.stopImmediatePropagation();
            close();
            opened.dispatchEvent(new Event('abort'));
          });
        }
        return opened;
      };
      const saved = await outbox.saveRequest({ store, ...deps }, fields, [picture(1)]);
      return { saved: saved.outcome, tries, records: (await store.list()).length };
    }, when);
    expect(left).toEqual({ saved: 'saved', tries: 2, records: 1 });
  });
}

test('a full disk: nothing half-saved, and the caller is told', async ({ page }) => {
  const left = await page.evaluate(async () => {
    const store = outbox.createIdbStore();
    const { add } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.add = function (this: IDBObjectStore, ...args) {
      if (this.name === 'objects') throw new DOMException('Full.', 'QuotaExceededError');
      return add.apply(this, args);
    };
    const saved = await outbox.saveRequest({ store, ...deps }, fields, [picture(1)]);
    return { saved, records: await store.list() };
  });
  expect(left).toMatchObject({ saved: { outcome: 'full' }, records: [] });
});

test('no IndexedDB: unavailable', async ({ page }) => {
  const saved = await page.evaluate(() => {
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined });
    const store = outbox.createIdbStore();
    return outbox.saveRequest({ store, ...deps }, fields, []);
  });
  expect(saved).toMatchObject({ outcome: 'unavailable' });
});

test('a newer schema takes over under an open older one; five records stay, both go on', async ({
  page,
  context,
}) => {
  await page.evaluate(async () => {
    const store = outbox.createIdbStore();
    Object.assign(globalThis, { store });
    for (let n = 0; n < 5; n += 1) {
      await outbox.saveRequest({ store, ...deps }, fields, [picture(n)]);
    }
  });
  const newer = await context.newPage();
  await newer.goto(ORIGIN);
  const migrated = await newer.evaluate(async () => {
    const connection = outbox.createConnection([
      ...outbox.MIGRATIONS,
      (_, transaction) => {
        transaction.objectStore('records').createIndex('bySavedAt' as never, 'savedAt');
      },
    ]);
    const store = outbox.createIdbStore(connection);
    const records = await store.list();
    const [first] = records;
    const bytes = await store.bytes(first!.key, { index: 0, part: 'image' });
    const version = await connection.run(async (database) => database.version);
    return { records: records.length, bytes: bytes?.byteLength, version };
  });
  expect(migrated).toEqual({ records: 5, bytes: 5000, version: 2 });
  const older = await page.evaluate(async () => {
    const { store } = globalThis as unknown as { store: ReturnType<typeof Outbox.createIdbStore> };
    await outbox.saveRequest({ store, ...deps }, fields, []);
    return (await store.list()).length;
  });
  expect(older).toBe(6);
});

test('an update of a record that another context changed or deleted is refused', async ({
  page,
}) => {
  const results = await page.evaluate(async () => {
    const store = outbox.createIdbStore();
    await outbox.saveRequest({ store, ...deps }, fields, [picture(1)]);
    const [record] = await store.list();
    const { key, revision } = record!;
    const receipt = { key, id: record!.id, sentAt: 1 };
    return [
      await store.update({ ...record!, revision: 'second' }, revision),
      await store.update({ ...record!, revision: 'second' }, revision),
      await store.update({ ...record!, revision: 'third' }, revision),
      await store.finish(key, revision, receipt),
      await store.finish(key, 'second', receipt),
      await store.finish(key, 'second', receipt),
      await store.update({ ...record!, revision: 'fourth' }, 'second'),
      await store.bytes(key, { index: 0, part: 'image' }),
      await store.receipts(),
      await store.list(),
    ];
  });
  expect(results).toEqual([
    true,
    // The same write again, after a lost connection: done already.
    true,
    false,
    false,
    true,
    true,
    false,
    undefined,
    [{ key: expect.any(String), id: expect.any(String), sentAt: 1 }],
    [],
  ]);
});

test('a lease is held by one, runs out, and a wild clock cannot hold it for ever', async ({
  page,
}) => {
  const taken = await page.evaluate(async () => {
    const store = outbox.createIdbStore();
    const first = await store.lease('outbox', 'a', 1000, 16_000);
    const second = await store.lease('outbox', 'b', 2000, 17_000);
    const late = await store.lease('outbox', 'b', 16_001, 31_000);
    await store.release('outbox', 'a');
    const kept = await store.lease('outbox', 'a', 16_002, 31_000);
    await store.release('outbox', 'b');
    const ahead = await store.lease('outbox', 'a', 9e12, 9e12 + 15_000);
    const back = await store.lease('outbox', 'b', 20_000, 35_000);
    return { first, second, late, kept, ahead, back };
  });
  expect(taken).toEqual({
    first: true,
    second: false,
    late: true,
    kept: false,
    ahead: true,
    back: true,
  });
});
