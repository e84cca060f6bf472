/** The backend's addresses and keys, for the page and the worker. */
export interface BackendConfig {
  projectId: string;
  apiKey: string;
  storageBucket: string;
  /** Origins have no trailing slash. */
  firestoreOrigin: string;
  storageOrigin: string;
  /** The origin of the local Auth backend. Null in production, where the SDK knows the addresses. */
  authOrigin: string | null;
  authDomain: string;
  appId: string;
  /** Whether this is the local backend, which needs no keys. */
  local: boolean;
}

/** The configuration is incomplete or wrong. The message names each variable concerned. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Whether there is a local backend: in development and local builds. In a production build it is false, and the local
 * code is removed.
 */
// oxlint-disable-next-line no-underscore-dangle -- the name that Vite's `define` replaces
declare const __LOCAL__: boolean | undefined;

const VARIABLES = {
  apiKey: 'VITE_FIREBASE_API_KEY',
  authDomain: 'VITE_FIREBASE_AUTH_DOMAIN',
  projectId: 'VITE_FIREBASE_PROJECT_ID',
  storageBucket: 'VITE_FIREBASE_STORAGE_BUCKET',
  appId: 'VITE_FIREBASE_APP_ID',
} as const;

type Environment = Record<string, string | undefined>;

/**
 * Reads the configuration from the `VITE_FIREBASE_*` variables. If none of them is set, uses the local backend on
 * `hostname`. Throws `ConfigError` if only some are set, or if none is set in a production build.
 */
export function readConfig(env: Environment, hostname: string): BackendConfig {
  const missing = Object.values(VARIABLES).filter((name) => !env[name]);
  if (missing.length === Object.keys(VARIABLES).length) {
    if (typeof __LOCAL__ === 'undefined' || __LOCAL__) return localConfig(env, hostname);
    throw new ConfigError('This build has no Firebase configuration: set VITE_FIREBASE_*.');
  }
  if (missing.length > 0) {
    throw new ConfigError(`Missing Firebase configuration: ${missing.join(', ')}.`);
  }
  const given = Object.entries(VARIABLES).map(([field, name]) => [field, env[name]]);
  return {
    ...(Object.fromEntries(given) as Record<keyof typeof VARIABLES, string>),
    firestoreOrigin: 'https://firestore.googleapis.com',
    storageOrigin: 'https://firebasestorage.googleapis.com',
    authOrigin: null,
    local: false,
  };
}

function localConfig(env: Environment, hostname: string): BackendConfig {
  const origin = (name: string, port: number) =>
    `http://${hostname}:${portOf(env[name], name) ?? port}`;
  return {
    projectId: 'demo-cabinets',
    apiKey: 'local',
    storageBucket: 'demo-cabinets.appspot.com',
    firestoreOrigin: origin('VITE_LOCAL_FIRESTORE_PORT', 8080),
    storageOrigin: origin('VITE_LOCAL_STORAGE_PORT', 9199),
    authOrigin: origin('VITE_LOCAL_AUTH_PORT', 9099),
    authDomain: hostname,
    appId: 'local',
    local: true,
  };
}

function portOf(value: string | undefined, name: string): number | undefined {
  if (!value) return undefined;
  const port = Number(value);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new ConfigError(`${name} is not a port: ${value}.`);
}
