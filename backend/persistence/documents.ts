/**
 * Firestore's documents on disk: one file, written anew before a commit is answered, so that a crash loses
 * nothing that was acknowledged and leaves no half of a commit.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FirestoreStore, StoreSnapshot } from '../firestore/store';
import { CorruptedData, writeFileAtomically } from './files';

const pathIn = (folder: string) => join(folder, 'firestore.json');

/** What was kept; undefined at the first start. Throws `CorruptedData` where it cannot be understood. */
export function readDocuments(folder: string): StoreSnapshot | undefined {
  const path = pathIn(folder);
  if (!existsSync(path)) return undefined;
  try {
    const snapshot = JSON.parse(readFileSync(path, 'utf8')) as StoreSnapshot;
    if (snapshot.version !== 1 || !Array.isArray(snapshot.documents)) {
      throw new Error('It is no snapshot of version 1.');
    }
    return snapshot;
  } catch (error) {
    throw new CorruptedData(path, error);
  }
}

/** Keeps what a store holds, now and after each commit. */
export function keepDocuments(folder: string, store: FirestoreStore): void {
  const write = () => writeFileAtomically(pathIn(folder), `${JSON.stringify(store.snapshot())}\n`);
  write();
  store.subscribe(write);
}
