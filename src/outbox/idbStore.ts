import type { ChosenFile, SentRequest } from '../ports/outbox';
import { STRICT, type Connection, type Transaction } from './connection';
import { deleteFile, putFiles, readAhead, storable } from './files';
import { isUnchanged, readDraft, readRecord, type PendingRequest } from './record';
import { DRAFT } from './schema';
import { filesOf, KEPT_RECEIPTS, toldOf, type OutboxStore } from './store';

/** The outbox on the disk. */
interface DiskStore extends OutboxStore {
  /** Writes those of these files that are not there any more: somebody may have cleared the site's data. */
  restore(files: ChosenFile[]): Promise<void>;
  /** Writes into the receipts of these keys that the visitor knows. */
  noteTold(keys: string[]): Promise<void>;
}

/** The outbox in IndexedDB; shared by the page and the worker. */
export function createIdbStore(connection: Connection): DiskStore {
  const { run, write, writeAtOnce } = connection;
  return {
    async save(record, files, replaced) {
      const stored = files.length === 0 ? [] : await storable(connection, files, record.savedAt);
      await writeAtOnce(
        ['records', 'objects', 'files', 'drafts', 'receipts'],
        function* (transaction) {
          yield transaction.objectStore('records').add(record);
          if (replaced) yield* erase(transaction, replaced);
          for (const file of stored) yield transaction.objectStore('files').put(file);
          yield transaction.objectStore('drafts').clear();
        },
        { ...STRICT, isDone: (transaction) => isKnown(transaction, record.key) },
      );
    },

    async restore(files) {
      const ids = await run((database) => database.getAllKeys('files'));
      const lost = files.filter(({ id }) => !ids.includes(id));
      await putFiles(connection, lost, Date.now());
    },

    list: () =>
      run(async (database) => {
        const records = (await database.getAll('records')).map(readRecord);
        return records.sort((a, b) => a.savedAt - b.savedAt);
      }),

    read: (key) =>
      run(async (database) => {
        const stored = await database.get('records', key);
        return stored && readRecord(stored);
      }),

    editedKey: () =>
      run(async (database) => {
        const draft = readDraft(await database.get('drafts', DRAFT));
        const stored = draft?.replaces && (await database.get('records', draft.replaces));
        return stored && !isUnchanged(draft, readRecord(stored)) ? draft.replaces : undefined;
      }),

    file: (id) =>
      run(async (database) => {
        const stored = await database.get('files', id);
        return stored && new Blob([stored.file], { type: stored.type });
      }),

    ahead: (id) => readAhead(connection, id),

    bytes: (key, { index, part }) => run((database) => database.get('objects', [key, index, part])),

    update: (record, expected, prepared) =>
      write(['records', 'objects', 'files'], async (transaction) => {
        const revision = (await recordOf(transaction, record.key))?.revision;
        if (revision === record.revision) return true;
        if (revision !== expected) return false;
        await transaction.objectStore('records').put(record);
        if (prepared) {
          const { index, chosen, image } = prepared;
          const objects = transaction.objectStore('objects');
          await objects.put(image.bytes, [record.key, index, 'image']);
          await objects.put(image.thumb.bytes, [record.key, index, 'thumb']);
          await Promise.all(deleteFile(transaction, chosen));
        }
        return true;
      }),

    finish: (key, expected, receipt) =>
      write(['records', 'objects', 'files', 'receipts', 'drafts'], async (transaction) => {
        const record = await recordOf(transaction, key);
        if (!record && receipt) return isKnown(transaction, key);
        if (record?.revision !== expected) return false;
        await Promise.all(erase(transaction, record));
        if (!receipt) return true;
        await addReceipt(transaction, receipt);
        const drafts = transaction.objectStore('drafts');
        const draft = readDraft(await drafts.get(DRAFT));
        const isOver = draft?.replaces === key && isUnchanged(draft, record);
        if (isOver) await drafts.delete(DRAFT);
        return true;
      }),

    receipts: () =>
      run(async (database) => {
        const receipts = await database.getAll('receipts');
        return receipts.sort((a, b) => a.sentAt - b.sentAt);
      }),

    noteTold: (keys) =>
      write(['receipts'], async (transaction) => {
        const receipts = transaction.objectStore('receipts');
        for (const key of keys) {
          const receipt = await receipts.get(key);
          if (receipt) await receipts.put(toldOf(receipt));
        }
      }),
  };
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

async function addReceipt(transaction: Transaction, receipt: SentRequest): Promise<void> {
  const receipts = transaction.objectStore('receipts');
  await receipts.put(receipt);
  const newest = (await receipts.getAll()).sort((a, b) => b.sentAt - a.sentAt);
  for (const { key } of newest.slice(KEPT_RECEIPTS)) await receipts.delete(key);
}

function erase(transaction: Transaction, record: PendingRequest): Promise<void>[] {
  const { key } = record;
  return [
    transaction.objectStore('records').delete(key),
    transaction.objectStore('objects').delete(IDBKeyRange.bound([key], [key, []])),
    ...filesOf(record).flatMap((id) => deleteFile(transaction, id)),
  ];
}
