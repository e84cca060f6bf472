import { createAuthHandler, type AuthHandler } from './auth/index';
import { createDataPage } from './data/index';
import type { ServiceName } from './faults/index';
import { createFirestoreHandler } from './firestore/index';
import { createHosting } from './hosting/index';
import type { ServiceHandler } from './http';
import type { ReadCounter } from './readCounter';
import { projectRules } from './rulesFiles';
import { createStorageHandler } from './storage/index';
import type { Stores } from './stores';
import { decodeUnsignedToken } from './tokens';

export interface ServicesOptions {
  projectId: string;
  now: () => Date;
  stores: Stores;
  /** The built site; null where something else serves the page. */
  siteDir: string | null;
  origin: (service: ServiceName) => string;
  reads: ReadCounter;
  log: (line: string) => void;
}

export interface Services {
  auth: AuthHandler;
  /** In the order in which they start. */
  handlers: Partial<Record<ServiceName, ServiceHandler>>;
}

const FIREBASE_CONFIG = new URL('../firebase.json', import.meta.url);

/** The services over the stores, not listening yet. Throws `RulesLoadError`. */
export function createServices(options: ServicesOptions): Services {
  const { projectId, now, stores, siteDir, origin, reads, log } = options;
  const { firestore, objects, sessions, accounts } = stores;
  const verifyToken = (token: string) => decodeUnsignedToken(token, now());
  const fields = (path: string) => firestore.get(path)?.fields ?? null;

  const auth = createAuthHandler({ projectId, now, accounts });
  const documents = createFirestoreHandler({
    store: firestore,
    rules: projectRules('firestore.rules'),
    projectId,
    now,
    verifyToken,
    onRead: reads.count,
    log,
  });
  const storage = createStorageHandler({
    objects,
    sessions,
    rules: projectRules('storage.rules'),
    now,
    documents: { before: fields, after: fields },
    verifyToken,
    log,
  });
  const dataPage = createDataPage({ firestore, objects, origin });
  return {
    auth,
    handlers: {
      // First: its port is part of the seed's addresses.
      storage,
      firestore: dataPage.inFrontOf(documents),
      auth,
      ...(siteDir !== null && { hosting: createHosting({ siteDir, configFile: FIREBASE_CONFIG }) }),
    },
  };
}
