/**
 * REST v1 and the WebChannel listeners of the browser SDK, on one in-memory store. It enforces the project's rules
 * file.
 */
import { allowPages, requestUrl, type ServiceHandler } from '../httpHelpers';
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
  indexesFile: string | undefined;
  projectId: string;
  now(): Date;
  /** The user of an ID token; null if the token is not valid. */
  verifyToken: VerifyToken;
  /** Called with the number of document reads that Firestore would bill, and the path of the document or collection. */
  onRead(count: number, path: string): void;
  log(line: string): void;
}

/** The WebChannel client sends requests `withCredentials` and reads `X-HTTP-Session-Id`. */
const FOR_WEBCHANNEL = {
  'Access-Control-Allow-Credentials': 'true',
  'Access-Control-Expose-Headers': 'X-HTTP-Session-Id, Retry-After',
};

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
      if (allowPages(req, res, 'GET, POST', FOR_WEBCHANNEL)) return;
      const url = requestUrl(req);
      if (url.pathname === LISTEN_CHANNEL) await channels.handle(req, res, url);
      else await handleRest(req, res, url, { service, verifyToken });
    },
    close: () => channels.close(),
  };
}
