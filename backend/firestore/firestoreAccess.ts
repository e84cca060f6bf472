import type {
  ProtoFields,
  RulesAuth,
  RulesDocuments,
  RulesQuery,
  RulesRequest,
  RulesResource,
  Ruleset,
} from '../rules/types';
import { denied, FirestoreError } from './firestoreErrors';
import type { FirestoreStore } from './firestoreStore';

/** The caller: a user who is signed in, a visitor (null), or the owner, to whom the rules do not apply. */
export type Caller = RulesAuth | 'owner' | null;

export type VerifyToken = (idToken: string) => RulesAuth | null;

/** The caller in an `Authorization` header. Throws UNAUTHENTICATED if the token is not valid. */
export function callerOf(authorization: string | undefined, verify: VerifyToken): Caller {
  if (authorization === undefined || authorization === '') return null;
  const idToken = /^Bearer\s+(\S+)$/i.exec(authorization)?.[1];
  if (idToken === 'owner') return 'owner';
  const caller = idToken === undefined ? null : verify(idToken);
  if (caller) return caller;
  throw new FirestoreError(
    'UNAUTHENTICATED',
    'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie ' +
      'or other valid authentication credential.',
  );
}

/** One write of a commit: the document's fields before and after it. Null if there is no document. */
export interface WriteStep {
  path: string;
  method: 'create' | 'update' | 'delete';
  before: ProtoFields | null;
  after: ProtoFields | null;
}

const rulesPath = (path: string) => `/databases/(default)/documents/${path}`;

const asResource = (fields: ProtoFields | null): RulesResource | null =>
  fields && { kind: 'document', fields };

export type Access = ReturnType<typeof createAccess>;

/** Asks the rules. If they deny, every method throws PERMISSION_DENIED and logs the reason. */
export function createAccess(deps: {
  store: FirestoreStore;
  rules: Ruleset;
  now(): Date;
  log(line: string): void;
}) {
  const { store, rules, now, log } = deps;
  const stored = (path: string) => store.get(path)?.fields ?? null;
  const asStored = { before: stored, after: stored };

  const check = (
    asked: Pick<RulesRequest, 'method' | 'path' | 'auth' | 'query'>,
    { before, after }: Pick<WriteStep, 'before' | 'after'>,
    documents: RulesDocuments,
    time = now().toISOString(),
  ) => {
    const [resource, newResource] = [asResource(before), asResource(after)];
    const request = { ...asked, path: rulesPath(asked.path), time, resource, newResource };
    const decision = rules.decide(request, documents);
    if (decision.allowed) return;
    log(`firestore: denied ${request.method} ${request.path}: ${decision.reason}`);
    throw denied();
  };

  return {
    /** `accessed` collects the documents that the rules look at. All reads of one call share one set. */
    get(caller: Caller, path: string, accessed = new Set<string>()) {
      if (caller === 'owner') return;
      const read = { before: stored(path), after: null };
      check({ method: 'get', path, auth: caller }, read, { ...asStored, accessed });
    },
    // Rules are not filters. They are asked once for the whole query, without looking at any document.
    list(caller: Caller, collection: string, query: RulesQuery) {
      if (caller === 'owner') return;
      const asked = { method: 'list', path: collection, auth: caller, query } as const;
      check(asked, { before: null, after: null }, asStored);
    },
    write(
      caller: Caller,
      steps: readonly WriteStep[],
      documents: RulesDocuments,
      requestTime: string,
    ) {
      if (caller === 'owner') return;
      for (const { path, method, ...step } of steps)
        check({ method, path, auth: caller }, step, documents, requestTime);
    },
  };
}
