/**
 * Firestore, Storage and Auth on their real wire protocols with a project's rules files enforced, and its
 * built site as Firebase Hosting serves it. Development and tests only.
 */
import { readFileSync } from 'node:fs';
import { createAuthHandler } from './auth/index';
import { createFaults, type ServiceName } from './faults/index';
import { createRequestLog } from './faults/requestLog';
import { createFirestoreHandler } from './firestore/index';
import { createOfficialFirestore } from './firestore/official';
import type { FirestoreStore } from './firestore/store';
import { createHosting, type HostingOptions } from './hosting/index';
import { sendJson, type RequestHandler, type ServiceHandler } from './http';
import { DEFAULT_PORTS, listen, type Listening, type Ports } from './listening';
import { foreignness } from './ownPages';
import { createReadCounter } from './readCounter';
import { loadRulesFile } from './rules/index';
import { createBucketCors, createStorageHandler, type ObjectStore } from './storage/index';
import { openStores, type Stores } from './stores';
import { decodeUnsignedToken } from './tokens';

export interface BackendOptions {
  /** A `demo-` name, as in the official emulators; its bucket is `PROJECT.appspot.com`. */
  projectId: string;
  /** Paths of the rules files. */
  rules: { firestore: string; storage: string };
  /** Path of the bucket's CORS configuration, as `gcloud storage buckets update --cors-file` takes it. */
  corsFile?: string;
  /** `localhost` (default) answers on both address families; another one, in its network's name. */
  host?: string;
  /** 0 picks a free port. */
  ports?: Partial<Ports>;
  /** The built site, and the path of firebase.json; null where something else serves the page. */
  site?: HostingOptions | null;
  /** Where data is kept between runs; null keeps it in memory. */
  dataDir?: string | null;
  /** Obey `faults` and keep `requests`: for tests. */
  faults?: boolean;
  /**
   * `http://host:port` of Google's Firestore emulator, which then answers instead of the embedded
   * Firestore; it is emptied first and serves this backend alone.
   */
  officialFirestore?: string | undefined;
  /** Fills an empty backend. */
  seed?: (contents: Contents) => void;
  /** Puts something in front of Firestore's port, such as a page that shows what is stored. */
  inFront?: (contents: Contents, firestore: ServiceHandler) => ServiceHandler;
  /** Says nothing about denied requests. */
  quiet?: boolean;
}

/** What is stored, and where browsers find it. */
export interface Contents {
  firestore: FirestoreStore;
  objects: ObjectStore;
  /** `http://host:port` of a service that listens already; Storage is the first. */
  origin(service: ServiceName): string;
}

export type Backend = Awaited<ReturnType<typeof startServices>>;

const now = () => new Date();

/** Throws `PortTaken`, `DataInUse`, `CorruptedData` or `RulesLoadError`, each with a message to show. */
export async function startBackend(options: BackendOptions): Promise<Backend> {
  const stores = openStores(`${options.projectId}.appspot.com`, options.dataDir ?? null, now);
  try {
    return await startServices(options, stores);
  } catch (error) {
    stores.close();
    throw error;
  }
}

async function startServices(options: BackendOptions, stores: Stores) {
  const { firestore, objects, sessions, accounts } = stores;
  const { projectId, host = 'localhost', site = null } = options;
  const faults = createFaults();
  const requests = createRequestLog();
  const reads = createReadCounter();
  const listening = new Map<ServiceName, Listening>();
  const origin = (service: ServiceName) => `http://${host}:${listening.get(service)?.port ?? 0}`;
  const log = options.quiet ? () => {} : (line: string) => console.warn(line);
  const verifyToken = (token: string) => decodeUnsignedToken(token, now());
  const fields = (path: string) => firestore.get(path)?.fields ?? null;

  const contents: Contents = { firestore, objects, origin };

  const auth = createAuthHandler({ projectId, now, accounts });
  const emulator = options.officialFirestore;
  const documents = emulator
    ? await createOfficialFirestore({
        store: firestore,
        emulator,
        projectId,
        rules: readFileSync(options.rules.firestore, 'utf8'),
        log,
      })
    : createFirestoreHandler({
        store: firestore,
        rules: loadRulesFile(options.rules.firestore),
        projectId,
        now,
        verifyToken,
        onRead: reads.count,
        log,
      });
  /** In the order in which they start. */
  const handlers: Partial<Record<ServiceName, ServiceHandler>> = {
    // First: its port is in the seed's addresses, and nobody may meet empty stores.
    storage: createStorageHandler({
      objects,
      sessions,
      rules: loadRulesFile(options.rules.storage),
      cors: createBucketCors(options.corsFile),
      now,
      documents: { before: fields, after: fields },
      verifyToken,
      log,
    }),
    firestore: options.inFront?.(contents, documents) ?? documents,
    auth,
    ...(site !== null && { hosting: createHosting(site) }),
  };

  const handlerOf = (service: ServiceName, handler: ServiceHandler): RequestHandler => {
    const safe = answeringErrors(handler.handle);
    const faulty = options.faults ? faults.wrap(service, safe) : safe;
    return (req, res) => {
      if (options.faults) requests.record(service, req, res);
      const foreign = foreignness(req, host);
      if (foreign === undefined) return faulty(req, res);
      const message = `The local backend answers pages of this machine only, not ${foreign}.`;
      sendJson(res, 403, { error: { code: 403, message, status: 'PERMISSION_DENIED' } });
    };
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
      if (service !== 'storage') continue;
      stores.moveTo(origin('storage'));
      if (firestore.snapshot().documents.length === 0) options.seed?.(contents);
    }
  } catch (error) {
    await closeServices();
    throw error;
  }

  const chosen = (services: ServiceName[]) =>
    [...listening].filter(([name]) => services.length === 0 || services.includes(name));

  return {
    ports: mapServices((service) => listening.get(service)?.port ?? 0),
    /** `http://host:port` of each service. */
    origins: mapServices(origin),
    bucket: objects.bucket,
    firestore,
    storage: objects,
    auth,
    faults,
    requests,
    reads,
    /** Closes the sockets of some services, or all, with every connection; data stays. */
    async goDown(...services: ServiceName[]) {
      await Promise.all(chosen(services).map(([, service]) => service.down()));
    },
    /** Listens again on the same ports. */
    async comeUp(...services: ServiceName[]) {
      await Promise.all(chosen(services).map(([, service]) => service.up()));
    },
    /** Ends everything; what is kept is on disk afterwards. */
    async stop() {
      await closeServices();
      stores.close();
    },
  };
}

function mapServices<T>(value: (service: ServiceName) => T): Record<ServiceName, T> {
  const services = Object.keys(DEFAULT_PORTS) as ServiceName[];
  return Object.fromEntries(services.map((service) => [service, value(service)])) as Record<
    ServiceName,
    T
  >;
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
