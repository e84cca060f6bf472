import type { ChosenFile } from '../port';
import { chosenFileIds, deleteFiles, putFiles, toStoredFiles } from './bytes';
import { deleteSpare, putSpare } from './spares';
import type { OutboxConnection } from './database';
import { createDeliveryStore, deleteRecord, isSaved } from './deliveryStore';
import { STRICT } from '../../lib/database';
import { asAnnounced, type OutboxStore } from './outboxStore';

interface DiskStore extends OutboxStore {
  /** Stores those of these files that are missing: the visitor may have cleared the site's data. */
  restore(files: ChosenFile[]): Promise<void>;
  markAnnounced(keys: string[]): Promise<void>;
}

/** The outbox in IndexedDB, with a spare of each record. */
export function createIdbStore(connection: OutboxConnection): DiskStore {
  const { read, write, writeAtOnce } = connection;
  const deliveries = createDeliveryStore(connection);
  /** Whether a record has neither been sent nor deleted since it was saved; also where nobody can tell. */
  const isThere = (key: string) => deliveries.read(key).then(Boolean, () => true);
  return {
    ...deliveries,
    async save(record, files, replaced) {
      if (replaced) await deleteSpare(replaced.key);
      const stored =
        files.length === 0 ? [] : await toStoredFiles(connection, files, record.savedAt);
      await writeAtOnce(
        ['records', 'objects', 'files', 'drafts', 'sentRequests'],
        function* (transaction) {
          yield transaction.objectStore('records').add(record);
          if (replaced) yield* deleteRecord(transaction, replaced);
          for (const file of stored) yield transaction.objectStore('files').put(file);
          yield transaction.objectStore('drafts').clear();
        },
        { ...STRICT, isDone: (transaction) => isSaved(transaction, record) },
      );
      if (replaced) await deleteFiles(connection, chosenFileIds(replaced));
      // Nobody waits for it.
      void putSpare(record).then(async (isPut) => {
        if (isPut && !(await isThere(record.key))) await deleteSpare(record.key);
      });
    },

    addFile: (file) => putFiles(connection, [file], Date.now()),

    async restore(files) {
      const ids = await read(['files'], (transaction) =>
        transaction.objectStore('files').getAllKeys(),
      );
      const missing = files.filter(({ id }) => !ids.includes(id));
      await putFiles(connection, missing, Date.now());
    },

    sentRequest: (key) =>
      read(['sentRequests'], (transaction) => transaction.objectStore('sentRequests').get(key)),

    sentRequests: () =>
      read(['sentRequests'], async (transaction) => {
        const sentRequests = await transaction.objectStore('sentRequests').getAll();
        return sentRequests.sort((a, b) => a.sentAt - b.sentAt);
      }),

    markAnnounced: (keys) =>
      write(['sentRequests'], async (transaction) => {
        const sentRequests = transaction.objectStore('sentRequests');
        for (const key of keys) {
          const sent = await sentRequests.get(key);
          if (sent) await sentRequests.put(asAnnounced(sent));
        }
      }),
  };
}
