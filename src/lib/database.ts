/**
 * A connection to an IndexedDB database that goes on: it opens when it is first needed, and opens again after the browser
 * has closed it.
 */
import {
  openDB,
  type DBSchema,
  type IDBPDatabase,
  type IDBPTransaction,
  type StoreNames,
} from 'idb';
import { attempt } from './browser';
import { within } from './promises';

/** The database did not open (`unavailable`), or the device has no room (`full`). */
export class StorageError extends Error {
  override name = 'StorageError';
  constructor(
    readonly outcome: 'unavailable' | 'full',
    cause?: unknown,
  ) {
    super(`The storage of this device is ${outcome}.`, { cause });
  }
}

/** Milliseconds to wait for the database to open. It may never: another tab blocks it, a profile is broken. */
const OPEN_TIMEOUT = 8_000;
/**
 * Milliseconds until a transaction counts as failed. A transaction of this tab or of another one may never end, and then
 * each later one waits behind it. One that counts as failed may still be committed later, as where a connection was lost.
 */
export const ANSWER_TIMEOUT = 20_000;

export type Transaction<
  Schema extends DBSchema,
  Mode extends IDBTransactionMode = 'readwrite',
> = IDBPTransaction<Schema, StoreNames<Schema>[], Mode>;

export interface DatabaseOptions<Schema extends DBSchema> {
  name: string;
  version: number;
  /**
   * Brings the database to `version` from an earlier one; 0: it is new. It may only add. Where it throws or rejects, all of
   * it is undone, and the database does not open.
   */
  upgrade(
    database: IDBPDatabase<Schema>,
    from: number,
    transaction: IDBPTransaction<Schema, StoreNames<Schema>[], 'versionchange'>,
  ): void | Promise<void>;
}

/** The database as it is open now: opened at the first use, and again after it was closed. */
function createOpening<Schema extends DBSchema>(options: DatabaseOptions<Schema>) {
  type Database = IDBPDatabase<Schema>;
  let current: Promise<Database> | undefined;
  /** While the page is left: resolves when it comes back. */
  let away: { isBack: Promise<void>; end(): void } | undefined;
  const closed = new WeakSet<Database>();

  const drop = (database: Database) => {
    closed.add(database);
    current = undefined;
  };
  const close = () => {
    current?.then(
      (database) => {
        closed.add(database);
        database.close();
      },
      () => undefined,
    );
    current = undefined;
  };
  return {
    isClosed: (database: Database) => closed.has(database),
    drop,
    async connect(): Promise<Database> {
      await away?.isBack;
      current ??= open(options, drop).catch((error: unknown) => {
        current = undefined;
        throw new StorageError('unavailable', error);
      });
      return current;
    },
    close,
    /** Closes it for as long as its page is left. What was begun by then is still committed. */
    letGo() {
      if (away) return;
      let end = () => {};
      const isBack = new Promise<void>((resolve) => (end = resolve));
      away = { isBack, end };
      close();
    },
    /** The page is back: the next use opens it again. */
    goOn() {
      away?.end();
      away = undefined;
    },
  };
}

/**
 * A connection to a database. Every method rejects with `StorageError` if the database does not open or is full. It rejects
 * with another error if no answer comes within `ANSWER_TIMEOUT`, and with the error of the work itself if that fails.
 */
