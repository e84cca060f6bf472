/**
 * Firestore, Storage and Auth with their real wire protocols, enforcing a project's rules files, and the built site as
 * Firebase Hosting serves it. For development and tests only.
 */
import { readFileSync } from 'node:fs';
import { createAuthHandler } from './auth/index';
import { createFaults, type ServiceName } from './faults/index';
import { createRequestLog } from './faults/requestLog';
import { createFirestoreHandler } from './firestore/index';
import { createOfficialFirestore } from './firestore/official';
import type { FirestoreStore } from './firestore/firestoreStore';
import { createHosting, type HostingOptions } from './hosting/index';
import { sendJson, type RequestHandler, type ServiceHandler } from './httpHelpers';
import { DEFAULT_PORTS, listen, nameOf, type Listening, type Ports } from './listening';
import { errorLines, oneLine } from './oneLine';
import { describeForeignCaller } from './ownPages';
import { createReadCounter } from './readCounter';
import { loadRulesFile } from './rules/index';
import { createBucketCors, createStorageHandler, type ObjectStore } from './storage/index';
import { openStores, type Stores } from './stores';
import { decodeUnsignedToken } from './unsignedToken';

export interface BackendOptions {
  /** A name that starts with `demo-`, as in the official emulators. The bucket is `PROJECT.appspot.com`. */
  projectId: string;
  rules: { firestore: string; storage: string };
  /** Path of the indexes that are deployed, such as `firestore.indexes.json`. */
  indexesFile?: string;
  /** Path of the bucket's CORS configuration: the file for `gcloud storage buckets update --cors-file`. */
  corsFile?: string;
  /**
   * `localhost` (the default) listens on IPv4 and IPv6. 0.0.0.0 listens on every address, for a container, and is named
   * `localhost`, too. Any other IPv4 address is served to its network, and must be opened by that address.
   */
  host?: string;
  /** 0 picks a free port. */
  ports?: Partial<Ports>;
  /** The built site and its firebase.json. Null if another program serves the pages. */
  site?: HostingOptions | null;
  /** The folder in which data is kept between runs. Null keeps data in memory only. */
  dataDir?: string | null;
  /** For tests: applies `faults` and records `requests`. */
  faults?: boolean;
  /**
   * `http://host:port` of Google's Firestore emulator. It then answers instead of the embedded Firestore.
   * It is emptied first, and must not serve another backend.
   */
  officialFirestore?: string | undefined;
  /** Called at each start, before Firestore answers. `isNew`: there are no documents. */
  seed?: (contents: Contents, isNew: boolean) => void;
  /** Returns the handler for Firestore's port. It can answer some requests itself, such as a page with the data. */
  wrapFirestore?: (contents: Contents, firestore: ServiceHandler) => ServiceHandler;
  /** Logs nothing about denied requests. */
  quiet?: boolean;
}

export interface Contents {
  firestore: FirestoreStore;
  objects: ObjectStore;
  /** `http://host:port` of a service that is already listening. Storage is the first one. */
  origin(service: ServiceName): string;
}

export type Backend = Awaited<ReturnType<typeof startServices>>;

const now = () => new Date();

/** The header on the calls of the site's own functions (`HostingOptions`). */
export const FUNCTION_HEADER = 'x-site-function';

