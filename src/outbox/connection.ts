import { openDB, type IDBPDatabase } from 'idb';
import { DATABASE, MIGRATIONS, type Migration, type OutboxSchema } from './schema';
import { StorageError } from './store';

/** Milliseconds to wait for a database that does not open (another tab blocks it, a broken profile). */
const OPEN_TIMEOUT = 8_000;

type Database = IDBPDatabase<OutboxSchema>;

/** A connection that opens itself when needed and survives being closed under it. */
export interface Connection {
  /**
   * Runs `work`, which must be repeatable; once more (`isRepeated`) on a new connection when it was
   * closed under it.
   */
  run<T>(work: (database: Database, isRepeated: boolean) => Promise<T>): Promise<T>;
  close(): void;
}

/** Opens nothing yet; `run` rejects with `StorageError`, or with `work`'s own error. */
export function createConnection(migrations: Migration[] = MIGRATIONS): Connection {
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

  return {
    async run(work) {
      const database = await connect();
      try {
        return await work(database, false);
      } catch (error) {
        if (isFull(error)) throw new StorageError('full', error);
        if (!closed.has(database) && !isClosed(error)) throw error;
        if (!closed.has(database)) drop(database);
        return work(await connect(), true).catch((again: unknown) => {
          throw isFull(again) ? new StorageError('full', again) : again;
        });
      }
    },
    close() {
      void current?.then((database) => database.close());
      current = undefined;
    },
  };
}

async function open(
  migrations: Migration[],
  onLost: (database: Database) => void,
): Promise<Database> {
  if (typeof indexedDB === 'undefined') throw new Error('There is no IndexedDB here.');
  const attempt = () =>
    openVersion(migrations.length, migrations, onLost).catch((error: unknown) => {
      // A newer worker has migrated the database; what it added does not concern this older code.
      if (nameOf(error) === 'VersionError') return openVersion(undefined, migrations, onLost);
      throw error;
    });
  const opening = attempt().catch((error: unknown) => {
    // Chromium closes what is opened right after a forced close along with the old connections.
    if (nameOf(error) === 'AbortError') return attempt();
    throw error;
  });
  return within(OPEN_TIMEOUT, opening);
}

async function openVersion(
  version: number | undefined,
  migrations: Migration[],
  onLost: (database: Database) => void,
): Promise<Database> {
  const database: Database = await openDB<OutboxSchema>(DATABASE, version, {
    async upgrade(db, oldVersion, newVersion, transaction) {
      for (const migrate of migrations.slice(oldVersion, newVersion ?? migrations.length)) {
        await migrate(db, transaction);
      }
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

/** A database that opens too late is closed again: nothing may hold a connection nobody knows. */
function within(milliseconds: number, opening: Promise<Database>): Promise<Database> {
  return new Promise((resolve, reject) => {
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      reject(new Error('The database did not open in time.'));
    }, milliseconds);
    opening.then(
      (database) => {
        clearTimeout(timer);
        if (late) database.close();
        else resolve(database);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error instanceof Error ? error : new Error(String(error)));
      },
    );
  });
}

function nameOf(error: unknown): string {
  return (error as { name?: string } | undefined)?.name ?? '';
}

function isFull(error: unknown): boolean {
  return nameOf(error) === 'QuotaExceededError';
}

/** How browsers say that a connection is gone: closing, aborted by force, lost (WebKit). */
function isClosed(error: unknown): boolean {
  return ['InvalidStateError', 'AbortError', 'UnknownError'].includes(nameOf(error));
}
