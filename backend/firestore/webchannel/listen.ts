import { asFirestoreError, invalid, type FirestoreError } from '../firestoreErrors';
import type { FirestoreStore, StoredDocument } from '../firestoreStore';
import type { Caller } from '../firestoreAccess';
import { toProtoDocument, type Service } from '../firestoreService';
import { formatMicros, normaliseTimestamp, parseMicros, type Micros } from '../micros';
import type { Raw } from '../firestoreValues';
import { parseTarget, targetId, type Target } from './targets';

export interface StreamContext {
  service: Service;
  caller: Caller;
  send(message: unknown): void;
}

export type ListenStream = ReturnType<typeof openListenStream>;

/** A target, and the paths of the results that the client has been told. */
interface FollowedTarget {
  target: Target;
  knownPaths: Set<string>;
}

/**
 * The `Listen` RPC (google.firestore.v1). For an added target, the client gets ADD, the documents, CURRENT and a
 * `targetChange` without type and ids (the snapshot boundary). After each later commit that touches a target, the
 * client gets the changed documents and a boundary.
 */
export function openListenStream(context: StreamContext) {
  const { service } = context;
  const followed = new Map<number, FollowedTarget>();
  const messages = createMessages(context);

  const refuse = (id: number, thrown: unknown) => {
    followed.delete(id);
    const error = asFirestoreError(thrown);
    if (error.status === 'INTERNAL') throw error;
    if (error.status === 'NOT_FOUND') service.log(`firestore: ${error.message}`);
    messages.refused(id, error);
  };

  const add = (raw: Raw, database: unknown) => {
    const id = targetId(raw['targetId']);
    if (followed.has(id)) throw invalid(`Target id already exists: ${id}`);
    let target: Target;
    let since: ResumePoint;
    let results: StoredDocument[];
    try {
      // These errors go to the target only. If they ended the stream, the SDK would open it again and again.
      service.names.path(database);
      target = parseTarget(raw, service, context.caller);
      since = resumePoint(raw);
      target.authorise();
      results = target.results();
    } catch (thrown) {
      return refuse(id, thrown);
    }
    followed.set(id, { target, knownPaths: new Set(results.map(({ path }) => path)) });
    messages.change('ADD', id);
    sendInitial(context, messages, target, results, since);
    if (raw['expectedCount'] !== undefined) messages.filter(id, results.length);
    messages.current(id);
    messages.boundary();
  };

  const update = (paths: readonly string[]) => {
    let isTouched = false;
    for (const entry of followed.values()) {
      const touched = paths.filter((path) => entry.target.covers(path));
      if (touched.length === 0) continue;
      try {
        entry.target.authorise();
        sendUpdate(context, messages, entry, touched);
        isTouched = true;
      } catch (thrown) {
        refuse(entry.target.id, thrown);
      }
    }
    if (isTouched) messages.boundary();
  };
  const unsubscribe = service.store.subscribe(update);

  return {
    /** Handles one request message. A thrown FirestoreError ends the stream with that error. */
    receive(message: Record<string, unknown>) {
      const { addTarget, removeTarget, database } = message;
      if (typeof addTarget === 'object' && addTarget !== null) {
        add(addTarget as Raw, database);
      } else if (removeTarget !== undefined) {
        const id = targetId(removeTarget);
        followed.delete(id);
        messages.change('REMOVE', id);
      } else {
        throw invalid('A listen request must add or remove a target.');
      }
    },
    close: unsubscribe,
  };
}

/** Sends all documents of a new target, or only the changes since the client last saw it. */
function sendInitial(
  { service }: StreamContext,
  messages: Messages,
  target: Target,
  results: readonly StoredDocument[],
  since: ResumePoint,
): void {
  const changes = typeof since === 'number' ? changesSince(service.store, target, since) : null;
  if (changes) {
    const matching = new Set(results.map(({ path }) => path));
    for (const document of changes.updated) {
      messages.document(document, target.id, matching.has(document.path));
    }
    for (const path of changes.deleted) messages.deleted(path, target.id);
    if (changes.updated.length > 0) service.onRead(changes.updated.length, target.collection);
    return;
  }
  if (since !== 'start') messages.change('RESET', target.id);
  for (const document of results) messages.document(document, target.id, true);
  // A query without results is billed as one read.
  service.onRead(Math.max(1, results.length), target.collection);
}

