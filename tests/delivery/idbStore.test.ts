/** The outbox and the draft in IndexedDB: all or nothing, on a database that may be closed or full. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectOutbox, type OutboxConnection } from '../../src/outbox/store/database';
import { createDrafts } from '../../src/outbox/store/drafts';
import { createIdbStore } from '../../src/outbox/store/idbStore';
import { newKey, newRecord } from '../../src/outbox/record';
import { deferred } from '../support/deferred';
import { seeded } from '../support/deliveryFaults';
import { eventOf, instead } from './fakeDatabase';
import { fields, image } from '../support/sampleRequests';
import { StorageError } from '../../src/lib/database';

const NOW = Date.UTC(2026, 5, 1);

/** A page, or a worker, with its own connection to the one database. */
function createContext(connection: OutboxConnection = connectOutbox()) {
  const store = createIdbStore(connection);
  const drafts = createDrafts(connection, () => NOW);
  return { connection, store, drafts };
}

const signals = { honeypot: '', seconds: 1 };
const recordOf = (images: ReturnType<typeof image>[], savedAt = 1) =>
  newRecord({ fields, images, signals, savedAt, random: seeded(savedAt), newKey });

const draftOf = (images: ReturnType<typeof image>[]) => ({
  fields,
  images: images.map(({ id, name, type }) => ({ id, name, type })),
});

const PREPARED = { type: 'image/jpeg', bytes: new ArrayBuffer(9) };

let page: ReturnType<typeof createContext>;
beforeEach(() => {
  page = createContext();
});
afterEach(() => page.connection.close());

/** Replaces the commit of every transaction that writes records. */
const insteadOfCommit = (happens: (transaction: IDBTransaction, commit: () => void) => void) =>
  instead(IDBTransaction, 'commit', (transaction, commit: () => void) => {
    if (transaction.objectStoreNames.contains('records')) happens(transaction, commit);
    else commit();
  });

test('a saved request can be read by another tab with its files, and its draft is gone', async () => {
  const images = [image(5000, 1), image(700, 2)];
  await page.drafts.save(draftOf(images), [images[0]!], []);
  const strict = vi.spyOn(IDBDatabase.prototype, 'transaction');
  const record = recordOf(images);
  await page.store.save(record, [images[1]!]);
  expect(strict).toHaveBeenCalledOnce();
  expect(strict.mock.calls[0]![2]).toEqual({ durability: 'strict' });

  const worker = createContext();
  expect(await worker.store.list()).toEqual([record]);
  for (const { id, bytes } of images) {
    expect(await (await worker.store.file(id))!.arrayBuffer()).toEqual(bytes);
  }
  expect(await worker.drafts.load()).toBeUndefined();
  worker.connection.close();
});

test('a request that replaces a refused one keeps the files that both have', async () => {
  const [kept, dropped] = [image(500, 1), image(700, 2)];
  const refused = recordOf([kept, dropped]);
  await page.store.save(refused, [kept, dropped]);
  await page.store.save(recordOf([kept], 2), [], refused);
  const files = await Promise.all([kept, dropped].map(({ id }) => page.store.file(id)));
  expect(files.map((file) => file?.size)).toEqual([500, undefined]);
});

test('an aborted save leaves nothing behind and keeps the draft', async () => {
  const images = [image(500, 1)];
  await page.drafts.save(draftOf(images), images, []);
  insteadOfCommit((transaction) => transaction.abort());
  await expect(page.store.save(recordOf(images), [])).rejects.toThrow();
  expect(await page.store.list()).toEqual([]);
  expect(await page.drafts.load()).toMatchObject({ fields, images: [{ id: images[0]!.id }] });
});

test('a save is over when it is committed, and not when everything is written', async () => {
  const written = deferred<void>();
  let isHeld = true;
  insteadOfCommit((transaction) => {
    // A transaction that is always asked for more does not commit.
    const more = () =>
      transaction
        .objectStore('records')
        .get('nothing')
        .addEventListener('success', () => {
          written.resolve();
          if (isHeld) more();
        });
    more();
  });
  const saved = vi.fn();
  const record = recordOf([]);
  const saving = page.store.save(record, []).then(saved);
  await written.promise;
  await new Promise(setImmediate);
  expect(saved).not.toHaveBeenCalled();
  isHeld = false;
  await saving;
  expect(await page.store.list()).toEqual([record]);
});

test('a draft is kept even if the page goes away during the save', async () => {
  await page.drafts.load();
  const order: string[] = [];
  instead(IDBObjectStore, 'put', (store, put: (value: unknown) => IDBRequest, ...args) => {
    order.push(`put ${store.name}`);
    const request = put(...args);
    request.addEventListener('success', () => order.push(`answer ${store.name}`));
    return request;
  });
  instead(IDBTransaction, 'commit', (_, commit: () => void) => {
    order.push('commit');
    commit();
  });
  const images = [image(500, 1)];
  await page.drafts.save(draftOf(images), images, []);
  const asked = order.filter((entry) => !entry.startsWith('answer'));
  expect(asked).toEqual(['put drafts', 'commit', 'put files', 'commit']);
  expect(order.indexOf('answer drafts')).toBeGreaterThan(order.indexOf('commit'));
});

