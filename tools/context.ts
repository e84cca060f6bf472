/** What every command works with: which backend, as whom, and where to speak. */
import { setTimeout } from 'node:timers/promises';
import { ConfigError, readConfig, type BackendConfig } from '../src/firebase/config';
import { ToolError } from './errors';
import { createDocuments, type Documents } from './firestore';
import { createHttp, type Http } from './http';
import { isPort, portNames } from './start/options';
import { createObjects, type Objects } from './storage';
import type { Terminal } from './terminal';

export interface ToolContext {
  config: BackendConfig;
  http: Http;
  documents: Documents;
  objects: Objects;
  terminal: Terminal;
  now: () => Date;
  /** Waits so many milliseconds. */
  wait: (ms: number) => Promise<void>;
  /** Say what would be done and do nothing of it. */
  dryRun: boolean;
}

export interface Surroundings {
  /** `VITE_FIREBASE_*` name the project, none of them the local backend; `GOOGLE_ACCESS_TOKEN` the owner. */
  env: Record<string, string | undefined>;
  terminal: Terminal;
  now?: () => Date;
  fetch?: typeof fetch;
  wait?: (ms: number) => Promise<void>;
}

export interface Target {
  /** The local backend, whatever the environment names. */
  local: boolean;
  dryRun: boolean;
  /** Where the local backend was told to listen; naming one means that backend. */
  ports: Record<'firestore' | 'storage', string | undefined>;
}

/** Throws `ToolError` when the environment names a project and no token. */
export function createContext(
  { env, terminal, ...effects }: Surroundings,
  { local, dryRun, ports }: Target,
): ToolContext {
  const isLocal = local || Object.values(ports).some((port) => port !== undefined);
  const config = configOf(withPorts(isLocal ? withoutProject(env) : env, ports));
  const wait = effects.wait ?? ((ms: number) => setTimeout(ms));
  const http = createHttp({
    token: config.local ? 'owner' : tokenOf(env),
    quotaProject: config.local ? null : config.projectId,
    fetch: effects.fetch ?? fetch,
    wait,
  });
  const place = config.local ? `the local backend (${config.firestoreOrigin})` : config.projectId;
  terminal.line(`${dryRun ? 'Trial, nothing is changed, on' : 'On'} ${place}`);
  return {
    config,
    http,
    documents: createDocuments(config, http),
    objects: createObjects(config, http, wait),
    terminal,
    now: effects.now ?? (() => new Date()),
    wait,
    dryRun,
  };
}

function configOf(env: Surroundings['env']): BackendConfig {
  try {
    return readConfig(env, env['LOCAL_HOST'] ?? 'localhost');
  } catch (error) {
    throw error instanceof ConfigError ? new ToolError(error.message) : error;
  }
}

function withoutProject(env: Surroundings['env']): Surroundings['env'] {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !name.startsWith('VITE_FIREBASE_')),
  );
}

/** The local backend is where `npm start` was told to put it, by the same flags and variables. */
function withPorts(env: Surroundings['env'], ports: Target['ports']): Surroundings['env'] {
  const portOf = (service: keyof Target['ports']) => {
    const { flag, variable } = portNames(service);
    const given = ports[service];
    if (given !== undefined && !isPort(given)) {
      throw new ToolError(`--${flag} is not a port: ${given}.`);
    }
    const name = `VITE_LOCAL_${variable}`;
    return { [name]: given ?? (env[variable] || env[name]) };
  };
  return { ...env, ...portOf('firestore'), ...portOf('storage') };
}

function tokenOf(env: Surroundings['env']): string {
  const token = env['GOOGLE_ACCESS_TOKEN']?.trim();
  if (token) return token;
  throw new ToolError(
    'The environment names a Firebase project (VITE_FIREBASE_*), so an access token of its owner is\n' +
      'needed (--local works on the local backend instead):\n' +
      '  export GOOGLE_ACCESS_TOKEN="$(gcloud auth print-access-token)"',
  );
}
