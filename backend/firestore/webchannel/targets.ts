import type { Caller } from '../firestoreAccess';
import { invalid, unimplemented } from '../firestoreErrors';
import { parentCollection } from '../paths';
import { matches, parseQuery, rulesQueryOf, runQuery } from '../query';
import type { Service } from '../firestoreService';
import type { StoredDocument } from '../firestoreStore';
import type { Raw } from '../firestoreValues';

/** A query that a client listens to. */
export type Target = ReturnType<typeof parseTarget>;

/** Reads an `addTarget` (google.firestore.v1.Target). The client gets a thrown error as the target's `cause`. */
export function parseTarget(
  raw: Raw,
  { names, store, access, checkIndex }: Service,
  caller: Caller,
) {
  const id = targetId(raw['targetId']);
  if (raw['once'] === true) throw unimplemented('Target.once');
  const source = raw['query'] as Raw | undefined;
  if (!source) throw unimplemented(`a target of ${Object.keys(raw).join(', ')}`);
  const query = parseQuery(source['structuredQuery'], names.path(source['parent']), names);
  // Whether a change is in the results would depend on the other documents.
  if (query.limit !== undefined) throw unimplemented('a listener with limit');
  if (query.select !== undefined) throw unimplemented('a listener with select');
  if (query.isGroup) throw unimplemented('a listener to a collection group');
  const { collection } = query;
  return {
    id,
    collection,
    /** Whether a change of this document can change the results. */
    covers: (path: string) => parentCollection(path) === collection,
    /** The matching documents, in order. */
    results: () => runQuery(query, store, names),
    /** Whether a document of the collection is in the results. */
    matches: (document: StoredDocument) => matches(query, document, names),
    /** Throws PERMISSION_DENIED if the caller may not list the collection, FAILED_PRECONDITION without its index. */
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
