import type { IDBPTransaction, StoreNames } from 'idb';
import type { PendingRequest, Receipt } from '../domain/outbox';
import type { Connection } from './connection';
import type { OutboxSchema, StoredFile } from './schema';
import { filesOf, surplusOf, type OutboxStore } from './store';
import { readRecord } from './stored';

/** "Saved" is only said when the disk has it, not the page cache. */
const STRICT = { durability: 'strict' } as const;

/** The outbox in IndexedDB; shared by the page and the worker. */
export function createIdbStore(connection: Connection): OutboxStore {
  return {
    async save(record, files, replaced) {
      const put = (stored: StoredFile[]) =>
        connection.run(async (database, isRepeated) => {
          const transaction = database.transaction(
            ['records', 'objects', 'files', 'drafts', 'receipts'],
            'readwrite',
            STRICT,
          );
          const { done } = transaction;
          // The first try may have committed although its connection was lost.
          if (isRepeated && (await isKnown(transaction, record.key))) return done;
          const writes = [
            transaction.objectStore('records').add(record),
            ...stored.map((file) => transaction.objectStore('files').put(file)),
            ...(replaced ? erase(transaction, replaced) : []),
            transaction.objectStore('drafts').clear(),
          ];
          // In one go and committed: a page that is closed right after the press has saved it.
          transaction.commit();
          await Promise.all([...writes, done]);
        });
      const stamped = files.map((file) => ({ ...file, addedAt: record.savedAt }));
      try {
        await put(stamped);
      } catch (error) {
        if (!isUncloneable(error) || files.length === 0) throw error;
        await put(await Promise.all(stamped.map(inBytes)));
      }
    },

    list: () =>
      connection.run(async (database) => {
        const records = (await database.getAll('records')).map(readRecord);
        return records.sort((a, b) => a.savedAt - b.savedAt);
      }),

    read: (key) =>
      connection.run(async (database) => {
        const stored = await database.get('records', key);
        return stored && readRecord(stored);
      }),

    file: (id) =>
      connection.run(async (database) => {
        const stored = await database.get('files', id);
        return stored && new Blob([stored.file], { type: stored.type });
      }),

    bytes: (key, { index, part }) =>
      connection.run((database) => database.get('objects', [key, index, part])),

    update: (record, expected, prepared) =>
      write(connection, ['records', 'objects', 'files'], async (transaction) => {
        const revision = (await recordOf(transaction, record.key))?.revision;
        if (revision === record.revision) return true;
        if (revision !== expected) return false;
        await transaction.objectStore('records').put(record);
        if (prepared) {
          const { index, chosen, image } = prepared;
          const objects = transaction.objectStore('objects');
          await objects.put(image.bytes, [record.key, index, 'image']);
          await objects.put(image.thumb.bytes, [record.key, index, 'thumb']);
          await transaction.objectStore('files').delete(chosen);
        }
        return true;
      }),

    finish: (key, expected, receipt) =>
      write(connection, ['records', 'objects', 'files', 'receipts'], async (transaction) => {
        const record = await recordOf(transaction, key);
        if (!record && receipt) return isKnown(transaction, key);
        if (record?.revision !== expected) return false;
        await Promise.all(erase(transaction, record));
        if (receipt) await addReceipt(transaction, receipt);
        return true;
      }),

    receipts: () =>
      connection.run(async (database) => {
        const receipts = await database.getAll('receipts');
        return receipts.sort((a, b) => a.sentAt - b.sentAt);
      }),
  };
}

/** A file as its bytes, for where the database keeps no Blobs. */
export async function inBytes(image: StoredFile): Promise<StoredFile> {
  const { file } = image;
  return { ...image, file: file instanceof Blob ? await file.arrayBuffer() : file };
}

/** How browsers say that a value cannot be stored (WebKit's private windows keep no Blobs). */
export function isUncloneable(error: unknown): boolean {
  const { name } = (error ?? {}) as { name?: string };
  return name === 'DataCloneError' || name === 'UnknownError';
}

type Name = StoreNames<OutboxSchema>;
type Transaction = IDBPTransaction<OutboxSchema, Name[], 'readwrite'>;

/** One read-write transaction, all or nothing; resolves when it is complete, and then only. */
function write<T>(
  connection: Connection,
  names: Name[],
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return connection.run(async (database) => {
    const transaction = database.transaction(names, 'readwrite', STRICT);
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

async function recordOf(
  transaction: Transaction,
  key: string,
): Promise<PendingRequest | undefined> {
  const stored = await transaction.objectStore('records').get(key);
  return stored && readRecord(stored);
}

async function isKnown(transaction: Transaction, key: string): Promise<boolean> {
  const found = await Promise.all([
    transaction.objectStore('records').getKey(key),
    transaction.objectStore('receipts').getKey(key),
  ]);
  return found.some((value) => value !== undefined);
}

async function addReceipt(transaction: Transaction, receipt: Receipt): Promise<void> {
  const receipts = transaction.objectStore('receipts');
  await receipts.put(receipt);
  for (const { key } of surplusOf(await receipts.getAll())) await receipts.delete(key);
}

function erase(transaction: Transaction, record: PendingRequest): Promise<void>[] {
  const { key } = record;
  return [
    transaction.objectStore('records').delete(key),
    transaction.objectStore('objects').delete(IDBKeyRange.bound([key], [key, []])),
    ...filesOf(record).map((id) => transaction.objectStore('files').delete(id)),
  ];
}
