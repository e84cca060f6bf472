/**
 * The local Firestore: REST v1 and the WebChannel streams of the browser SDK over one in-memory
 * store, with the project's own rules file enforced. Development and tests only.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestUrl } from '../http';
import type { Ruleset } from '../rules/types';
import { createAccess, type VerifyToken } from './access';
import { allowOrigin, answerPreflight } from './cors';
import { ResourceNames } from './paths';
import { handleRest } from './rest/router';
import type { Service } from './service';
import type { FirestoreStore } from './store';
import { channelRpc, createChannels } from './webchannel/channel';

export { createFirestoreStore } from './store';
export type { FirestoreStore, StoreChange, StoreSnapshot } from './store';

export interface FirestoreHandlerDeps {
  store: FirestoreStore;
  rules: Ruleset;
  projectId: string;
  now(): Date;
  /** Who an ID token stands for; null for a token that is not valid. */
  verifyToken: VerifyToken;
  /** Told the document reads that Firestore would bill, and where (a document or collection). */
  onRead?(count: number, what: string): void;
  log?(line: string): void;
  /** WebChannel: milliseconds of silence before a `noop`, and until a deserted session ends. */
  keepAliveMs?: number;
  idleMs?: number;
}

export interface FirestoreHandler {
  handle(req: IncomingMessage, res: ServerResponse): Promise<void>;
  /** Ends every stream. */
  close(): void;
}

/** Answers all requests of a Firestore host; `Authorization: Bearer owner` is above the rules. */
export function createFirestoreHandler(deps: FirestoreHandlerDeps): FirestoreHandler {
  const { store, rules, now, verifyToken, keepAliveMs = 30_000, idleMs = 60_000 } = deps;
  const log = deps.log ?? (() => {});
  const service: Service = {
    store,
    names: new ResourceNames(deps.projectId),
    access: createAccess({ store, rules, now, log }),
    onRead: deps.onRead ?? (() => {}),
    log,
  };
  const channels = createChannels({
    service,
    verifyToken,
    times: { keepAlive: keepAliveMs, idle: idleMs },
  });
  return {
    async handle(req, res) {
      allowOrigin(req, res);
      if (req.method === 'OPTIONS') {
        answerPreflight(req, res);
        return;
      }
      const url = requestUrl(req);
      const rpc = channelRpc(url.pathname);
      if (rpc === undefined) await handleRest(req, res, url, { service, verifyToken });
      else await channels.handle(req, res, url, rpc);
    },
    close: () => channels.close(),
  };
}
