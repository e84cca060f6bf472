/** What deliveries need of the outbox on the disk. The worker has this part only; `idbStore.ts` is all of it. */
import type { SentRequest } from '../../domain/types';
import { chosenFileIds, deleteUnneeded, readFile, readPreparedAhead } from './bytes';
import { readRecord, type OutboxRecord } from '../record';
import { isUnchanged, readDraft } from './drafts';
import { deleteSpare } from './spares';
import { DRAFT, type OutboxConnection, type OutboxTransaction } from './database';
import { MAX_SENT_REQUESTS, type DeliveryStore, type NewlyPrepared } from './outboxStore';

/** Each method is one transaction for what must be whole. The spare of a finished record goes with it. */
export function createDeliveryStore(connection: OutboxConnection): DeliveryStore {
  const { read, write } = connection;
  return {
    list: () =>
      read(['records'], async (transaction) => {
        const records = (await transaction.objectStore('records').getAll()).map(readRecord);
        return records.sort((a, b) => a.savedAt - b.savedAt);
      }),

    read: (key) => read(['records'], (transaction) => recordOf(transaction, key)),

    editedKey: () =>
      read(['drafts', 'records'], async (transaction) => {
        const draft = readDraft(await transaction.objectStore('drafts').get(DRAFT));
        const record = draft?.replaces && (await recordOf(transaction, draft.replaces));
        return record && !isUnchanged(draft, record) ? draft.replaces : undefined;
      }),

    async file(id) {
      const stored = await readFile(connection, id);
      return stored && new Blob([stored.file], { type: stored.type });
    },

    preparedAhead: (id) => readPreparedAhead(connection, id),

    bytes: (key, { index, part }) =>
      read(['objects'], (transaction) =>
        transaction.objectStore('objects').get([key, index, part]),
      ),

    update: (record, expected, prepared) =>
      write(['records', 'objects', 'files'], async (transaction) => {
        const revision = (await recordOf(transaction, record.key))?.revision;
        if (revision === record.revision) return true;
        if (revision !== expected) return false;
        await transaction.objectStore('records').put(record);
        if (prepared) await putPrepared(transaction, record.key, prepared);
        return true;
      }),

    async finish(key, expected, sent) {
      // Before: a context that dies in between leaves no spare. After: the page may have put it meanwhile.
      await deleteSpare(key);
      const isFinished = await write(
        ['records', 'objects', 'files', 'sentRequests', 'drafts'],
        async (transaction) => {
          const record = await recordOf(transaction, key);
          if (!record && sent) return isKnown(transaction, key);
          if (record?.revision !== expected) return false;
          const kept = await fileIdsOfDraft(transaction, sent && record);
          await Promise.all(deleteRecord(transaction, record));
          const files = chosenFileIds(record).filter((id) => !kept.includes(id));
          await deleteUnneeded(transaction, files);
          if (sent) await addSentRequest(transaction, sent);
          return true;
        },
      );
      if (isFinished) await deleteSpare(key);
      return isFinished;
    },
  };
}

async function recordOf(
  transaction: OutboxTransaction<'readonly'> | OutboxTransaction,
  key: string,
): Promise<OutboxRecord | undefined> {
  const stored = await transaction.objectStore('records').get(key);
  return stored && readRecord(stored);
}

async function isKnown(transaction: OutboxTransaction, key: string): Promise<boolean> {
  const found = await Promise.all([
    transaction.objectStore('records').getKey(key),
    transaction.objectStore('sentRequests').getKey(key),
  ]);
  return found.some((value) => value !== undefined);
}

/** Whether this very record is there or was sent. Another tab may have saved its own from the same draft. */
export async function isSaved(
  transaction: OutboxTransaction,
  { key, receipt }: OutboxRecord,
): Promise<boolean> {
  const stored = await recordOf(transaction, key);
  return stored ? stored.receipt === receipt : isKnown(transaction, key);
}

async function putPrepared(
  transaction: OutboxTransaction,
  key: string,
  { index, file, image }: NewlyPrepared,
): Promise<void> {
  const objects = transaction.objectStore('objects');
  await objects.put(image.bytes, [key, index, 'image']);
  await objects.put(image.thumb.bytes, [key, index, 'thumb']);
  await deleteUnneeded(transaction, [file], key);
}

async function addSentRequest(transaction: OutboxTransaction, sent: SentRequest): Promise<void> {
  const sentRequests = transaction.objectStore('sentRequests');
  await sentRequests.put(sent);
  const newestFirst = (await sentRequests.getAll()).sort((a, b) => b.sentAt - a.sentAt);
  for (const { key } of newestFirst.slice(MAX_SENT_REQUESTS)) await sentRequests.delete(key);
}

/**
 * The ids of the files of the draft, which is deleted first if it was taken from the record `sent` and is unchanged.
 */
async function fileIdsOfDraft(
  transaction: OutboxTransaction,
  sent: OutboxRecord | undefined,
): Promise<string[]> {
  const drafts = transaction.objectStore('drafts');
  const draft = readDraft(await drafts.get(DRAFT));
  if (!draft) return [];
  const ids = draft.images.map(({ id }) => id);
  if (draft.replaces !== sent?.key || !sent || !isUnchanged(draft, sent)) return ids;
  await drafts.delete(DRAFT);
  await deleteUnneeded(transaction, ids, sent.key);
  return [];
}

/** Deletes a record with its objects. Its chosen files stay: another record may have them, too (`deleteUnneeded`). */
export const deleteRecord = (
  transaction: OutboxTransaction,
  { key }: OutboxRecord,
): Promise<void>[] => [
  transaction.objectStore('records').delete(key),
  transaction.objectStore('objects').delete(IDBKeyRange.bound([key], [key, []])),
];
