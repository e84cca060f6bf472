import type { Caller } from '../access';
import { invalid, unimplemented } from '../errors';
import { parentCollection } from '../paths';
import { parseQuery, runQuery } from '../query';
import type { Service } from '../service';
import type { StoredDocument } from '../store';
import type { Raw } from '../values';

/** What a listener listens to: some documents, or a query. */
export interface Target {
  id: number;
  /** Where its reads are counted. */
  what: string;
  /** The documents of a documents target, which are told when they are missing; else none. */
  wanted: readonly string[];
  /** Whether its results depend on documents outside themselves (limit or offset). */
  isWindow: boolean;
  /** Whether a change of this document can change the results. */
  covers(path: string): boolean;
  /** The matching documents, in order. */
  results(): StoredDocument[];
  /** The documents, matching or not, that it covers. */
  candidates(): StoredDocument[];
  /** Throws PERMISSION_DENIED. */
  authorise(): void;
}

/** Reads an `addTarget` (google.firestore.v1.Target); throws what its `cause` will say. */
export function parseTarget(raw: Raw, service: Service, caller: Caller): Target {
  const id = targetId(raw['targetId']);
  if (raw['once'] === true) throw unimplemented('Target.once');
  const { documents, query } = raw as { documents?: Raw; query?: Raw };
  if (documents) return documentsTarget(id, documents['documents'], service, caller);
  if (query) return queryTarget(id, query, service, caller);
  throw unimplemented(`a target of ${Object.keys(raw).join(', ')}`);
}

export function targetId(raw: unknown): number {
  const id = Number(raw);
  if (Number.isInteger(id) && id > 0) return id;
  throw invalid(`Invalid target id ${JSON.stringify(raw)}.`);
}

function documentsTarget(id: number, raw: unknown, service: Service, caller: Caller): Target {
  if (!Array.isArray(raw) || raw.length === 0) throw invalid('A target must name documents.');
  const { names, store, access } = service;
  const wanted = raw.map((name) => names.documentPath(name));
  const results = () => wanted.flatMap((path) => store.get(path) ?? []);
  return {
    id,
    what: wanted.join(),
    wanted,
    isWindow: false,
    covers: (path) => wanted.includes(path),
    results,
    candidates: results,
    authorise: () => wanted.forEach((path) => access.get(caller, path)),
  };
}

function queryTarget(id: number, raw: Raw, service: Service, caller: Caller): Target {
  const { names, store, access } = service;
  const query = parseQuery(raw['structuredQuery'], names.path(raw['parent']), names);
  if (query.select) throw unimplemented('StructuredQuery.select of a listener');
  return {
    id,
    what: query.collection,
    wanted: [],
    isWindow: query.limit !== null || query.offset > 0,
    covers: (path) => parentCollection(path) === query.collection,
    results: () => runQuery(query, store, names),
    candidates: () => store.list(query.collection),
    authorise: () => access.list(caller, query.collection),
  };
}
