/**
 * The local backend: Firestore, Storage and Auth on their real wire protocols with the project's own
 * rules files enforced, and the built site as Firebase Hosting serves it. Development and tests only.
 */
import { createAuthHandler } from './auth/index';
import { createDataPage } from './data/index';
import { createFaults, type Faults, type ServiceName } from './faults/index';
import { createRequestLog, type RequestLog } from './faults/requestLog';
import { createFirestoreHandler } from './firestore/index';
import type { FirestoreStore } from './firestore/store';
import { createHosting } from './hosting/index';
import type { RequestHandler, ServiceHandler } from './http';
import { listen, type Listening } from './listening';
import { DEFAULT_PORTS, type Ports } from './ports';
import { createReadCounter, type ReadCounter } from './readCounter';
import { projectRules } from './rulesFiles';
import { seed } from './seed/index';
import { rebaseAddresses } from './seed/rebase';
import { createStorageHandler, type ObjectStore } from './storage/index';
import { openStores } from './stores';
import { decodeUnsignedToken } from './tokens';

export type { ServiceName } from './faults/index';

export interface BackendOptions {
  projectId?: string;
  /** `localhost` (default) answers on both address families. */
  host?: string;
  /** 0 picks a free port. */
  ports?: Partial<Ports>;
  /** The built site; null where something else serves the page. */
  siteDir?: string | null;
  /** Where data is kept between runs; null keeps it in memory. */
  dataDir?: string | null;
  /** Obey `faults` and keep `requests`: for tests. */
  faults?: boolean;
  clock?: () => Date;
  /** Fill an empty backend; on unless said otherwise. */
  seed?: boolean;
  /** Says nothing about denied requests. */
  quiet?: boolean;
}

export interface Backend {
  readonly ports: Ports;
  /** `http://host:port` of each service. */
  readonly origins: Record<ServiceName, string>;
  readonly bucket: string;
  readonly firestore: FirestoreStore;
  readonly storage: ObjectStore & {
    /** Forgets resumable uploads, as the service does with old ones. */
    dropUploads(): void;
  };
  readonly auth: ReturnType<typeof createAuthHandler>;
  readonly faults: Faults;
  readonly requests: RequestLog;
  readonly reads: ReadCounter;
  /** Closes the sockets of some services, or all, with every connection; data stays. */
  goDown(...services: ServiceName[]): Promise<void>;
  /** Listens again on the same ports. */
  comeUp(...services: ServiceName[]): Promise<void>;
  /** Ends everything; what is kept is on disk afterwards. */
  stop(): Promise<void>;
}

const FIREBASE_CONFIG = new URL('../firebase.json', import.meta.url);

/** Throws `PortTaken`, `DataInUse`, `CorruptedData` or `RulesLoadError`, each with a message to show. */
export async function startBackend(options: BackendOptions = {}): Promise<Backend> {
  const {
    projectId = 'demo-cabinets',
    host = 'localhost',
    siteDir = null,
    dataDir = null,
  } = options;
  const now = options.clock ?? (() => new Date());
  const log = options.quiet ? () => {} : (line: string) => console.warn(line);
  const bucket = `${projectId}.appspot.com`;
  const stores = openStores({ bucket, dataDir, now });
  const { firestore, objects, sessions } = stores;
  const faults = createFaults();
  const requests = createRequestLog();
  const reads = createReadCounter();
  const listening = new Map<ServiceName, Listening>();
  const verifyToken = (token: string) => decodeUnsignedToken(token, now());
  const fields = (path: string) => firestore.get(path)?.fields ?? null;
  const origin = (service: ServiceName) => `http://${host}:${listening.get(service)?.port ?? 0}`;

  const firestoreHandler = createFirestoreHandler({
    store: firestore,
    rules: projectRules('firestore.rules'),
    projectId,
    now,
    verifyToken,
    onRead: reads.count,
    log,
  });
  const authHandler = createAuthHandler({ projectId, now, accounts: stores.accounts });
  const dataPage = createDataPage({ firestore, objects, origin });
  const handlers: Partial<Record<ServiceName, ServiceHandler>> = {
    storage: createStorageHandler({
      objects,
      sessions,
      rules: projectRules('storage.rules'),
      now,
      documents: { before: fields, after: fields },
      verifyToken,
      log,
    }),
    firestore: dataPage.inFrontOf(firestoreHandler),
    auth: authHandler,
    ...(siteDir !== null && { hosting: createHosting({ siteDir, configFile: FIREBASE_CONFIG }) }),
  };

  const handlerOf = (service: ServiceName, handler: ServiceHandler): RequestHandler => {
    const safe = answeringErrors(handler.handle);
    if (!options.faults) return safe;
    const faulty = faults.wrap(service, safe);
    return (req, res) => {
      requests.record(service, req, res);
      return faulty(req, res);
    };
  };

  const prepareData = (storageOrigin: string) => {
    stores.moveTo(storageOrigin, (from) => rebaseAddresses(firestore, from, storageOrigin));
    if (options.seed ?? true) seed({ firestore, objects, storageOrigin });
  };

  const stop = async () => {
    await Promise.all(Object.values(handlers).map((handler) => handler.close()));
    await Promise.all([...listening.values()].map((service) => service.down()));
    stores.close();
  };

  try {
    for (const [service, handler] of Object.entries(handlers) as [ServiceName, ServiceHandler][]) {
      const port = options.ports?.[service] ?? DEFAULT_PORTS[service];
      const requestHandler = handlerOf(service, handler);
      listening.set(service, await listen({ service, host, port, handler: requestHandler }));
      // Storage comes first: its port is in the seed's addresses, and nobody may meet empty stores.
      if (service === 'storage') prepareData(origin('storage'));
    }
  } catch (error) {
    await stop();
    throw error;
  }

  const chosen = (services: ServiceName[]) =>
    [...listening].filter(([name]) => services.length === 0 || services.includes(name));

  return {
    get ports() {
      return mapServices((service) => listening.get(service)?.port ?? 0);
    },
    get origins() {
      return mapServices(origin);
    },
    bucket,
    firestore,
    storage: Object.assign(objects, { dropUploads: () => sessions.dropAll() }),
    auth: authHandler,
    faults,
    requests,
    reads,
    async goDown(...services) {
      await Promise.all(chosen(services).map(([, service]) => service.down()));
    },
    async comeUp(...services) {
      await Promise.all(chosen(services).map(([, service]) => service.up()));
    },
    stop,
  };
}

function mapServices<T>(value: (service: ServiceName) => T): Record<ServiceName, T> {
  return {
    hosting: value('hosting'),
    firestore: value('firestore'),
    auth: value('auth'),
    storage: value('storage'),
  };
}

/** An error that no service expected: said in the terminal, answered with a 500. */
function answeringErrors(handler: RequestHandler): RequestHandler {
  return async (req, res) => {
    try {
      await handler(req, res);
    } catch (error) {
      if (res.destroyed) return;
      console.error(error);
      if (res.headersSent) res.destroy();
      else res.writeHead(500).end('Internal error of the local backend; its terminal says more.');
    }
  };
}