/** The changes in a target after this time. Null if the store does not remember them any more. */
function changesSince(store: FirestoreStore, target: Target, since: Micros) {
  const deleted = since > store.readTime() ? null : store.deletedSince(since);
  if (!deleted) return null;
  const updated = store
    .list(target.collection)
    .filter(({ path, updateTime }) => target.covers(path) && parseMicros(updateTime) > since);
  return { updated, deleted: deleted.filter((path) => target.covers(path)) };
}

/** Sends the changes of a commit in a target. Looks only at the documents that the commit touched. */
function sendUpdate(
  { service }: StreamContext,
  messages: Messages,
  { target, knownPaths }: FollowedTarget,
  touched: readonly string[],
): void {
  let reads = 0;
  for (const path of touched) {
    const document = service.store.get(path);
    const isIn = document !== null && target.matches(document);
    const wasIn = knownPaths.delete(path);
    if (isIn) knownPaths.add(path);
    else if (!wasIn) continue;
    if (document) messages.document(document, target.id, isIn);
    else messages.deleted(path, target.id);
    // Firestore bills a document that leaves the results by a change, but not a deleted one.
    if (document) reads += 1;
  }
  if (reads > 0) service.onRead(reads, target.collection);
}

type Messages = ReturnType<typeof createMessages>;

/** The `ListenResponse` messages (google.firestore.v1). */
function createMessages({ service, send }: StreamContext) {
  const { store, names } = service;
  const moment = () => {
    const time = store.readTime();
    return { resumeToken: resumeToken(time), readTime: formatMicros(time) };
  };
  const change = (targetChangeType: string, id: number, more: object = {}) =>
    send({ targetChange: { targetChangeType, targetIds: [id], ...more } });
  return {
    change: (type: 'ADD' | 'REMOVE' | 'RESET', id: number) => change(type, id),
    current: (id: number) => change('CURRENT', id, moment()),
    refused: (id: number, error: FirestoreError) =>
      change('REMOVE', id, { cause: { code: error.rpcCode, message: error.message } }),
    boundary: () => send({ targetChange: moment() }),
    document: (document: StoredDocument, id: number, isIn: boolean) =>
      send({
        documentChange: {
          document: toProtoDocument(document, names),
          ...(isIn ? { targetIds: [id] } : { removedTargetIds: [id] }),
        },
      }),
    deleted: (path: string, id: number) =>
      send({
        documentDelete: {
          document: names.of(path),
          readTime: moment().readTime,
          removedTargetIds: [id],
        },
      }),
    filter: (targetId: number, count: number) => send({ filter: { targetId, count } }),
  };
}

/** Where a listener resumes: `start` for a new one, a time, or `unknown` for a token that cannot be used. */
type ResumePoint = Micros | 'start' | 'unknown';

/** A resume token for a read time. It is valid for every target of this store. */
const resumeToken = (time: Micros): string => Buffer.from(`t${time}`).toString('base64');

/**
 * Reads a target's `resumeToken` or `readTime`. A token of another server is `unknown`: the target then starts again
 * with a RESET, as in the real service after a token that is too old.
 */
function resumePoint(target: Record<string, unknown>): ResumePoint {
  const { resumeToken: token, readTime } = target;
  if (typeof token === 'string' && token !== '') {
    const text = Buffer.from(token, 'base64').toString('latin1');
    return /^t\d{1,16}$/.test(text) ? Number(text.slice(1)) : 'unknown';
  }
  if (readTime === undefined) return 'start';
  return parseMicros(normaliseTimestamp(readTime));
}
