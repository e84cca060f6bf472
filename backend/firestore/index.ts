/**
 * The local Firestore: REST v1 and the WebChannel listeners of the browser SDK, on one in-memory store. It enforces
 * the project's rules file. For development and tests only.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestUrl, type ServiceHandler } from '../httpHelpers';
import type { Ruleset } from '../rules/types';
import { createAccess, type VerifyToken } from './firestoreAccess';
import { createIndexCheck } from './indexes';
import { ResourceNames } from './paths';
import { handleRest } from './rest/router';
import type { Service } from './firestoreService';
import type { FirestoreStore } from './firestoreStore';
import { createChannels, LISTEN_CHANNEL } from './webchannel/channel';

interface FirestoreHandlerDeps {
  store: FirestoreStore;
  rules: Ruleset;
  /** Path of the indexes that are deployed. */
  indexesFile: string | undefined;
  projectId: string;
  now(): Date;
  /** The user of an ID token; null if the token is not valid. */
  verifyToken: VerifyToken;
  /** Called with the number of document reads that Firestore would bill, and the path of the document or collection. */
  onRead(count: number, path: string): void;
  log(line: string): void;
}

/** Answers all requests to a Firestore host. The rules do not apply to `Authorization: Bearer owner`. */
export function createFirestoreHandler(deps: FirestoreHandlerDeps): ServiceHandler {
  const { store, rules, now, verifyToken, onRead, log } = deps;
  const service: Service = {
    store,
    names: new ResourceNames(deps.projectId),
    access: createAccess({ store, rules, now, log }),
    checkIndex: createIndexCheck(deps.indexesFile),
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
 * Allows calls from pages of any origin, with credentials. The WebChannel client needs this: it sends requests
 * `withCredentials` and reads `X-HTTP-Session-Id`.
 */
function allowOrigin(req: IncomingMessage, res: ServerResponse): void {
  const { origin } = req.headers;
  res.setHeader('Vary', 'Origin');
  if (origin === undefined) return;
  res.setHeader('Access-Control-Allow-Origin', origin);
  res.setHeader('Access-Control-Allow-Credentials', 'true');
  res.setHeader('Access-Control-Expose-Headers', 'X-HTTP-Session-Id, Retry-After');
}

/** Answers a preflight. Allows every header that it asks for. */
function answerPreflight(req: IncomingMessage, res: ServerResponse): void {
  const { headers } = req;
  const requestedHeaders = headers['access-control-request-headers'];
  if (requestedHeaders !== undefined) {
    res.setHeader('Access-Control-Allow-Headers', requestedHeaders);
  }
  res.setHeader('Access-Control-Allow-Methods', 'GET, POST');
  res.setHeader('Access-Control-Max-Age', '3600');
  res.writeHead(204).end();
}