test.each(['before a save', 'in the middle of a save', 'after a save'])(
  'a database that is closed %s is reopened, and the save is repeated once without a duplicate',
  async (moment) => {
    await page.drafts.load();
    const close = (database: IDBDatabase) => {
      database.close();
      database.dispatchEvent(eventOf('close'));
    };
    let tries = 0;
    instead(IDBDatabase, 'transaction', (database, begin: () => IDBTransaction, ...args) => {
      tries += 1;
      if (tries === 1 && moment === 'before a save') close(database);
      return begin(...args);
    });
    insteadOfCommit((transaction, commit) => {
      if (tries > 1) return commit();
      if (moment === 'in the middle of a save') transaction.abort();
      else commit();
      close(transaction.db);
      // It commits, but the connection breaks before the answer.
      if (moment === 'after a save') transaction.dispatchEvent(eventOf('abort'));
    });
    const images = [image(500, 1)];
    const record = recordOf(images);
    await page.store.save(record, images);
    expect(tries).toBe(2);
    expect(await page.store.list()).toEqual([record]);
  },
);

test('a database that cannot keep files gets their bytes', async () => {
  instead(
    IDBObjectStore,
    'put',
    (_, put: (...args: { file?: unknown }[]) => IDBRequest, ...args) => {
      if (args[0]!.file instanceof Blob) throw new DOMException('No Blobs.', 'DataCloneError');
      return put(...args);
    },
  );
  const images = [image(500, 1)];
  await page.drafts.save(draftOf(images), images, []);
  const loaded = await page.drafts.load();
  expect(await loaded!.images[0]!.file.arrayBuffer()).toEqual(images[0]!.bytes);
  const record = recordOf([image(300, 2)]);
  const sent = [{ ...image(300, 2), id: record.images[0]!.file! }];
  await page.store.save(record, sent);
  expect(await (await page.store.file(sent[0]!.id))!.arrayBuffer()).toEqual(sent[0]!.bytes);
});

test('a draft is read at the second try if the database does not open at first', async () => {
  await page.drafts.save(draftOf([]), [], []);
  const { open } = IDBFactory.prototype;
  const opening = vi.spyOn(IDBFactory.prototype, 'open');
  const fail = () => {
    throw new DOMException('Not now.', 'UnknownError');
  };
  // It is opened twice at each read.
  opening.mockImplementationOnce(fail).mockImplementationOnce(fail);
  const later = createContext();
  await expect(later.drafts.load()).rejects.toBeInstanceOf(StorageError);
  opening.mockImplementation(open);
  expect(await later.drafts.load()).toMatchObject({ fields });
});

test('a record that another tab has changed or deleted cannot be overwritten', async () => {
  const images = [image(500, 1)];
  const record = recordOf(images);
  const { key, id, revision } = record;
  const { store } = page;
  await store.save(record, images);
  const prepared = { index: 0, file: images[0]!.id, image: { ...PREPARED, thumb: PREPARED } };
  const second = { ...record, revision: 'second' };
  expect(await store.update(second, revision, prepared)).toBe(true);
  expect(await store.bytes(key, { index: 0, part: 'thumb' })).toEqual(PREPARED.bytes);
  expect(await store.file(images[0]!.id)).toBeUndefined();
  // The same write again, after a lost connection, is already done.
  expect(await store.update(second, revision, prepared)).toBe(true);
  expect(await store.update({ ...record, revision: 'third' }, revision)).toBe(false);
  const sent = { key, id, sentAt: 1, isUnannounced: true } as const;
  expect(await store.finish(key, revision, sent)).toBe(false);
  expect(await store.finish(key, 'second', sent)).toBe(true);
  expect(await store.finish(key, 'second', sent)).toBe(true);
  expect(await store.update({ ...record, revision: 'fourth' }, 'second')).toBe(false);
  expect(await store.bytes(key, { index: 0, part: 'image' })).toBeUndefined();
  expect(await store.sentRequests()).toEqual([sent]);
  await store.markAnnounced(['another', key]);
  expect(await store.sentRequests()).toEqual([{ key, id, sentAt: 1 }]);
  expect(await store.list()).toEqual([]);
});

test('the oldest sent requests are deleted', async () => {
  const sentAtTime = (sentAt: number) => ({ key: String(sentAt), id: '1234567890', sentAt });
  await page.connection.write(['sentRequests'], async (transaction) => {
    for (let time = 0; time <= 300; time += 1) {
      await transaction.objectStore('sentRequests').put(sentAtTime(time));
    }
  });
  const record = recordOf([]);
  await page.store.save(record, []);
  await page.store.finish(record.key, record.revision, sentAtTime(999));
  const kept = (await page.store.sentRequests()).map(({ sentAt }) => sentAt);
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([300, 2, 999]);
});

test('files that nothing uses are deleted after a day, those of an open tab stay', async () => {
  const [lost, fresh, drafted, saved] = [1, 2, 3, 4].map((fill) => image(100, fill));
  await page.drafts.save(draftOf([drafted!]), [lost!, drafted!], []);
  await page.store.save(recordOf([saved!]), [saved!]);
  const connection = connectOutbox();
  const DAY = 24 * 60 * 60_000;
  const later = createDrafts(connection, () => NOW + DAY);
  await later.save(draftOf([drafted!]), [fresh!], []);
  expect((await later.load())!.images).toMatchObject([{ id: drafted!.id }]);
  const kept = await Promise.all(
    [lost, fresh, drafted, saved].map((file) => page.store.file(file!.id)),
  );
  expect(kept.map(Boolean)).toEqual([false, true, true, true]);
  connection.close();
});
