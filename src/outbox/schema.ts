import * as v from 'valibot';
import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';
import type { ChosenFile, Draft, Receipt } from '../domain/outbox';
import { AnyFields, type ObjectPart, type PendingRequest } from './record';

/** The IndexedDB database that the page and the service worker share. */
export const DATABASE = 'outbox';

/** A chosen file as it lies here. Some private windows keep no Blobs: then its bytes. */
export type StoredFile = Omit<ChosenFile, 'file'> & {
  file: Blob | ArrayBuffer;
  /** Milliseconds since 1970. */
  addedAt: number;
};

export interface OutboxSchema extends DBSchema {
  records: { key: string; value: PendingRequest };
  /** One prepared object's bytes: record, index of the image, itself or its thumbnail. */
  objects: { key: [string, number, ObjectPart]; value: ArrayBuffer };
  /** Files as they were chosen: the draft's, and those of records until they are prepared. */
  files: { key: string; value: StoredFile };
  receipts: { key: string; value: Receipt };
  drafts: { key: string; value: Draft };
  /** Reviews as version 0.62 kept them; nothing is put here any more. */
  keptReviews: { key: string; value: { key: string } };
}

type Upgrade = IDBPTransaction<OutboxSchema, StoreNames<OutboxSchema>[], 'versionchange'>;
export type Migration = (
  database: IDBPDatabase<OutboxSchema>,
  transaction: Upgrade,
) => void | Promise<void>;

/**
 * Migration n brings version n to n + 1; the version is the length of the list. A step that was ever
 * released never changes, and a new one only adds: an older page that is still open goes on working
 * with the newer database, and no record is ever lost.
 */
export const MIGRATIONS: Migration[] = [
  (database) => {
    database.createObjectStore('records', { keyPath: 'key' });
    database.createObjectStore('objects');
    database.createObjectStore('receipts', { keyPath: 'key' });
    database.createObjectStore('drafts');
    database.createObjectStore('keptReviews', { keyPath: 'key' });
  },
  async (database, transaction) => {
    database.createObjectStore('files', { keyPath: 'id' });
    await takeOverDraft(transaction);
  },
];

/** The draft under this key; version 1 had its parts under keys of their own. */
export const DRAFT = 'current';

/** The draft of version 1, its images prepared already, or as they were chosen. */
const OldDraft = v.object({
  fields: AnyFields,
  images: v.fallback(
    v.array(
      v.object({
        id: v.string(),
        name: v.string(),
        type: v.string(),
        bytes: v.exactOptional(v.custom<ArrayBuffer>((value) => value instanceof ArrayBuffer)),
        file: v.exactOptional(v.custom<Blob>((value) => value instanceof Blob)),
      }),
    ),
    [],
  ),
  replaces: v.exactOptional(v.string()),
});

async function takeOverDraft(transaction: Upgrade): Promise<void> {
  const drafts = transaction.objectStore('drafts');
  const [keys, values] = await Promise.all([drafts.getAllKeys(), drafts.getAll()]);
  const parts = Object.fromEntries(keys.map((key, index) => [key, values[index]]));
  await drafts.clear();
  const old = v.safeParse(OldDraft, parts);
  if (!old.success || !('fields' in parts || 'images' in parts)) return;
  const draft: Draft = { ...old.output, images: [] };
  for (const { bytes, file: chosen, ...image } of old.output.images) {
    const file = bytes ?? chosen;
    if (!file) continue;
    draft.images.push(image);
    await transaction.objectStore('files').put({ ...image, file, addedAt: Date.now() });
  }
  await drafts.put(draft, DRAFT);
}
