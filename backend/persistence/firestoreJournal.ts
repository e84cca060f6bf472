/**
 * Firestore's documents on disk: a snapshot, and a journal with one synced line per commit since.
 * A commit is on disk before its answer leaves, so a crash loses nothing that was acknowledged.
 */
import {
  appendFileSync,
  closeSync,
  existsSync,
  fdatasyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import type { FirestoreStore, StoreSnapshot, StoredDocument } from '../firestore/store';
import { compareTimestamps } from '../firestore/time';
import { CorruptedData, writeFileAtomically } from './files';

interface JournalLine {
  commitTime: string;
  changes: { path: string; document: StoredDocument | null }[];
}

/** Throws `CorruptedData` where a file cannot be understood; a last line torn by a crash is fine. */
export function openFirestoreJournal(folder: string) {
  mkdirSync(folder, { recursive: true });
  const snapshotPath = join(folder, 'firestore.json');
  const journalPath = join(folder, 'firestore.journal');
  const initial = replay(readSnapshot(snapshotPath), readJournal(journalPath), journalPath);
  let file: number | undefined;
  let followed: FirestoreStore | undefined;
  let unsubscribe: (() => void) | undefined;

  // The snapshot comes first: replaying an old journal over it changes nothing.
  const compact = (snapshot: StoreSnapshot) => {
    writeFileAtomically(snapshotPath, `${JSON.stringify(snapshot)}\n`);
    rmSync(journalPath, { force: true });
  };

  return {
    /** What was stored; undefined at the first start. */
    initial,
    /** Follows a store from now on. */
    follow(store: FirestoreStore) {
      followed = store;
      compact(store.snapshot());
      const journal = openSync(journalPath, 'a');
      file = journal;
      unsubscribe = store.subscribe(({ commitTime, paths }) => {
        const changes = paths.map((path) => ({ path, document: store.get(path) }));
        const line = JSON.stringify({ commitTime, changes } satisfies JournalLine);
        appendFileSync(journal, `${line}\n`);
        fdatasyncSync(journal);
      });
    },
    /** Writes a fresh snapshot and ends. */
    close() {
      unsubscribe?.();
      if (file !== undefined) closeSync(file);
      file = undefined;
      if (followed) compact(followed.snapshot());
      followed = undefined;
    },
  };
}

function readSnapshot(path: string): StoreSnapshot | undefined {
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

function readJournal(path: string): string[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  // Without its newline the last line was never acknowledged to anybody.
  lines.pop();
  return lines;
}

function replay(
  snapshot: StoreSnapshot | undefined,
  lines: string[],
  path: string,
): StoreSnapshot | undefined {
  if (lines.length === 0) return snapshot;
  const documents = new Map((snapshot?.documents ?? []).map((entry) => [entry.path, entry]));
  let commitTime = snapshot?.commitTime ?? null;
  for (const [index, line] of lines.entries()) {
    const entry = parseLine(line, index, path);
    for (const change of entry.changes) {
      if (change.document) documents.set(change.path, change.document);
      else documents.delete(change.path);
    }
    if (commitTime === null || compareTimestamps(entry.commitTime, commitTime) > 0)
      commitTime = entry.commitTime;
  }
  return { version: 1, commitTime, documents: [...documents.values()] };
}

function parseLine(line: string, index: number, path: string): JournalLine {
  try {
    const entry = JSON.parse(line) as JournalLine;
    if (!Array.isArray(entry.changes)) throw new Error('It is no journal entry.');
    return entry;
  } catch (error) {
    throw new CorruptedData(path, `Line ${index + 1}: ${String(error)}`);
  }
}
