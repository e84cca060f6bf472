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
import { permissionDenied } from './errors';
import type { ObjectSettings, ObjectStore } from './objects';

export interface AccessOptions {
  objects: ObjectStore;
  rules: Ruleset;
  now: () => Date;
  /** Firestore as the rules' cross-service `firestore.get` sees it. */
  documents: RulesDocuments;
  /** Who an ID token names; null for one that is not valid. */
  verifyToken: (token: string) => RulesAuth | null;
  log(line: string): void;
}

export type Access = ReturnType<typeof createAccess>;

/** Asks the rules; throws a 403 where they deny. `Bearer owner` passes, as in the official emulators. */
export function createAccess({ objects, rules, now, documents, verifyToken, log }: AccessOptions) {
  const { bucket } = objects;

  /** The SDK sends `Firebase {token}` (@firebase/storage, request.ts); owners' tools send `Bearer`. */
  const callerOf = (req: IncomingMessage): RulesAuth | 'owner' | null => {
    const token = /^(?:Firebase|Bearer) +(.+)$/i.exec(header(req, 'authorization') ?? '')?.[1];
    if (token === undefined || token === 'owner') return token ?? null;
    const caller = verifyToken(token);
    if (caller) return caller;
    // Not 401: so Google's own conformance tests expect (firebase-tools, scripts/storage-emulator-integration).
    throw permissionDenied();
  };

  const ask = (
    req: IncomingMessage,
    method: RulesMethod,
    name: string,
    newObject: RulesObject | null = null,
  ) => {
    const caller = callerOf(req);
    if (caller === 'owner') return;
    const path = `/b/${bucket}/o/${name}`;
    const decision = rules.decide(
      {
        method,
        // A folder may be listed with a slash behind it; an object's name with one is another name.
        path: method === 'list' ? path.replace(/\/$/, '') : path,
        auth: caller,
        time: now().toISOString(),
        resource: method === 'list' ? null : asResource(objects.get(name)),
        newResource: asResource(newObject),
      },
      documents,
    );
    if (decision.allowed) return;
    log(`storage: ${method} ${name} denied: ${decision.reason}`);
    throw permissionDenied();
  };

  /** About an upload of so many bytes: it is not stored yet, rules see it in `request.resource`. */
  const askCreate = (
    req: IncomingMessage,
    name: string,
    settings: ObjectSettings,
    size: number,
  ): void =>
    ask(req, 'create', name, {
      ...settings,
      contentType: settings.contentType ?? 'application/octet-stream',
      name,
      bucket,
      size,
      generation: 0,
      metageneration: 0,
      timeCreated: now().toISOString(),
      updated: now().toISOString(),
    });

  return { ask, askCreate };
}

function asResource(object: RulesObject | null | undefined): RulesRequest['resource'] {
  return object ? { kind: 'object', object } : null;
}