export function createConnection<Schema extends DBSchema>(options: DatabaseOptions<Schema>) {
  type Database = IDBPDatabase<Schema>;
  type Name = StoreNames<Schema>;
  const { isClosed, drop, connect, close, letGo, goOn } = createOpening(options);

  /**
   * Runs `work`. If the connection was closed during it, runs it once more on a new connection, with `isRepeated` true.
   * So `work` must be repeatable.
   */
  async function run<T>(work: (database: Database, isRepeated: boolean) => Promise<T>): Promise<T> {
    const answer = (database: Database, isRepeated: boolean) =>
      within(ANSWER_TIMEOUT, work(database, isRepeated));
    try {
      const database = await connect();
      try {
        return await answer(database, false);
      } catch (error) {
        if (!isClosed(database) && !CLOSED_ERRORS.includes(nameOf(error))) throw error;
        if (!isClosed(database)) drop(database);
      }
      return await answer(await connect(), true);
    } catch (error) {
      throw nameOf(error) === 'QuotaExceededError' ? new StorageError('full', error) : error;
    }
  }

  return {
    run,
    read: <T>(
      names: Name[],
      work: (transaction: Transaction<Schema, 'readonly'>) => Promise<T>,
    ): Promise<T> =>
      run((database) => work(begin<Schema, 'readonly'>(database, names, 'readonly'))),
    /** One read-write transaction, all or nothing. Resolves only after it is complete. */
    write: <T>(
      names: Name[],
      work: (transaction: Transaction<Schema>) => Promise<T>,
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
     * Hands all writes to the database at once, all or nothing. They are written even if the page is closed right after
     * the call. `isDone` is asked before a second try: the first may have been committed although its connection was
     * lost.
     */
    writeAtOnce: (
      names: Name[],
      writes: (transaction: Transaction<Schema>) => Iterable<Promise<unknown>>,
      { isDone, ...options }: AtOnceOptions<Schema> = {},
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
    close,
    letGo,
    goOn,
  };
}

/** A transaction with this option completes only when the data is on the disk, not in a cache of the system. */
export const STRICT = { durability: 'strict' } as const;

interface AtOnceOptions<Schema extends DBSchema> extends IDBTransactionOptions {
  isDone?: (transaction: Transaction<Schema>) => Promise<boolean>;
}

/**
 * Begins a transaction. Where the browser breaks it off, its requests fail, and `done` does, too: whoever waits for the
 * requests alone must not leave an error that nobody caught.
 */
export function begin<Schema extends DBSchema, Mode extends IDBTransactionMode>(
  database: IDBPDatabase<Schema>,
  names: StoreNames<Schema>[],
  mode: Mode,
  options?: IDBTransactionOptions,
): Transaction<Schema, Mode> {
  const transaction = database.transaction(names, mode, options);
  transaction.done.catch(() => undefined);
  return transaction;
}

/** Undoes the writes of a transaction, unless the failure itself has aborted it. */
export function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch (error) {
    if (nameOf(error) !== 'InvalidStateError') throw error;
  }
}

async function open<Schema extends DBSchema>(
  options: DatabaseOptions<Schema>,
  onLost: (database: IDBPDatabase<Schema>) => void,
): Promise<IDBPDatabase<Schema>> {
  if (typeof indexedDB === 'undefined') throw new Error('There is no IndexedDB here.');
  const openIt = () =>
    openVersion(options, options.version, onLost).catch((error: unknown) => {
      // A newer worker or page has migrated the database. It has only added to it, so this older code opens it as it is.
      if (nameOf(error) === 'VersionError') return openVersion(options, undefined, onLost);
      throw error;
    });
  const opening = openIt().catch((error: unknown) => {
    // After a forced close, Chromium also closes the connection that is opened next. WebKit, whose server for all
    // databases has died, may say so once more.
    if (['AbortError', 'UnknownError'].includes(nameOf(error))) return openIt();
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

async function openVersion<Schema extends DBSchema>(
  { name, upgrade }: DatabaseOptions<Schema>,
  version: number | undefined,
  onLost: (database: IDBPDatabase<Schema>) => void,
): Promise<IDBPDatabase<Schema>> {
  let failure: unknown;
  const database: IDBPDatabase<Schema> = await openDB<Schema>(name, version, {
    // idb does not wait for a promise: the new version would be there, and half of its work never done.
    upgrade(db, from, _, transaction) {
      transaction.done.catch(() => undefined);
      attempt(() => upgrade(db, from, transaction)).catch((error: unknown) => {
        failure = error;
        abort(transaction);
      });
    },
    // A newer version of the app wants to migrate the database: close, and open again at the next use.
    blocking() {
      database.close();
      onLost(database);
    },
    terminated() {
      onLost(database);
    },
  }).catch((error: unknown) => {
    throw failure ?? error;
  });
  return database;
}

function nameOf(error: unknown): string {
  return (error as { name?: string } | undefined)?.name ?? '';
}

/** Names of the errors of a connection that is closing, was closed by force, or was lost (WebKit). */
const CLOSED_ERRORS = ['InvalidStateError', 'AbortError', 'UnknownError'];
