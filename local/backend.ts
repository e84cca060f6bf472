/**
 * The local backend: Firestore, Storage and Auth on their real wire protocols with the project's own
 * rules files enforced, and the built site as Firebase Hosting serves it. Development and tests only.
 */
import type { AuthHandler } from './auth/index';
import { createFaults, type Faults, type ServiceName } from './faults/index';
import { createRequestLog, type RequestLog } from './faults/requestLog';
import type { FirestoreStore } from './firestore/store';
import type { RequestHandler, ServiceHandler } from './http';
import { listen, type Listening } from './listening';
import { DEFAULT_PORTS, type Ports } from './ports';
import { createReadCounter, type ReadCounter } from './readCounter';
import { seed } from './seed/index';
import { rebaseAddresses } from './seed/rebase';
import { createServices } from './services';
import type { ObjectStore } from './storage/index';
import { openStores, type Stores } from './stores';

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
  readonly auth: AuthHandler;
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

/** Throws `PortTaken`, `DataInUse`, `CorruptedData` or `RulesLoadError`, each with a message to show. */
export async function startBackend(options: BackendOptions = {}): Promise<Backend> {
  const { projectId = 'demo-cabinets', dataDir = null } = options;
  const now = options.clock ?? (() => new Date());
  const bucket = `${projectId}.appspot.com`;
  const stores = openStores({ bucket, dataDir, now });
  try {
    return await startServices(options, stores, { projectId, now });
  } catch (error) {
    stores.close();
    throw error;
  }
}

async function startServices(
  options: BackendOptions,
  stores: Stores,
  context: { projectId: string; now: () => Date },
): Promise<Backend> {
  const { firestore, objects, sessions } = stores;
  const { host = 'localhost', siteDir = null } = options;
  const faults = createFaults();
  const requests = createRequestLog();
  const reads = createReadCounter();
  const listening = new Map<ServiceName, Listening>();
  const origin = (service: ServiceName) => `http://${host}:${listening.get(service)?.port ?? 0}`;
  const log = options.quiet ? () => {} : (line: string) => console.warn(line);
  const { auth, handlers } = createServices({ ...context, stores, siteDir, origin, reads, log });

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

  const closeServices = async () => {
    await Promise.all(Object.values(handlers).map((handler) => handler.close()));
    await Promise.all([...listening.values()].map((service) => service.down()));
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
    await closeServices();
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
    bucket: objects.bucket,
    firestore,
    storage: Object.assign(objects, { dropUploads: () => sessions.dropAll() }),
    auth,
    faults,
    requests,
    reads,
    async goDown(...services) {
      await Promise.all(chosen(services).map(([, service]) => service.down()));
    },
    async comeUp(...services) {
      await Promise.all(chosen(services).map(([, service]) => service.up()));
    },
    async stop() {
      await closeServices();
      stores.close();
    },
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
