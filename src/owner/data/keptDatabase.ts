/** The database of the work that is not published yet (keptWork.ts). Where it fails, calls say so, and none rejects. */
import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction } from 'idb';
import type { KeptWork } from '../../../machines/workEditorSetup';
import { log } from '../../lib/log';
import { within } from '../../lib/promises';
import type { PreparedWorkPicture } from '../../pictures/prepareWorkPicture';

const DATABASE = 'owner-work';
/** Milliseconds to wait for the database to open. It may never: another tab blocks it, a profile is broken. */
const OPEN_TIMEOUT = 8_000;

interface Schema extends DBSchema {
  works: { key: string; value: KeptWork };
  /** Chosen files that are not prepared yet, by the id of their picture. */
  files: { key: string; value: { type: string; bytes: ArrayBuffer } };
  prepared: { key: string; value: PreparedWorkPicture };
}

type Database = IDBPDatabase<Schema>;

/** What a transaction fails with whose database the browser has closed, or has lost (WebKit). */
const CLOSED_ERRORS = ['InvalidStateError', 'AbortError', 'UnknownError'];

export const STORES = ['works', 'files', 'prepared'] as const;

export type Reading = IDBPTransaction<Schema, typeof STORES, 'readonly'>;
export type Writing = IDBPTransaction<Schema, typeof STORES, 'readwrite'>;

export function createKeptDatabase() {
  let current: Promise<Database> | undefined;
  /** Calls follow one another: a later state of the work must not be overwritten by an earlier one. */
  let last: Promise<unknown> = Promise.resolve();

  const connect = () => {
    current ??= open(() => {
      current = undefined;
    }).catch((error: unknown) => {
      // The next call opens it again.
      current = undefined;
      throw error;
    });
    return current;
  };

  /** Where the browser has closed the database meanwhile, it is opened again. */
  const run = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
    const database = await connect();
    try {
      return await work(database);
    } catch (error) {
      if (!CLOSED_ERRORS.includes((error as { name?: string } | null)?.name ?? '')) throw error;
      database.close();
      current = undefined;
      return work(await connect());
    }
  };
  /** Behind all earlier calls. `ok` is false where the phone stores nothing. Never rejects. */
  const inOrder = <T>(work: (database: Database) => Promise<T>): Promise<Attempt<T>> => {
    const result = last.then(async (): Promise<Attempt<T>> => {
      try {
        return { ok: true, value: await run(work) };
      } catch (error) {
        log('This phone could not keep the work, or not read it.', error);
        return { ok: false };
      }
    });
    last = result;
    return result;
  };

  /** One transaction that only reads. */
  const read = <T>(work: (transaction: Reading) => Promise<T>): Promise<Attempt<T>> =>
    inOrder((database) => work(begin(database, 'readonly')));

  return {
    read,
    /** One record. Rejects where the phone cannot say: what cannot be read now is not lost. */
    async find(store: (typeof STORES)[number], id: string): Promise<unknown> {
      const found = await read<unknown>((transaction) => transaction.objectStore(store).get(id));
      if (!found.ok) throw new Error('This phone could not read what it keeps.');
      return found.value;
    },
    /** One transaction, all or nothing. Resolves only after it is complete. */
    write: (work: (transaction: Writing) => Promise<unknown>): Promise<Attempt<void>> =>
      inOrder(async (database) => {
        const transaction = begin(database, 'readwrite');
        const working = work(transaction).catch((error: unknown) => {
          abort(transaction);
          throw error;
        });
        await Promise.all([working, transaction.done]);
      }),
  };
}

/** What a call has given. Not `ok`: the phone stores nothing, or no more. */
export type Attempt<T> = { ok: true; value: T } | { ok: false };

/**
 * Begins a transaction. Where the browser breaks it off, its requests fail, and `done` does, too: whoever waits for the
 * requests alone must not leave an error that nobody caught.
 */
function begin<Mode extends IDBTransactionMode>(database: Database, mode: Mode) {
  const transaction = database.transaction(STORES, mode);
  transaction.done.catch(() => undefined);
  return transaction;
}

/** Undoes the writes of a transaction, unless the failure itself has aborted it. */
function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch (error) {
    if ((error as { name?: string }).name !== 'InvalidStateError') throw error;
  }
}

/** `onClosed`: the browser has closed the database, or a newer page wants to change it. */
async function open(onClosed: () => void): Promise<Database> {
  const opening = openDB<Schema>(DATABASE, 1, {
    upgrade(database) {
      for (const name of STORES) database.createObjectStore(name);
    },
    blocking(_, __, event) {
      (event.target as IDBDatabase).close();
      onClosed();
    },
    terminated: onClosed,
  });
  return within(OPEN_TIMEOUT, opening).catch((error: unknown) => {
    // One that opens too late is closed again, because nobody would use or close it.
    opening.then(
      (database) => database.close(),
      () => undefined,
    );
    throw error;
  });
}
