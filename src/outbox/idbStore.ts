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
        writeAtOnce(
          connection,
          ['records', 'objects', 'files', 'drafts', 'receipts'],
          function* (transaction) {
            yield transaction.objectStore('records').add(record);
            if (replaced) yield* erase(transaction, replaced);
            for (const file of stored) yield transaction.objectStore('files').put(file);
            yield transaction.objectStore('drafts').clear();
          },
          { ...STRICT, isDone: (transaction) => isKnown(transaction, record.key) },
        );
      const stamped = files.map((file) => ({ ...file, addedAt: record.savedAt }));
      await put(stamped.length === 0 ? [] : await storable(connection, stamped));
    },

    async restore(files) {
      const ids = await connection.run((database) => database.getAllKeys('files'));
      const lost = files.filter(({ id }) => !ids.includes(id));
      const stamped = lost.map((file) => ({ ...file, addedAt: Date.now() }));
      if (lost.length === 0) return;
      const stored = await storable(connection, stamped);
      await writeAtOnce(connection, ['files'], function* (transaction) {
        for (const file of stored) yield transaction.objectStore('files').put(file);
      });
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

/** Files as the database keeps them: as they are, or as their bytes. */
export async function storable(connection: Connection, files: StoredFile[]): Promise<StoredFile[]> {
  if (files.length === 0 || (await keepsBlobs(connection))) return files;
  const inBytes = async (stored: StoredFile): Promise<StoredFile> => {
    const { file } = stored;
    return { ...stored, file: file instanceof Blob ? await file.arrayBuffer() : file };
  };
  return Promise.all(files.map(inBytes));
}

const answers = new WeakMap<Connection, Promise<boolean>>();

/**
 * Whether the database keeps Blobs, asked once, in a write that is taken back. In WebKit's private
 * windows it does not, and a committed write of one would never end there.
 */
export function keepsBlobs(connection: Connection): Promise<boolean> {
  let answer = answers.get(connection);
  if (!answer) {
    answer = connection.run(async (database) => {
      const transaction = database.transaction('files', 'readwrite');
      const probe = { id: '', name: '', type: '', file: new Blob(['']), addedAt: 0 };
      const isKept = await (async () => transaction.store.put(probe))().then(
        () => true,
        () => false,
      );
      const { done } = transaction;
      abort(transaction);
      await done.catch(() => undefined);
      return isKept;
    });
    answers.set(connection, answer);
    // A database that did not open may do so the next time.
    answer.catch(() => answers.delete(connection));
  }
  return answer;
}

type Name = StoreNames<OutboxSchema>;
type Transaction = IDBPTransaction<OutboxSchema, Name[], 'readwrite'>;

interface AtOnceOptions extends IDBTransactionOptions {
  /** Asked when this is the second try: the first may have committed although its connection was lost. */
  isDone?: (transaction: Transaction) => Promise<boolean>;
}

/**
 * Writes that are handed over in one go and committed, all or nothing: a page that is closed right
 * after has written them.
 */
export function writeAtOnce(
  connection: Connection,
  names: Name[],
  writes: (transaction: Transaction) => Iterable<Promise<unknown>>,
  { isDone, ...options }: AtOnceOptions = {},
): Promise<void> {
  return connection.run(async (database, isRepeated) => {
    const transaction = database.transaction(names, 'readwrite', options);
    const { done } = transaction;
    if (isRepeated && (await isDone?.(transaction))) return done;
    const requests: Promise<unknown>[] = [done];
    try {
      for (const request of writes(transaction)) requests.push(request);
      transaction.commit();
      await Promise.all(requests);
    } catch (error) {
      // A value that cannot be stored is refused before the transaction hears of it.
      abort(transaction);
      void Promise.allSettled(requests);
      throw error;
    }
  });
}

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
function abort(transaction: { abort(): void }): void {
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
