import { openDB, type IDBPDatabase, type IDBPTransaction, type StoreNames } from 'idb';
import { retryableOnce, within } from '../../lib/promises';
import {
  DATABASE,
  MIGRATIONS,
  migrationsFrom,
  versionAfter,
  type Migration,
  type OutboxSchema,
} from './schema';
import { StorageError } from './outboxStore';

/** Milliseconds to wait for the database to open. It may never: another tab blocks it, a profile is broken. */
const OPEN_TIMEOUT = 8_000;

type Database = IDBPDatabase<OutboxSchema>;
type Name = StoreNames<OutboxSchema>;
export type ReadTransaction = IDBPTransaction<OutboxSchema, Name[], 'readonly'>;
export type Transaction = IDBPTransaction<OutboxSchema, Name[], 'readwrite'>;

export type Connection = ReturnType<typeof createConnection>;

/**
 * A connection to the database that opens when it is first needed, and opens again after the browser has
 * closed it. Every method rejects with `StorageError` if the database does not open or is full, and
 * otherwise with the error of the work itself.
 */
export function createConnection(migrations: Migration[] = MIGRATIONS) {
  let current: Promise<Database> | undefined;
  const closed = new WeakSet<Database>();

  const drop = (database: Database) => {
    closed.add(database);
    current = undefined;
  };

  const connect = (): Promise<Database> => {
    current ??= open(migrations, drop).catch((error: unknown) => {
      current = undefined;
      throw new StorageError('unavailable', error);
    });
    return current;
  };

  /**
   * Runs `work`. If the connection was closed during it, runs `work` once more on a new connection, with
   * `isRepeated` true. So `work` must be repeatable.
   */
  async function run<T>(work: (database: Database, isRepeated: boolean) => Promise<T>): Promise<T> {
    try {
      const database = await connect();
      try {
        return await work(database, false);
      } catch (error) {
        if (!closed.has(database) && !CLOSED_ERRORS.includes(nameOf(error))) throw error;
        if (!closed.has(database)) drop(database);
      }
      return await work(await connect(), true);
    } catch (error) {
      throw nameOf(error) === 'QuotaExceededError' ? new StorageError('full', error) : error;
    }
  }

  return {
    /** One transaction that only reads. */
    read: <T>(names: Name[], work: (transaction: ReadTransaction) => Promise<T>): Promise<T> =>
      run((database) => work(begin(database, names, 'readonly'))),
    /** Whether the database can store Blobs. Tried once. */
    canStoreBlobs: retryableOnce(() => run(storesBlobs)),
    /** One read-write transaction, all or nothing. Resolves only after it is complete. */
    write: <T>(
      names: Name[],
      work: (transaction: Transaction) => Promise<T>,
      options: IDBTransactionOptions = STRICT,
    ): Promise<T> =>
      run(async (database) => {
        const transaction = begin(database, names, 'readwrite', options);
        const working = work(transaction).catch((error: unknown) => {
          abort(transaction);
          throw error;
        });
        const [result] = await Promise.all([working, transaction.done]);
        return result;
      }),
    /**
     * Hands all writes to the database at once and commits them, all or nothing. They are written even if
     * the page is closed right after the call. `isDone` is asked before a second try: the first may have
     * been committed although its connection was lost.
     */
    writeAtOnce: (
      names: Name[],
      writes: (transaction: Transaction) => Iterable<Promise<unknown>>,
      { isDone, ...options }: AtOnceOptions = {},
    ): Promise<void> =>
      run(async (database, isRepeated) => {
        const transaction = begin(database, names, 'readwrite', options);
        const { done } = transaction;
        if (isRepeated && (await isDone?.(transaction))) return done;
        const requests: Promise<unknown>[] = [done];
        try {
          for (const request of writes(transaction)) requests.push(request);
          transaction.commit();
          await Promise.all(requests);
        } catch (error) {
          // If a value cannot be stored, `put` throws and the transaction is still open.
          abort(transaction);
          void Promise.allSettled(requests);
          throw error;
        }
      }),
    close() {
      current?.then(
        (database) => database.close(),
        () => undefined,
      );
      current = undefined;
    },
  };
}

/** A transaction with this option completes only when the data is on the disk, not in a cache of the system. */
export const STRICT = { durability: 'strict' } as const;

interface AtOnceOptions extends IDBTransactionOptions {
  isDone?: (transaction: Transaction) => Promise<boolean>;
}

/**
 * Begins a transaction. Where the browser breaks it off, its requests fail, and `done` does, too: whoever waits for the
 * requests alone must not leave an error that nobody caught.
 */
function begin<Mode extends IDBTransactionMode>(
  database: Database,
  names: Name[],
  mode: Mode,
  options?: IDBTransactionOptions,
): IDBPTransaction<OutboxSchema, Name[], Mode> {
  const transaction = database.transaction(names, mode, options);
  transaction.done.catch(() => undefined);
  return transaction;
}

/**
 * Tries to store a Blob, in a transaction that is aborted. WebKit's private windows cannot store them, and there the
 * commit of a Blob would never end.
 */
async function storesBlobs(database: Database): Promise<boolean> {
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

/** Undoes the writes of a transaction, unless the failure itself has aborted it. */
function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch (error) {
    if (nameOf(error) !== 'InvalidStateError') throw error;
  }
}

async function open(
  migrations: Migration[],
  onLost: (database: Database) => void,
): Promise<Database> {
  if (typeof indexedDB === 'undefined') throw new Error('There is no IndexedDB here.');
  const attempt = () =>
    openVersion(versionAfter(migrations), migrations, onLost).catch((error: unknown) => {
      // A newer worker has migrated the database. It has only added to it, so this older code opens it as it is.
      if (nameOf(error) === 'VersionError') return openVersion(undefined, migrations, onLost);
      throw error;
    });
  const opening = attempt().catch((error: unknown) => {
    // After a forced close, Chromium also closes the connection that is opened next. WebKit, whose server for all
    // databases has died, may say so once more.
    if (['AbortError', 'UnknownError'].includes(nameOf(error))) return attempt();
    throw error;
  });
  return within(OPEN_TIMEOUT, opening).catch((error: unknown) => {
    // A connection that opens too late is closed again, because nobody would use or close it.
    opening.then(
      (database) => database.close(),
      () => undefined,
    );
    throw error;
  });
}

async function openVersion(
  version: number | undefined,
  migrations: Migration[],
  onLost: (database: Database) => void,
): Promise<Database> {
  const database: Database = await openDB<OutboxSchema>(DATABASE, version, {
    async upgrade(db, oldVersion, _, transaction) {
      for (const migrate of migrationsFrom(migrations, oldVersion)) await migrate(db, transaction);
    },
    // A newer version of the app wants to migrate the database: close, and open again at the next use.
    blocking() {
      database.close();
      onLost(database);
    },
    terminated() {
      onLost(database);
    },
  });
  return database;
}

function nameOf(error: unknown): string {
  return (error as { name?: string } | undefined)?.name ?? '';
}

/** Names of the errors for a connection that is closing, was closed by force, or was lost (WebKit). */
const CLOSED_ERRORS = ['InvalidStateError', 'AbortError', 'UnknownError'];
