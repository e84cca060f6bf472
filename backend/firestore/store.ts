import type { ProtoFields } from '../rules/types';
import { compareStrings, sameFields } from './order';
import { documentPath, lastSegment, parentCollection } from './paths';
import { formatMicros, microsOf, parseMicros, type Micros } from './time';

export interface StoredDocument {
  /** `gallery/x`. */
  readonly path: string;
  readonly fields: ProtoFields;
  /** RFC 3339, microseconds. */
  readonly createTime: string;
  readonly updateTime: string;
}

/** Sets the whole document to canonical values, or deletes it where `fields` is null. */
export interface StoreWrite {
  path: string;
  fields: ProtoFields | null;
}

export interface CommitResult {
  commitTime: string;
  /** One per write; a write that changed nothing keeps the old time, a delete has none. */
  updateTimes: (string | null)[];
}

/** Told every document that came, changed or went, once. */
type Listener = (paths: string[]) => void;

/** What `snapshot()` gives and `initial` takes: plain JSON. */
export interface StoreSnapshot {
  version: 1;
  /** Time of the last commit; null before the first. */
  commitTime: string | null;
  documents: StoredDocument[];
}

export type FirestoreStore = ReturnType<typeof createFirestoreStore>;

/** Deletions remembered for resuming listeners; beyond that they start afresh. */
const MAX_TOMBSTONES = 10_000;

/** An in-memory document store with atomic commits at strictly increasing times. */
export function createFirestoreStore({ now, initial }: { now(): Date; initial?: StoreSnapshot }) {
  const documents = new Map<string, StoredDocument>();
  const collections = new Map<string, Map<string, StoredDocument>>();
  const tombstones = new Map<string, Micros>();
  const listeners = new Set<Listener>();
  const times = (initial?.documents ?? []).map(({ updateTime }) => updateTime);
  if (initial?.commitTime) times.push(initial.commitTime);
  let lastTime: Micros = times.reduce((last, time) => Math.max(last, parseMicros(time)), 0);
  /** Deletions before this time are not known: a store starts without a history of its own. */
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
    // Deleted first, so that the map stays ordered by time.
    tombstones.delete(path);
    tombstones.set(path, time);
    for (const [oldest, when] of tombstones) {
      if (tombstones.size <= MAX_TOMBSTONES) break;
      tombstones.delete(oldest);
      historyStart = when;
    }
  };

  /** A time at or after every commit so far, never going back: what a read may call its time. */
  const readTime = () => (lastTime = Math.max(lastTime, microsOf(now())));

  /** Applies already authorised writes, all or none; throws INVALID_ARGUMENT for a bad path. */
  const commit = (writes: readonly StoreWrite[]): CommitResult => {
    for (const write of writes) documentPath(write.path);
    const time = Math.max(lastTime + 1, microsOf(now()));
    lastTime = time;
    const commitTime = formatMicros(time);
    const changed = new Set<string>();
    const updateTimes = writes.map(({ path, fields }) => {
      const old = documents.get(path);
      if (fields === null) {
        if (old) remove(path, time);
        if (old) changed.add(path);
        return null;
      }
      if (old && sameFields(old.fields, fields)) return old.updateTime;
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
    /** The documents directly in a collection, by id. */
    list: (collectionPath: string) =>
      [...(collections.get(collectionPath)?.values() ?? [])].sort((a, b) =>
        compareStrings(lastSegment(a.path), lastSegment(b.path)),
      ),
    commit,
    /** Called after each commit that changed something. Returns what ends it. */
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
    /** Documents deleted after `since`, or null when that is not known any more. */
    deletedSince(since: Micros) {
      if (since < historyStart) return null;
      return [...tombstones].filter(([, when]) => when > since).map(([path]) => path);
    },
  };
}
