/** A connection to the database that the browser has lost (Safari), closed, or must give up for a newer version. */
import { expect, onTestFinished, test } from 'vitest';
import { connectOutbox } from '../../src/outbox/store/database';
import { createDrafts } from '../../src/outbox/store/drafts';
import { createIdbStore } from '../../src/outbox/store/idbStore';
import { newKey, newRecord } from '../../src/outbox/record';
import { seeded } from '../support/deliveryFaults';
import { fields, image } from '../support/sampleRequests';
import { instead } from './fakeDatabase';

/** A page or a worker, which has used its connection. */
async function openContext() {
  const connection = connectOutbox();
  const drafts = createDrafts(connection);
  const store = createIdbStore(connection);
  await drafts.load();
  return { connection, drafts, store };
}

/** Returns how to lose all databases that are open: from then on, none of them begins a transaction. */
function losable(error: DOMException): () => void {
  const open = new Set<IDBDatabase>();
  const lost = new Set<IDBDatabase>();
  instead(IDBDatabase, 'transaction', (database, begin: () => IDBTransaction, ...args) => {
    if (lost.has(database)) throw error;
    open.add(database);
    return begin(...args);
  });
  return () => open.forEach((database) => lost.add(database));
}

const images = [image(500, 1), image(700, 2)];
const draft = { fields, images: images.map(({ id, name, type }) => ({ id, name, type })) };
const record = newRecord({
  fields,
  images,
  signals: { honeypot: '', seconds: 1 },
  savedAt: 1,
  random: seeded(1),
  newKey,
});

test.each([
  ['InvalidStateError', 'The database connection is closing.'],
  ['UnknownError', 'Connection to Indexed Database server lost. Refresh the page to try again'],
])(
  'after the browser has lost the connection (%s), page and worker open another one and lose nothing',
  async (name, message) => {
    const lose = losable(new DOMException(message, name));
    const [page, worker] = await Promise.all([openContext(), openContext()]);
    await page.drafts.save({ ...draft, images: [] }, [], []);

    lose();
    const isBegun = page.drafts.isBegun();
    await page.drafts.save(draft, images, []);
    expect(await isBegun).toBe(true);
    expect(await page.drafts.load()).toMatchObject({ fields, images: draft.images });

    lose();
    await page.store.save(record, []);
    expect(await worker.store.list()).toEqual([record]);

    lose();
    const next = { ...record, revision: 'next', attempts: 1 };
    expect(await worker.store.update(next, record.revision)).toBe(true);
    const sent = { key: record.key, id: record.id, sentAt: 1 };
    lose();
    expect(await worker.store.finish(record.key, 'next', sent)).toBe(true);
    expect(await page.store.list()).toEqual([]);
    expect(await page.store.sentRequests()).toEqual([sent]);
    page.connection.close();
    worker.connection.close();
  },
);

/** Every second transaction is broken off after its first requests, as by a browser that clears the site's data. */
function breakOffEverySecond() {
  let begun = 0;
  instead(IDBDatabase, 'transaction', (_, begin: () => IDBTransaction, ...args) => {
    const transaction = begin(...args);
    let isCommitted = false;
    transaction.commit = () => {
      isCommitted = true;
      IDBTransaction.prototype.commit.call(transaction);
    };
    begun += 1;
    if (begun % 2 === 1) queueMicrotask(() => isCommitted || transaction.abort());
    return transaction;
  });
}

test('what the browser breaks off while it reads or writes is done again, and no error is left uncaught', async () => {
  const uncaught: unknown[] = [];
  const keep = (error: unknown) => void uncaught.push(error);
  process.on('unhandledRejection', keep);
  onTestFinished(() => void process.off('unhandledRejection', keep));
  const page = await openContext();
  const { drafts, store } = page;
  breakOffEverySecond();

  await drafts.save(draft, images, []);
  expect(await drafts.isBegun()).toBe(true);
  expect(await drafts.load()).toMatchObject({ fields, images: draft.images });
  expect(await store.preparedAhead(images[0]!.id)).toBeUndefined();
  expect(await store.file(images[0]!.id)).toBeInstanceOf(Blob);
  expect(await store.editedKey()).toBeUndefined();
  await store.save(record, []);
  await store.restore(images);
  expect(await store.list()).toEqual([record]);
  expect(await store.read(record.key)).toEqual(record);
  expect(await store.bytes(record.key, { index: 0, part: 'image' })).toBeUndefined();
  const sent = { key: record.key, id: record.id, sentAt: 1 };
  expect(await store.finish(record.key, record.revision, sent)).toBe(true);
  expect(await store.sentRequest(record.key)).toEqual(sent);
  expect(await store.sentRequests()).toEqual([sent]);
  await store.markAnnounced([record.key]);
  page.connection.close();
  await new Promise(setImmediate);
  expect(uncaught).toEqual([]);
});

test('a database that fails once more while it is opened again is opened at the second try', async () => {
  const error = new DOMException('Connection lost.', 'UnknownError');
  const lose = losable(error);
  const page = await openContext();
  lose();
  let failures = 1;
  instead(IDBFactory, 'open', (_, open: () => IDBOpenDBRequest, ...args) => {
    failures -= 1;
    if (failures >= 0) throw error;
    return open(...args);
  });
  await page.store.save(record, images);
  expect(await page.store.list()).toEqual([record]);
  page.connection.close();
});
