/**
 * The local Firestore: REST v1 and the WebChannel listeners of the browser SDK over one in-memory
 * store, with the project's own rules file enforced. Development and tests only.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestUrl, type ServiceHandler } from '../http';
import type { Ruleset } from '../rules/types';
import { createAccess, type VerifyToken } from './access';
import { ResourceNames } from './paths';
import { handleRest } from './rest/router';
import type { Service } from './service';
import type { FirestoreStore } from './store';
import { createChannels, LISTEN_CHANNEL } from './webchannel/channel';

interface FirestoreHandlerDeps {
  store: FirestoreStore;
  rules: Ruleset;
  projectId: string;
  now(): Date;
  /** Who an ID token stands for; null for a token that is not valid. */
  verifyToken: VerifyToken;
  /** Told the document reads that Firestore would bill, and where (a document or collection). */
  onRead(count: number, what: string): void;
  log(line: string): void;
}

/** Answers all requests of a Firestore host; `Authorization: Bearer owner` is above the rules. */
export function createFirestoreHandler(deps: FirestoreHandlerDeps): ServiceHandler {
  const { store, rules, now, verifyToken, onRead, log } = deps;
  const service: Service = {
    store,
    names: new ResourceNames(deps.projectId),
    access: createAccess({ store, rules, now, log }),
    onRead,
    log,
  };
  const channels = createChannels(service, verifyToken);
  return {
    async handle(req, res) {
      allowOrigin(req, res);
      if (req.method === 'OPTIONS') {
        answerPreflight(req, res);
        return;
      }
      const url = requestUrl(req);
      if (url.pathname === LISTEN_CHANNEL) await channels.handle(req, res, url);
      else await handleRest(req, res, url, { service, verifyToken });
    },
    /** Ends every stream. */
    close: () => channels.close(),
  };
}

/**
 * Lets pages of any origin call, with credentials, as the WebChannel client needs it: it sends
 * `withCredentials` requests and reads `X-HTTP-Session-Id`.
 */
function allowOrigin(req: IncomingMessage, res: ServerResponse): void {
  const { origin } = req.headers;
  res.setHeader('Vary', 'Origin');
  if (origin === undefined) return;
  res.setHeader('Access-Control-Allow-Origin', origin);
  res.setHeader('Access-Control-Allow-Credentials', 'true');
  res.setHeader('Access-Control-Expose-Headers', 'X-HTTP-Session-Id, Retry-After');
}

/** Answers a preflight: any header that was asked for. */
function answerPreflight(req: IncomingMessage, res: ServerResponse): void {
  const { headers } = req;
  const asked = headers['access-control-request-headers'];
  if (asked !== undefined) res.setHeader('Access-Control-Allow-Headers', asked);
  res.setHeader('Access-Control-Allow-Methods', 'GET, POST');
  res.setHeader('Access-Control-Max-Age', '3600');
  res.writeHead(204).end();
}
