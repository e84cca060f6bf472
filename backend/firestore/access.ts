import type {
  ProtoFields,
  RulesAuth,
  RulesDocuments,
  RulesResource,
  Ruleset,
} from '../rules/types';
import { denied, FirestoreError } from './errors';
import type { FirestoreStore } from './store';

/** Who calls: a user, a visitor (null), or the owner, for whom there are no rules. */
export type Caller = RulesAuth | 'owner' | null;

export type VerifyToken = (idToken: string) => RulesAuth | null;

/** The caller of an `Authorization` header; UNAUTHENTICATED when its token is not valid. */
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

/** One document of a commit: what it was and what it would be (null: not there). */
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

/** Asks the rules file; every method throws PERMISSION_DENIED, and logs why. */
export function createAccess(deps: {
  store: FirestoreStore;
  rules: Ruleset;
  now(): Date;
  log(line: string): void;
}) {
  const { store, rules, now, log } = deps;
  const stored = (path: string) => store.get(path)?.fields ?? null;
  const asStored = { before: stored, after: stored };

  const check = (request: Parameters<Ruleset['decide']>[0], documents: RulesDocuments) => {
    const decision = rules.decide(request, documents);
    if (decision.allowed) return;
    log(`firestore: denied ${request.method} ${request.path}: ${decision.reason}`);
    throw denied();
  };
  const time = () => now().toISOString();

  return {
    /** `accessed`: one set for all documents that one call reads. */
    get(caller: Caller, path: string, accessed = new Set<string>()) {
      if (caller === 'owner') return;
      const resource = asResource(stored(path));
      const request = { method: 'get', path: rulesPath(path), auth: caller, time: time() } as const;
      check({ ...request, resource, newResource: null }, { ...asStored, accessed });
    },
    // Rules are not filters: they are asked once, about the collection, without knowing a document.
    list(caller: Caller, collection: string) {
      if (caller === 'owner') return;
      check(
        {
          method: 'list',
          path: rulesPath(collection),
          auth: caller,
          time: time(),
          resource: null,
          newResource: null,
        },
        asStored,
      );
    },
    write(
      caller: Caller,
      steps: readonly WriteStep[],
      documents: RulesDocuments,
      requestTime: string,
    ) {
      if (caller === 'owner') return;
      for (const { path, method, before, after } of steps) {
        const request = { method, path: rulesPath(path), auth: caller, time: requestTime };
        const [resource, newResource] = [asResource(before), asResource(after)];
        check({ ...request, resource, newResource }, documents);
      }
    },
  };
}
