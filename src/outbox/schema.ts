import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';
import type { PendingRequest, ObjectPart, Receipt } from '../domain/outbox';
import type { DraftImage } from '../domain/ports';
import type { RequestFields } from '../domain/types';

/** The IndexedDB database that the page and the service worker share. */
export const DATABASE = 'outbox';

export interface OutboxSchema extends DBSchema {
  records: { key: string; value: PendingRequest };
  /** One object's bytes: record, index of the picture, itself or its thumbnail. */
  objects: { key: [string, number, ObjectPart]; value: ArrayBuffer };
  receipts: { key: string; value: Receipt };
  drafts: {
    key: 'fields' | 'images' | 'replaces' | 'draft';
    value: RequestFields | DraftImage[] | string;
  };
  /** Reviews as earlier versions of the app kept them; nothing is put here any more. */
  keptReviews: { key: string; value: { key: string } };
  /** Who delivers, where the browser has no Web Locks. */
  leases: { key: string; value: { name: string; owner: string; until: number } };
}

export type Migration = (
  database: IDBPDatabase<OutboxSchema>,
  transaction: IDBPTransaction<OutboxSchema, StoreNames<OutboxSchema>[], 'versionchange'>,
) => void | Promise<void>;

/**
 * Migration n brings version n to n + 1; the version is the length of the list. A step that was ever
 * released never changes, and a new one only adds (stores, indexes, optional fields): an older page
 * that is still open goes on working with the newer database, and no record is ever lost.
 */
export const MIGRATIONS: Migration[] = [
  (database) => {
    database.createObjectStore('records', { keyPath: 'key' });
    database.createObjectStore('objects');
    database.createObjectStore('receipts', { keyPath: 'key' });
    database.createObjectStore('drafts');
    database.createObjectStore('leases', { keyPath: 'name' });
    database.createObjectStore('keptReviews', { keyPath: 'key' });
  },
];
