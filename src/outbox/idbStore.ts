import type { IDBPTransaction, StoreNames } from 'idb';
import { createConnection, type Connection } from './connection';
import { mendDraft, mendRecord } from './mend';
import type { OutboxSchema } from './schema';
import type { Receipt } from '../domain/outbox';
import { isAmong, isHeldByAnother, surplusOf, type OutboxStore } from './store';

/** "Saved" is only said when the disk has it, not the page cache. */
const STRICT = { durability: 'strict' } as const;
const DRAFT_KEYS = ['fields', 'images', 'replaces', 'draft'] as const;

/** The outbox in IndexedDB; shared by the page and the worker. */
export function createIdbStore(connection: Connection = createConnection()): OutboxStore {
  return {
    save: ({ record, images, replaces, drafts }) =>
      write(
        connection,
        ['records', 'objects', 'receipts', 'drafts'],
        STRICT,
        async (transaction) => {
          // Seen when the first try had committed although its connection was lost.
          if (await isKnown(transaction, record.key)) return;
          if (replaces !== undefined) await erase(transaction, replaces);
          await transaction.objectStore('records').add(record);
          for (const [index, image] of images.entries()) {
            await transaction.objectStore('objects').add(image.bytes, [record.key, index, 'image']);
            await transaction
              .objectStore('objects')
              .add(image.thumb.bytes, [record.key, index, 'thumb']);
          }
          await clearDraft(transaction, drafts);
        },
      ),

    list: () =>
      connection.run(async (database) => {
        const records = (await database.getAll('records')).map(mendRecord);
        return records.sort((a, b) => a.savedAt - b.savedAt);
      }),

    read: (key) =>
      connection.run(async (database) => {
        const stored = await database.get('records', key);
        return stored && mendRecord(stored);
      }),

    bytes: (key, { index, part }) =>
      connection.run((database) => database.get('objects', [key, index, part])),

    update: (record, expected) =>
      write(connection, ['records'], STRICT, async (transaction) => {
        const revision = await revisionOf(transaction, record.key);
        if (revision === record.revision) return true;
        if (revision !== expected) return false;
        await transaction.objectStore('records').put(record);
        return true;
      }),

    finish: (key, expected, receipt) =>
      write(connection, ['records', 'objects', 'receipts'], STRICT, async (transaction) => {
        const revision = await revisionOf(transaction, key);
        if (revision === undefined && receipt)
          return (await transaction.objectStore('receipts').get(key)) !== undefined;
        if (revision !== expected) return false;
        await erase(transaction, key);
        if (receipt) await addReceipt(transaction, receipt);
        return true;
      }),

    receipts: () =>
      connection.run(async (database) => {
        const receipts = await database.getAll('receipts');
        return receipts.sort((a, b) => a.sentAt - b.sentAt);
      }),

    lease: (name, owner, now, until) =>
      write(connection, ['leases'], {}, async (transaction) => {
        if (isHeldByAnother(await transaction.objectStore('leases').get(name), owner, now))
          return false;
        await transaction.objectStore('leases').put({ name, owner, until });
        return true;
      }),

    release: (name, owner) =>
      write(connection, ['leases'], {}, async (transaction) => {
        const lease = await transaction.objectStore('leases').get(name);
        if (lease?.owner === owner) await transaction.objectStore('leases').delete(name);
      }),

    loadDraft: () =>
      connection.run(async (database) => {
        const { store } = database.transaction('drafts');
        const values = await Promise.all(DRAFT_KEYS.map((key) => store.get(key)));
        const pairs = DRAFT_KEYS.map((key, index) => [key, values[index]] as const);
        return mendDraft(Object.fromEntries(pairs));
      }),

    saveDraft: (change) =>
      write(connection, ['drafts'], {}, async (transaction) => {
        const drafts = transaction.objectStore('drafts');
        const writes = DRAFT_KEYS.filter((key) => key in change).map((key) =>
          change[key] === undefined ? drafts.delete(key) : drafts.put(change[key], key),
        );
        // Not when the answers have come: the page may be gone by then.
        transaction.commit();
        await Promise.all(writes);
      }),

    clearDraft: (drafts) =>
      write(connection, ['drafts'], {}, (transaction) => clearDraft(transaction, drafts)),
  };
}

type Name = StoreNames<OutboxSchema>;
type Transaction = IDBPTransaction<OutboxSchema, Name[], 'readwrite'>;

/** One read-write transaction, all or nothing; resolves when it is complete, and then only. */
function write<T>(
  connection: Connection,
  names: Name[],
  options: IDBTransactionOptions,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return connection.run(async (database) => {
    const transaction = database.transaction(names, 'readwrite', options);
    const working = work(transaction).catch((error: unknown) => {
      abort(transaction);
      throw error;
    });
    const [result] = await Promise.all([working, transaction.done]);
    return result;
  });
}

/** Undoes what was written so far, unless the failure itself has done so. */
function abort(transaction: Transaction): void {
  try {
    transaction.abort();
  } catch (error) {
    if ((error as { name?: string }).name !== 'InvalidStateError') throw error;
  }
}

/** Undefined when there is no such record. */
async function revisionOf(transaction: Transaction, key: string): Promise<string | undefined> {
  const stored = await transaction.objectStore('records').get(key);
  return stored && mendRecord(stored).revision;
}

async function isKnown(transaction: Transaction, key: string): Promise<boolean> {
  const found = await Promise.all([
    transaction.objectStore('records').getKey(key),
    transaction.objectStore('receipts').getKey(key),
  ]);
  return found.some((value) => value !== undefined);
}

async function clearDraft(transaction: Transaction, names: string[] | undefined): Promise<void> {
  const drafts = transaction.objectStore('drafts');
  if (isAmong(names, await drafts.get('draft'))) await drafts.clear();
}

async function addReceipt(transaction: Transaction, receipt: Receipt): Promise<void> {
  const receipts = transaction.objectStore('receipts');
  await receipts.put(receipt);
  for (const { key } of surplusOf(await receipts.getAll())) await receipts.delete(key);
}

async function erase(transaction: Transaction, key: string): Promise<void> {
  await transaction.objectStore('records').delete(key);
  await transaction.objectStore('objects').delete(IDBKeyRange.bound([key], [key, []]));
}
