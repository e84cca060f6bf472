import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LocalAccount } from './auth/accounts';
import { createFirestoreStore, type FirestoreStore } from './firestore/store';
import { writeFileAtomically } from './persistence/atomicFile';
import { lockData } from './persistence/dataLock';
import { openFirestoreJournal } from './persistence/firestoreJournal';
import { openRecords, type Records } from './persistence/records';
import {
  createObjectStore,
  createUploadSessions,
  type ObjectStore,
  type UploadSessions,
} from './storage/index';

export interface Stores {
  firestore: FirestoreStore;
  objects: ObjectStore;
  sessions: UploadSessions;
  accounts: Records<LocalAccount>;
  /** Calls `move` with the Storage origin of the last run where it was another one. */
  moveTo(storageOrigin: string, move: (from: string) => void): void;
  close(): void;
}

export interface StoresOptions {
  bucket: string;
  /** Null keeps everything in memory. */
  dataDir: string | null;
  now: () => Date;
}

/** Opens what the backend stores. Throws `DataInUse`, `CorruptedData`. */
export function openStores({ bucket, dataDir, now }: StoresOptions): Stores {
  if (dataDir === null) return { ...openAll(bucket, null, now), moveTo() {}, close() {} };
  mkdirSync(dataDir, { recursive: true });
  const unlock = lockData(dataDir);
  try {
    const { journal, ...stores } = openAll(bucket, dataDir, now);
    return {
      ...stores,
      moveTo: (origin, move) => moveTo(join(dataDir, 'origin'), origin, move),
      close() {
        journal?.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

function openAll(bucket: string, dataDir: string | null, now: () => Date) {
  const storageDir = dataDir && join(dataDir, 'storage');
  const journal = dataDir === null ? undefined : openFirestoreJournal(dataDir);
  const initial = journal?.initial;
  const firestore = createFirestoreStore({ now, ...(initial && { initial }) });
  journal?.follow(firestore);
  const objects = createObjectStore({ bucket, dataDir: storageDir, now });
  return {
    journal,
    firestore,
    objects,
    sessions: createUploadSessions({ objects, dataDir: storageDir, now }),
    accounts: openRecords<LocalAccount>(dataDir && join(dataDir, 'accounts')),
  };
}

function moveTo(path: string, origin: string, move: (from: string) => void): void {
  const previous = existsSync(path) ? readFileSync(path, 'utf8').trim() : origin;
  if (previous !== origin) move(previous);
  writeFileAtomically(path, `${origin}\n`);
}
