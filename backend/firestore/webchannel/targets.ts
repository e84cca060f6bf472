import type { Caller } from '../firestoreAccess';
import { invalid, unimplemented } from '../firestoreErrors';
import { parentCollection } from '../paths';
import { matches, parseQuery, rulesQueryOf, runQuery } from '../query';
import type { Service } from '../firestoreService';
import type { StoredDocument } from '../firestoreStore';
import type { Raw } from '../firestoreValues';

/** What a client listens to: a query, or a single document. */
export interface Target {
  id: number;
  collection: string;
  covers(path: string): boolean;
  results(): StoredDocument[];
  matches(document: StoredDocument): boolean;
  /** Throws PERMISSION_DENIED if the caller may not read it, FAILED_PRECONDITION for a query without its index. */
  authorise(): void;
}

/** Reads an `addTarget` (google.firestore.v1.Target). The client gets a thrown error as the target's `cause`. */
export function parseTarget(raw: Raw, service: Service, caller: Caller): Target {
  if (raw['once'] === true) throw unimplemented('Target.once');
  if (raw['documents'] !== undefined) return documentTarget(raw, service, caller);
  if (raw['query'] !== undefined) return queryTarget(raw, service, caller);
  throw unimplemented(`a target of ${Object.keys(raw).join(', ')}`);
}

/** A single document. The SDK never names several in one target (`toDocumentsTarget` in firebase 12). */
function documentTarget(raw: Raw, { names, store, access }: Service, caller: Caller): Target {
  const { documents } = Object(raw['documents']) as { documents?: unknown };
  if (!Array.isArray(documents) || documents.length !== 1)
    throw unimplemented('a target of several documents');
  const path = names.path(documents[0]);
  if (path.split('/').length % 2 !== 0) throw invalid(`${path} names no document.`);
  return {
    id: targetId(raw['targetId']),
    collection: parentCollection(path),
    covers: (other) => other === path,
    results: () => [store.get(path)].filter((document) => document !== null),
    matches: () => true,
    authorise: () => access.get(caller, path),
  };
}

function queryTarget(
  raw: Raw,
  { names, store, access, checkIndex }: Service,
  caller: Caller,
): Target {
  const source = raw['query'] as Raw;
  const query = parseQuery(source['structuredQuery'], names.path(source['parent']), names);
  // Whether a change is in the results would depend on the other documents.
  if (query.limit !== undefined) throw unimplemented('a listener with limit');
  if (query.select !== undefined) throw unimplemented('a listener with select');
  if (query.isGroup) throw unimplemented('a listener to a collection group');
  const { collection } = query;
  return {
    id: targetId(raw['targetId']),
    collection,
    covers: (path) => parentCollection(path) === collection,
    results: () => runQuery(query, store, names),
    matches: (document) => matches(query, document, names),
    authorise() {
      access.list(caller, collection, rulesQueryOf(query));
      checkIndex(query);
    },
  };
}

export function targetId(raw: unknown): number {
  const id = Number(raw);
  if (Number.isInteger(id) && id > 0) return id;
  throw invalid(`Invalid target id ${JSON.stringify(raw)}.`);
}
