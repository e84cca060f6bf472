/** The embedded backend with this project's rules, hosting configuration and sample data. */
import { fileURLToPath } from 'node:url';
import { startBackend, type Backend, type BackendOptions } from '../../backend/backend';
import { createDataPage } from '../dataPage/index';
import { seed } from '../seed/index';

/** A `demo-` name: the official emulators, too, then talk to nobody outside. */
export const PROJECT_ID = 'demo-cabinets';

const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

export const RULES = { firestore: path('firestore.rules'), storage: path('storage.rules') };
export const FIREBASE_CONFIG = path('firebase.json');

export interface SiteBackendOptions extends Pick<
  BackendOptions,
  'host' | 'ports' | 'dataDir' | 'faults' | 'quiet' | 'officialFirestore'
> {
  /** The built site; nothing serves it where there is none. */
  siteDir?: string;
  /** Resolves when the site is there; nothing of it is served before. */
  built?: Promise<void>;
}

/** Throws as `startBackend`. */
export function startSiteBackend({
  siteDir,
  built = Promise.resolve(),
  ...options
}: SiteBackendOptions): Promise<Backend> {
  return startBackend({
    projectId: PROJECT_ID,
    rules: RULES,
    corsFile: path('cors.json'),
    site: siteDir === undefined ? null : { siteDir, configFile: FIREBASE_CONFIG, built },
    seed,
    wrapFirestore: createDataPage,
    ...options,
  });
}
