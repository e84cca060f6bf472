import type { IncomingMessage } from 'node:http';
import { header } from '../http';
import type {
  RulesAuth,
  RulesDocuments,
  RulesMethod,
  RulesObject,
  RulesRequest,
  Ruleset,
} from '../rules/types';
import { StorageError, permissionDenied } from './errors';

export interface AccessOptions {
  bucket: string;
  rules: Ruleset;
  now: () => Date;
  /** Firestore as the rules' cross-service `firestore.get` sees it. */
  documents: RulesDocuments;
  /** Who an ID token names; null for one that is not valid. */
  verifyToken: (token: string) => RulesAuth | 'owner' | null;
  log?: ((line: string) => void) | undefined;
}

export interface Question {
  method: RulesMethod;
  name: string;
  resource?: RulesObject | null;
  newResource?: RulesObject | null;
  query?: RulesRequest['query'];
}

/** Throws a 403 where the rules deny. `Bearer owner` passes, as in the official emulators. */
export type Access = (req: IncomingMessage, question: Question) => void;

export function createAccess(options: AccessOptions): Access {
  return (req, question) => {
    const caller = callerOf(req, options);
    if (caller === 'owner') return;
    const decision = options.rules.decide(
      {
        method: question.method,
        path: rulesPath(options.bucket, question),
        auth: caller,
        time: options.now().toISOString(),
        resource: asResource(question.resource),
        newResource: asResource(question.newResource),
        ...(question.query && { query: question.query }),
      },
      options.documents,
    );
    if (decision.allowed) return;
    options.log?.(`storage: ${question.method} ${question.name} denied: ${decision.reason}`);
    throw permissionDenied();
  };
}

/** A folder may be listed with a slash behind it; an object's name with one is another name. */
function rulesPath(bucket: string, { method, name }: Question): string {
  const path = `/b/${bucket}/o/${name}`;
  return method === 'list' ? path.replace(/\/$/, '') : path;
}

function asResource(object: RulesObject | null | undefined): RulesRequest['resource'] {
  return object ? { kind: 'object', object } : null;
}

/** The SDK sends `Firebase {token}` (@firebase/storage, request.ts); owners' tools send `Bearer`. */
function callerOf(
  req: IncomingMessage,
  { verifyToken }: AccessOptions,
): RulesAuth | 'owner' | null {
  const token = /^(?:Firebase|Bearer) +(.+)$/i.exec(header(req, 'authorization') ?? '')?.[1];
  if (token === undefined || token === 'owner') return token ?? null;
  const caller = verifyToken(token);
  if (caller) return caller;
  throw new StorageError(401, 'Firebase ID token is invalid.');
}
