import { isDeepStrictEqual } from 'node:util';
import type { ProtoFields } from '../rules/types';
import { compareStrings } from './order';
import { documentPath, lastSegment, parentCollection } from './paths';
import { formatMicros, microsOf, parseMicros, type Micros } from './micros';

export interface StoredDocument {
  /** The path of the document, such as `gallery/x`. */
  readonly path: string;
  readonly fields: ProtoFields;
  /** RFC 3339, in microseconds; so is `updateTime`. */
  readonly createTime: string;
  readonly updateTime: string;
}

/** Replaces the whole document by these canonical values, or deletes it if `fields` is null. */
export interface StoreWrite {
  path: string;
  fields: ProtoFields | null;
}

export interface CommitResult {
  commitTime: string;
  /** One for each write: the old time if the write changed nothing, null for a delete. */
  updateTimes: (string | null)[];
}

/** Called with the path of every document that was created, changed or deleted, each once. */
type Listener = (paths: string[]) => void;

/** All data of a store as plain JSON: the result of `snapshot()`, and the `initial` data of a new store. */
export interface StoreSnapshot {
  version: 1;
  /** The time of the last commit; null before the first one. */
  commitTime: string | null;
  documents: StoredDocument[];
}

export type FirestoreStore = ReturnType<typeof createFirestoreStore>;

/** So many deletions are remembered for listeners that resume. A listener that needs more starts again. */
const MAX_TOMBSTONES = 10_000;

const byId = (siblings: StoredDocument[]) =>
  siblings.sort((a, b) => compareStrings(lastSegment(a.path), lastSegment(b.path)));

const groupOf = (collections: ReadonlyMap<string, Map<string, StoredDocument>>, name: string) =>
  [...collections]
    .filter(([path]) => lastSegment(path) === name)
    .flatMap(([, siblings]) => [...siblings.values()]);

/** An in-memory document store. Commits are atomic, and each has a later time than the one before. */
export function createFirestoreStore({ now, initial }: { now(): Date; initial?: StoreSnapshot }) {
  const documents = new Map<string, StoredDocument>();
  const collections = new Map<string, Map<string, StoredDocument>>();
  const tombstones = new Map<string, Micros>();
  const listeners = new Set<Listener>();
  const times = (initial?.documents ?? []).map(({ updateTime }) => updateTime);
  if (initial?.commitTime) times.push(initial.commitTime);
  let lastTime: Micros = times.reduce((last, time) => Math.max(last, parseMicros(time)), 0);
  /** Deletions before this time are not known. A new store knows none. */
  let historyStart: Micros = initial ? lastTime : microsOf(now());

  const put = (document: StoredDocument) => {
    const collection = parentCollection(document.path);
    const siblings = collections.get(collection) ?? new Map<string, StoredDocument>();
    collections.set(collection, siblings.set(document.path, document));
    documents.set(document.path, document);
    tombstones.delete(document.path);
  };

  const remove = (path: string, time: Micros) => {
    const collection = parentCollection(path);
    const siblings = collections.get(collection);
    siblings?.delete(path);
    if (siblings?.size === 0) collections.delete(collection);
    documents.delete(path);
    // An existing entry is deleted first, so that the map stays ordered by time.
    tombstones.delete(path);
    tombstones.set(path, time);
    for (const [oldest, when] of tombstones) {
      if (tombstones.size <= MAX_TOMBSTONES) break;
      tombstones.delete(oldest);
      historyStart = when;
    }
  };

  /** The time of a read. It is never before an earlier commit or read. */
  const readTime = () => {
    lastTime = Math.max(lastTime, microsOf(now()));
    return lastTime;
  };

  /** Applies writes that are already authorised, all or none. Throws INVALID_ARGUMENT for an invalid path. */
  const commit = (writes: readonly StoreWrite[]): CommitResult => {
    for (const write of writes) documentPath(write.path);
    const time = Math.max(lastTime + 1, microsOf(now()));
    lastTime = time;
    const commitTime = formatMicros(time);
    const changed = new Set<string>();
    const updateTimes = writes.map(({ path, fields }) => {
      const old = documents.get(path);
      if (fields === null) {
        if (old) {
          remove(path, time);
          changed.add(path);
        }
        return null;
      }
      // In any order of the names, and with the types: 1 is no 1.0, and 0 no -0.
      if (old && isDeepStrictEqual(old.fields, fields)) return old.updateTime;
      const createTime = old?.createTime ?? commitTime;
      put({ path, fields: structuredClone(fields), createTime, updateTime: commitTime });
      changed.add(path);
      return commitTime;
    });
    if (changed.size > 0) for (const listener of listeners) listener([...changed]);
    return { commitTime, updateTimes };
  };

  for (const document of initial?.documents ?? []) put(document);

  return {
    get: (path: string): StoredDocument | null => documents.get(path) ?? null,
    /** The documents directly in a collection, ordered by id. */
    list: (collectionPath: string) => byId([...(collections.get(collectionPath)?.values() ?? [])]),
    /** The documents of every collection with this name, in no certain order. */
    listGroup: (name: string) => groupOf(collections, name),
    commit,
    /** Calls `listener` after each commit that changed something. Returns a function that unsubscribes it. */
    subscribe(listener: Listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    snapshot: (): StoreSnapshot => ({
      version: 1,
      commitTime: lastTime === 0 ? null : formatMicros(lastTime),
      documents: [...documents.values()],
    }),
    readTime,
    /** The paths of documents deleted after `since`. Null if the store does not remember them any more. */
    deletedSince(since: Micros) {
      if (since < historyStart) return null;
      return [...tombstones].filter(([, when]) => when > since).map(([path]) => path);
    },
  };
}
