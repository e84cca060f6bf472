import type { IncomingMessage } from 'node:http';
import { header } from '../httpHelpers';
import type {
  RulesAuth,
  RulesDocuments,
  RulesMethod,
  RulesObject,
  RulesRequest,
  Ruleset,
} from '../rules/types';
import { permissionDenied } from './storageErrors';
import type { ObjectSettings, ObjectStore } from './objectStore';

export interface AccessOptions {
  objects: ObjectStore;
  rules: Ruleset;
  now: () => Date;
  /** The Firestore documents that rules read with `firestore.get`. */
  documents: RulesDocuments;
  /** The user of an ID token; null if the token is not valid. */
  verifyToken: (token: string) => RulesAuth | null;
  log(line: string): void;
}

export type Access = ReturnType<typeof createAccess>;

/**
 * Asks the rules. Throws a 403 if they deny. As in the official emulators, the rules do not apply to `Bearer owner`.
 */
export function createAccess({ objects, rules, now, documents, verifyToken, log }: AccessOptions) {
  const { bucket } = objects;

  /** The SDK sends `Firebase {token}` (@firebase/storage, src/implementation/request.ts). The owner's tools send `Bearer {token}`. */
  const callerOf = (req: IncomingMessage): RulesAuth | 'owner' | null => {
    const token = /^(?:Firebase|Bearer) +([^ ].*)$/i.exec(header(req, 'authorization') ?? '')?.[1];
    if (token === undefined || token === 'owner') return token ?? null;
    const caller = verifyToken(token);
    if (caller) return caller;
    // Not a 401, because Google's own conformance tests expect a 403 (firebase-tools,
    // scripts/storage-emulator-integration).
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
        // A list may name its folder with a slash at the end. In an object's name, that slash is part of the name.
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

  /** Asks about an upload of `size` bytes that is not stored yet. Rules see it in `request.resource`. */
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
