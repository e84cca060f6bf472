import { openDB, type IDBPDatabase, type IDBPTransaction, type StoreNames } from 'idb';
import { once, within } from '../lib/promises';
import {
  DATABASE,
  MIGRATIONS,
  migrationsFrom,
  versionAfter,
  type Migration,
  type OutboxSchema,
} from './schema';
import { StorageError } from './store';

/** Milliseconds to wait for a database that does not open (another tab blocks it, a broken profile). */
const OPEN_TIMEOUT = 8_000;

type Database = IDBPDatabase<OutboxSchema>;
type Name = StoreNames<OutboxSchema>;
export type Transaction = IDBPTransaction<OutboxSchema, Name[], 'readwrite'>;

export type Connection = ReturnType<typeof createConnection>;

/**
 * A connection that opens itself when needed and survives being closed under it. Everything rejects with
 * `StorageError` where the database does not open or is full, or with the error of the work itself.
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
   * Runs `work`, which must be repeatable; once more (`isRepeated`) on a new connection when it was
   * closed under it.
   */
  async function run<T>(work: (database: Database, isRepeated: boolean) => Promise<T>): Promise<T> {
    try {
      const database = await connect();
      try {
        return await work(database, false);
      } catch (error) {
        if (!closed.has(database) && !CLOSED.includes(nameOf(error))) throw error;
        if (!closed.has(database)) drop(database);
      }
      return await work(await connect(), true);
    } catch (error) {
      throw nameOf(error) === 'QuotaExceededError' ? new StorageError('full', error) : error;
    }
  }

  return {
    run,
    /**
     * Whether the database keeps Blobs, asked once, in a write that is taken back. In WebKit's private
     * windows it does not, and a committed write of one would never end there.
     */
    keepsBlobs: once(() =>
      run(async (database) => {
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
      }),
    ),
    /** One read-write transaction, all or nothing; resolves when it is complete, and then only. */
    write: <T>(names: Name[], work: (transaction: Transaction) => Promise<T>): Promise<T> =>
      run(async (database) => {
        const transaction = database.transaction(names, 'readwrite', STRICT);
        const working = work(transaction).catch((error: unknown) => {
          abort(transaction);
          throw error;
        });
        const [result] = await Promise.all([working, transaction.done]);
        return result;
      }),
    /**
     * Writes that are handed over in one go and committed, all or nothing: a page that is closed right
     * after has written them. `isDone` is asked when this is the second try: the first may have
     * committed although its connection was lost.
     */
    writeAtOnce: (
      names: Name[],
      writes: (transaction: Transaction) => Iterable<Promise<unknown>>,
      { isDone, ...options }: AtOnceOptions = {},
    ): Promise<void> =>
      run(async (database, isRepeated) => {
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
      }),
    close() {
      void current?.then((database) => database.close());
      current = undefined;
    },
  };
}

/** "Saved" is only said when the disk has it, not the page cache. */
export const STRICT = { durability: 'strict' } as const;

interface AtOnceOptions extends IDBTransactionOptions {
  isDone?: (transaction: Transaction) => Promise<boolean>;
}

/** Undoes what was written so far, unless the failure itself has done so. */
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
      // A newer worker has migrated the database; what it added does not concern this older code.
      if (nameOf(error) === 'VersionError') return openVersion(undefined, migrations, onLost);
      throw error;
    });
  const opening = attempt().catch((error: unknown) => {
    // Chromium closes what is opened right after a forced close along with the old connections.
    if (nameOf(error) === 'AbortError') return attempt();
    throw error;
  });
  return within(OPEN_TIMEOUT, opening).catch((error: unknown) => {
    // One that opens too late is closed again: nothing may hold a connection nobody knows.
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
    // A newer version wants in: let it, and reopen with the next use.
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

/** How browsers say that a connection is gone: closing, aborted by force, lost (WebKit). */
const CLOSED = ['InvalidStateError', 'AbortError', 'UnknownError'];
