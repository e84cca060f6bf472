import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';
import type { ChosenFile, SentRequest } from '../ports/outbox';
import type { Draft } from '../domain/types';
import type { ObjectPart, PendingRequest, PreparedImage } from './record';

/** The IndexedDB database that the page and the service worker share. */
export const DATABASE = 'outbox';

/** A chosen file as it lies here. Some private windows keep no Blobs: then its bytes. */
export type StoredFile = Omit<ChosenFile, 'file'> & {
  file: Blob | ArrayBuffer;
  /** Milliseconds since 1970. */
  addedAt: number;
  /** Of an entry beside a file: what was prepared of it before it was sent. */
  ahead?: Ahead;
};

/** What became of preparing a file ahead: so many tries that nobody came back from, then the picture. */
export interface Ahead {
  tries: number;
  image?: PreparedImage;
}

export interface OutboxSchema extends DBSchema {
  records: { key: string; value: PendingRequest };
  /** One prepared object's bytes: record, index of the image, itself or its thumbnail. */
  objects: { key: [string, number, ObjectPart]; value: ArrayBuffer };
  /** Files as they were chosen: the draft's, and those of records until they are prepared. */
  files: { key: string; value: StoredFile };
  receipts: { key: string; value: SentRequest };
  drafts: { key: string; value: Draft };
}

type Upgrade = IDBPTransaction<OutboxSchema, StoreNames<OutboxSchema>[], 'versionchange'>;
export type Migration = (
  database: IDBPDatabase<OutboxSchema>,
  transaction: Upgrade,
) => void | Promise<void>;

const STORES: { name: StoreNames<OutboxSchema>; keyPath?: string }[] = [
  { name: 'records', keyPath: 'key' },
  { name: 'objects' },
  { name: 'files', keyPath: 'id' },
  { name: 'receipts', keyPath: 'key' },
  { name: 'drafts' },
];

/**
 * The database's version before the first of these steps; it never falls, or a browser would refuse to open
 * what it has.
 */
const BEFORE = 1;

/**
 * Step n brings version `BEFORE` + n to the next. A step that was ever released never changes, and a new one
 * only adds: an older page that is still open goes on working with the newer database, and no record is ever
 * lost.
 */
export const MIGRATIONS: Migration[] = [
  (database) => {
    for (const { name, keyPath } of STORES) {
      // Who has developed the app may have some of them.
      if (database.objectStoreNames.contains(name)) continue;
      database.createObjectStore(name, keyPath === undefined ? {} : { keyPath });
    }
  },
];

/** The version that these steps lead to. */
export const versionAfter = (migrations: Migration[]): number => BEFORE + migrations.length;

/** The steps from one version of the database on. */
export const migrationsFrom = (migrations: Migration[], version: number): Migration[] =>
  migrations.slice(Math.max(0, version - BEFORE));

/** The draft lies under this key. */
export const DRAFT = 'current';
