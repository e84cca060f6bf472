import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';
import { abort, begin, createConnection, type Transaction } from '../../lib/database';
import { retryableOnce } from '../../lib/promises';
import type { ChosenFile } from '../port';
import type { EpochMs } from '../../domain/clock';
import type { Draft, SentRequest } from '../../domain/types';
import type { PreparedImage } from '../../pictures/prepareImage';
import type { ObjectPart, OutboxRecord } from '../record';
import { readSpares } from './spares';

export const DATABASE = 'outbox';

/** A chosen file in the database: as its bytes where that cannot store Blobs. */
export type StoredFile = Omit<ChosenFile, 'file'> & {
  file: Blob | ArrayBuffer;
  addedAt: EpochMs;
};

/** Under `aheadId`. */
export interface StoredAhead {
  id: string;
  addedAt: EpochMs;
  ahead: PreparedAhead;
}

export interface PreparedAhead {
  /** Tries that were begun and never ended, because the worker died; 0 once the picture is there. */
  tries: number;
  image?: PreparedImage;
}

export interface OutboxSchema extends DBSchema {
  records: { key: string; value: OutboxRecord };
  /** The bytes of one prepared object. The key: record, index of the image, image or thumbnail. */
  objects: { key: [string, number, ObjectPart]; value: ArrayBuffer };
  /**
   * Chosen files, and what of them is prepared ahead: those of the draft, and those of records until they are prepared.
   */
  files: { key: string; value: StoredFile | StoredAhead };
  sentRequests: { key: string; value: SentRequest };
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
  { name: 'sentRequests', keyPath: 'key' },
  { name: 'drafts' },
];

/** The database's version before the first migration. Never lower it: browsers refuse to open an older version. */
const BASE_VERSION = 1;

/**
 * The migration at index n leads from version `BASE_VERSION` + n to the next version. A released migration
 * never changes, and a new one only adds to the database. So an older page that is still open can go on
 * working with the newer database, and no record is ever lost.
 */
export const MIGRATIONS: Migration[] = [
  (database) => {
    for (const { name, keyPath } of STORES) {
      database.createObjectStore(name, keyPath === undefined ? {} : { keyPath });
    }
  },
];

export const versionAfter = (migrations: Migration[]): number => BASE_VERSION + migrations.length;

export const migrationsFrom = (migrations: Migration[], version: number): Migration[] =>
  migrations.slice(Math.max(0, version - BASE_VERSION));

export const DRAFT = 'current';

export type OutboxTransaction<Mode extends IDBTransactionMode = 'readwrite'> = Transaction<
  OutboxSchema,
  Mode
>;
export type OutboxConnection = ReturnType<typeof connectOutbox>;

/** A connection to the outbox's database. Its methods reject as those of `createConnection`. */
export function connectOutbox(migrations: Migration[] = MIGRATIONS) {
  const connection = createConnection<OutboxSchema>({
    name: DATABASE,
    version: versionAfter(migrations),
    async upgrade(database, from, transaction) {
      for (const migrate of migrationsFrom(migrations, from)) await migrate(database, transaction);
      if (from === 0) await restoreSpares(transaction);
    },
  });
  return {
    ...connection,
    canStoreBlobs: retryableOnce(() => connection.run(storesBlobs)),
  };
}

/**
 * Puts into a new database what the browser has lost with the old one. A transaction ends as soon as nothing is asked of
 * it, and does not wait for a Cache: so it is asked something until the Cache has answered.
 */
async function restoreSpares(transaction: Upgrade): Promise<void> {
  const lost: { records?: OutboxRecord[] } = {};
  void readSpares(Date.now()).then((records) => Object.assign(lost, { records }));
  const store = transaction.objectStore('records');
  while (!lost.records) await store.count();
  for (const record of lost.records) await store.put(record);
}

/**
 * Tries to store a Blob, in a transaction that is aborted. WebKit's private windows cannot store them, and there the
 * commit of a Blob would never end.
 */
async function storesBlobs(database: IDBPDatabase<OutboxSchema>): Promise<boolean> {
  const transaction = begin(database, ['files'], 'readwrite');
  const probe = { id: '', name: '', type: '', file: new Blob(['']), addedAt: 0 };
  const isStored = await (async () => transaction.objectStore('files').put(probe))().then(
    () => true,
    () => false,
  );
  abort(transaction);
  await transaction.done.catch(() => undefined);
  return isStored;
}