/** Throws `CannotListen`, `FolderInUse`, `CorruptedData` or `RulesLoadError`. Their messages can be shown to the user. */
export async function startBackend(options: BackendOptions): Promise<Backend> {
  const stores = await openStores(`${options.projectId}.appspot.com`, options.dataDir ?? null, now);
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
  const origin = (service: ServiceName) =>
    `http://${nameOf(host)}:${listening.get(service)?.port ?? 0}`;
  const log = options.quiet ? () => {} : (line: string) => console.warn(oneLine(line));
  const verifyToken = (token: string) => decodeUnsignedToken(token, now());
  const fields = (path: string) => firestore.get(path)?.fields ?? null;

  const contents: Contents = { firestore, objects, origin };

  const auth = createAuthHandler({ projectId, now, accounts });
  const given = { store: firestore, verifyToken, onRead: reads.count, log };
  const documentHandler = await createDocumentHandler(options, given);
  /** The services start in this order. */
  const handlers: Partial<Record<ServiceName, ServiceHandler>> = {
    // Storage starts first, because the seed needs its port for the addresses of pictures. No other service
    // answers before the stores are filled.
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
    firestore: options.wrapFirestore?.(contents, documentHandler) ?? documentHandler,
    auth,
    ...(site !== null && { hosting: createHosting({ host: nameOf(host), ...site }) }),
  };

  const handlerOf = (service: ServiceName, handler: ServiceHandler): RequestHandler => {
    const safe = answeringErrors(handler.handle);
    if (!options.faults) return forOwnPages(nameOf(host), safe);
    const guarded = forOwnPages(nameOf(host), faults.wrap(service, safe));
    return (req, res) => {
      // Tests strike and count what browsers ask.
      if (req.headers[FUNCTION_HEADER] !== undefined) return safe(req, res);
      requests.record(service, req, res);
      return guarded(req, res);
    };
  };

  const closeServices = async () => {
    await Promise.all(Object.values(handlers).map((handler) => handler.close()));
    await Promise.all([...listening.values()].map((service) => service.down()));
  };

  const ports = { ...DEFAULT_PORTS, ...options.ports };
  try {
    for (const [service, handler] of Object.entries(handlers) as [ServiceName, ServiceHandler][]) {
      const port = ports[service];
      const requestHandler = handlerOf(service, handler);
      listening.set(service, await listen({ service, host, port, handler: requestHandler }));
      if (service !== 'storage') continue;
      stores.updateStorageOrigin(origin('storage'));
      options.seed?.(contents, firestore.snapshot().documents.length === 0);
    }
  } catch (error) {
    await closeServices();
    throw error;
  }

  /** The listening sockets of these services; of all services if none is named. */
  const listenersOf = (services: ServiceName[]) =>
    [...listening].filter(([name]) => services.length === 0 || services.includes(name));

  return {
    ports: mapServices((service) => listening.get(service)?.port ?? 0),
    origins: mapServices(origin),
    bucket: objects.bucket,
    firestore,
    storage: objects,
    auth,
    faults,
    requests,
    reads,
    /** Closes the sockets and connections of these services, or of all if none is named. The data is kept. */
    async goDown(...services: ServiceName[]) {
      await Promise.all(listenersOf(services).map(([, service]) => service.down()));
    },
    /** Listens again on the same ports: for these services, or for all if none is named. */
    async comeUp(...services: ServiceName[]) {
      await Promise.all(listenersOf(services).map(([, service]) => service.up()));
    },
    /** Stops all services. With a `dataDir`, all data is on disk afterwards. */
    async stop() {
      await closeServices();
      stores.close();
    },
  };
}

type GivenToFirestore = Omit<
  Parameters<typeof createFirestoreHandler>[0],
  'rules' | 'indexesFile' | 'projectId' | 'now'
>;

/** The embedded Firestore, or Google's emulator in its place. */
async function createDocumentHandler(options: BackendOptions, given: GivenToFirestore) {
  const { projectId, officialFirestore, rules } = options;
  if (!officialFirestore) {
    return createFirestoreHandler({
      ...given,
      rules: loadRulesFile(rules.firestore),
      indexesFile: options.indexesFile,
      projectId,
      now,
    });
  }
  return createOfficialFirestore({
    store: given.store,
    emulator: officialFirestore,
    projectId,
    rules: readFileSync(rules.firestore, 'utf8'),
    log: given.log,
  });
}

function mapServices<T>(value: (service: ServiceName) => T): Record<ServiceName, T> {
  const services = Object.keys(DEFAULT_PORTS) as ServiceName[];
  return Object.fromEntries(services.map((service) => [service, value(service)])) as Record<
    ServiceName,
    T
  >;
}

/** Refuses what a page of another site, or of another machine, has caused. */
function forOwnPages(host: string, answer: RequestHandler): RequestHandler {
  return (req, res) => {
    const foreign = describeForeignCaller(req, host);
    if (foreign === undefined) return answer(req, res);
    const message = `The local backend answers pages of this machine only, not ${foreign}. For other devices, start it with --host and this machine's address.`;
    sendJson(res, 403, { error: { code: 403, message, status: 'PERMISSION_DENIED' } });
  };
}

function answeringErrors(handler: RequestHandler): RequestHandler {
  return async (req, res) => {
    try {
      await handler(req, res);
    } catch (error) {
      if (res.destroyed) return;
      console.error(errorLines(error));
      if (res.headersSent) res.destroy();
      else
        res
          .writeHead(500)
          .end('Internal error of the local backend. See its terminal for details.');
    }
  };
}
