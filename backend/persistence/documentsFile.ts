/**
 * Keeps Firestore's documents on disk, in one file. The file is rewritten before a commit is answered, so a crash never
 * loses an acknowledged commit and never leaves half of one.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FirestoreStore, StoreSnapshot } from '../firestore/firestoreStore';
import { CorruptedData, writeFileAtomically } from './atomicFiles';

const pathIn = (folder: string) => join(folder, 'firestore.json');

/** Reads the stored documents. Undefined at the first start. Throws `CorruptedData` if the file is not valid. */
export function readDocuments(folder: string): StoreSnapshot | undefined {
  const path = pathIn(folder);
  if (!existsSync(path)) return undefined;
  try {
    const snapshot = JSON.parse(readFileSync(path, 'utf8')) as StoreSnapshot;
    if (snapshot.version !== 1 || !Array.isArray(snapshot.documents)) {
      throw new Error('It is not a snapshot of version 1.');
    }
    return snapshot;
  } catch (error) {
    throw new CorruptedData(path, error);
  }
}

/** Writes all documents of a store to disk, now and after each commit. */
export function keepDocuments(folder: string, store: FirestoreStore): void {
  const write = () => writeFileAtomically(pathIn(folder), `${JSON.stringify(store.snapshot())}\n`);
  write();
  store.subscribe(write);
}
