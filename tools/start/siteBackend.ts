/** The embedded backend with this project's rules, hosting configuration and sample data. */
import { fileURLToPath } from 'node:url';
import {
  FUNCTION_HEADER,
  startBackend,
  type Backend,
  type BackendOptions,
} from '../../backend/backend';
import { DEFAULT_PORTS, nameOf } from '../../backend/listening';
import { createLivePages, type Call } from '../../functions/src/core/livePages';
import { createDataPage } from '../dataPage/index';
import { seed } from '../seed/index';

/** A name with `demo-` keeps Google's emulators from calling any real service. */
export const PROJECT_ID = 'demo-cabinets';

const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

export const RULES = { firestore: path('firestore.rules'), storage: path('storage.rules') };
export const FIREBASE_CONFIG = path('firebase.json');

export interface SiteBackendOptions extends Pick<
  BackendOptions,
  'host' | 'ports' | 'dataDir' | 'faults' | 'quiet' | 'officialFirestore'
> {
  /** The folder of the built site. Without it no site is served. */
  siteDir?: string;
  /** Resolves when the site is built. Until then requests for the site wait. */
  built?: Promise<void>;
}

/** Throws the errors of `startBackend`. */
export async function startSiteBackend({
  siteDir,
  built = Promise.resolve(),
  ...options
}: SiteBackendOptions): Promise<Backend> {
  const { host = 'localhost', ports } = options;
  // With `npm run dev` it is Vite that listens there.
  const siteAddress = `http://${nameOf(host)}:${ports?.hosting ?? DEFAULT_PORTS.hosting}`;
  // Its addresses are known when the backend has started.
  let answerCall: ReturnType<typeof createLivePages> | undefined;
  const livePages = (call: Call) => {
    answerCall ??= createLivePages({
      fetch: (url, init) => fetch(url, { ...init, headers: { [FUNCTION_HEADER]: 'livePages' } }),
      timeout: (ms) => AbortSignal.timeout(ms),
      now: Date.now,
      site: backend.origins.hosting,
      documents: `${backend.origins.firestore}/v1/projects/${PROJECT_ID}/databases/(default)/documents`,
    });
    return answerCall(call);
  };
  const backend = await startBackend({
    projectId: PROJECT_ID,
    rules: RULES,
    indexesFile: path('firestore.indexes.json'),
    corsFile: path('cors.json'),
    site:
      siteDir === undefined
        ? null
        : { siteDir, configFile: FIREBASE_CONFIG, built, functions: { livePages } },
    seed: (contents, isNew) => seed(contents, isNew, host),
    wrapFirestore: (contents, behind) => createDataPage(contents, behind, siteAddress),
    ...options,
  });
  return backend;
}
