/** What every command works with: the backend, the owner's token, and the terminal. */
import { setTimeout } from 'node:timers/promises';
import { ConfigError, readConfig, type BackendConfig } from '../src/firebase/config';
import { NEW_TOKEN, ToolError } from './toolErrors';
import { createDocuments, type Documents } from './ownerDocuments';
import { createHttp, type Http } from './ownerHttp';
import { isPort, portNames } from './start/options';
import { createObjects, type Objects } from './ownerObjects';
import type { Terminal } from './terminal';

export interface ToolContext {
  config: BackendConfig;
  http: Http;
  documents: Documents;
  objects: Objects;
  terminal: Terminal;
  now: () => Date;
  /** Waits for this many milliseconds. */
  wait: (ms: number) => Promise<void>;
  /** Only says what the command would do. */
  dryRun: boolean;
}

export interface Surroundings {
  /**
   * `VITE_FIREBASE_*` name the project; if none is set, the local backend is used. `GOOGLE_ACCESS_TOKEN` is the
   * owner's.
   */
  env: Record<string, string | undefined>;
  terminal: Terminal;
  now?: () => Date;
  fetch?: typeof fetch;
  wait?: (ms: number) => Promise<void>;
  /** Resolves with what is wrong with the mail server of this SMTP_URL (tools/doctor/checkMail.ts). */
  greetMailServer?: (smtpUrl: string) => Promise<string | undefined>;
}

export interface Target {
  /** Use the local backend, even if the environment names a project. */
  local: boolean;
  dryRun: boolean;
  /** The ports of the local backend, as given on the command line. A given port means the local backend. */
  ports: Record<'firestore' | 'storage', string | undefined>;
}

/** Throws `ToolError` when the environment names a project but no token, or cannot be used. */
export function createContext(
  { env, terminal, ...effects }: Surroundings,
  { local, dryRun, ports }: Target,
): ToolContext {
  const isLocalWanted = local || Object.values(ports).some((port) => port !== undefined);
  const config = configOf(withPorts(isLocalWanted ? withoutProject(env) : env, ports));
  const wait = effects.wait ?? ((ms: number) => setTimeout(ms));
  const http = createHttp({
    token: config.local ? 'owner' : tokenOf(env),
    quotaProject: config.local ? null : config.projectId,
    fetch: effects.fetch ?? fetch,
    wait,
  });
  const place = config.local
    ? `the local backend (${config.firestoreOrigin})`
    : `the project ${config.projectId}`;
  terminal.line(`Working on ${place}.${dryRun ? ' This is a trial: nothing is changed.' : ''}`);
  if (config.local && !isLocalWanted) terminal.line(NO_PROJECT);
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

/** Said loudly: an owner who expects the live site must notice. */
const NO_PROJECT = `!!! This is NOT your live site: no Firebase project is named here (there is no .env, or it has no values).
!!! To work on your project, run this first: npm run setup -- --project YOUR-PROJECT-ID
!!! If you mean the local backend, add --local, and this warning goes.`;

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

/** The ports of the local backend, by the same flags and variables that `npm start` takes. */
function withPorts(env: Surroundings['env'], ports: Target['ports']): Surroundings['env'] {
  const portOf = (service: keyof Target['ports']) => {
    const { flag, variable } = portNames(service);
    const given = ports[service];
    if (given !== undefined && !isPort(given)) {
      throw new ToolError(`--${flag} must be a number from 1 to 65535, not "${given}".`);
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
    'You are not signed in to Google: .env names a Firebase project (VITE_FIREBASE_*), so this command needs\n' +
      "an access token of the project's owner. Run the next line, then the same command again:\n" +
      `  ${NEW_TOKEN}\n` +
      'To work on the local backend instead, add --local.',
  );
}
