import type { ChosenFile, SentRequest } from '../../ports/outbox';
import { STRICT, type Connection, type Transaction } from './databaseConnection';
import { deleteFile, putFiles, readFile, readPreparedAhead, toStoredFiles } from './chosenFiles';
import { readRecord, type PendingRequest } from '../record';
import { isUnchanged, readDraft } from '../storedDraft';
import { DRAFT } from './schema';
import { chosenFileIds, MAX_SENT_REQUESTS, asAnnounced, type OutboxStore } from './outboxStore';

/** The outbox on the disk. */
interface DiskStore extends OutboxStore {
  /** Stores those of these files that are missing: the visitor may have cleared the site's data. */
  restore(files: ChosenFile[]): Promise<void>;
  /** Marks the sent requests with these keys as announced. */
  markAnnounced(keys: string[]): Promise<void>;
}

/** The outbox in IndexedDB; shared by the page and the worker. */
export function createIdbStore(connection: Connection): DiskStore {
  const { run, write, writeAtOnce } = connection;
  return {
    async save(record, files, replaced) {
      const stored =
        files.length === 0 ? [] : await toStoredFiles(connection, files, record.savedAt);
      await writeAtOnce(
        ['records', 'objects', 'files', 'drafts', 'receipts'],
        function* (transaction) {
          yield transaction.objectStore('records').add(record);
          if (replaced) yield* deleteRecord(transaction, replaced);
          for (const file of stored) yield transaction.objectStore('files').put(file);
          yield transaction.objectStore('drafts').clear();
        },
        { ...STRICT, isDone: (transaction) => isKnown(transaction, record.key) },
      );
    },

    addFile: (file) => putFiles(connection, [file], Date.now()),

    async restore(files) {
      const ids = await run((database) => database.getAllKeys('files'));
      const missing = files.filter(({ id }) => !ids.includes(id));
      await putFiles(connection, missing, Date.now());
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

    async file(id) {
      const stored = await readFile(connection, id);
      return stored && new Blob([stored.file], { type: stored.type });
    },

    preparedAhead: (id) => readPreparedAhead(connection, id),

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

    finish: (key, expected, sent) =>
      write(['records', 'objects', 'files', 'receipts', 'drafts'], async (transaction) => {
        const record = await recordOf(transaction, key);
        if (!record && sent) return isKnown(transaction, key);
        if (record?.revision !== expected) return false;
        await Promise.all(deleteRecord(transaction, record));
        if (!sent) return true;
        await addSentRequest(transaction, sent);
        await deleteSentDraft(transaction, record);
        return true;
      }),

    sentRequest: (key) => run((database) => database.get('receipts', key)),

    sentRequests: () =>
      run(async (database) => {
        const sentRequests = await database.getAll('receipts');
        return sentRequests.sort((a, b) => a.sentAt - b.sentAt);
      }),

    markAnnounced: (keys) =>
      write(['receipts'], async (transaction) => {
        const sentRequests = transaction.objectStore('receipts');
        for (const key of keys) {
          const sent = await sentRequests.get(key);
          if (sent) await sentRequests.put(asAnnounced(sent));
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

/** Whether a record or a sent request has this key. */
async function isKnown(transaction: Transaction, key: string): Promise<boolean> {
  const found = await Promise.all([
    transaction.objectStore('records').getKey(key),
    transaction.objectStore('receipts').getKey(key),
  ]);
  return found.some((value) => value !== undefined);
}

/** Adds a sent request and deletes the oldest ones beyond `MAX_SENT_REQUESTS`. */
async function addSentRequest(transaction: Transaction, sent: SentRequest): Promise<void> {
  const sentRequests = transaction.objectStore('receipts');
  await sentRequests.put(sent);
  const newestFirst = (await sentRequests.getAll()).sort((a, b) => b.sentAt - a.sentAt);
  for (const { key } of newestFirst.slice(MAX_SENT_REQUESTS)) await sentRequests.delete(key);
}

/** Deletes the draft if it was taken from this record and is unchanged. */
async function deleteSentDraft(transaction: Transaction, record: PendingRequest): Promise<void> {
  const drafts = transaction.objectStore('drafts');
  const draft = readDraft(await drafts.get(DRAFT));
  if (draft?.replaces === record.key && isUnchanged(draft, record)) await drafts.delete(DRAFT);
}

/** Deletes a record with its objects and chosen files. */
function deleteRecord(transaction: Transaction, record: PendingRequest): Promise<void>[] {
  const { key } = record;
  return [
    transaction.objectStore('records').delete(key),
    transaction.objectStore('objects').delete(IDBKeyRange.bound([key], [key, []])),
    ...chosenFileIds(record).flatMap((id) => deleteFile(transaction, id)),
  ];
}
