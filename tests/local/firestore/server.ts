/** The local Firestore on a free port, with the project's rules. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createFirestoreHandler,
  createFirestoreStore,
  type FirestoreHandlerDeps,
  type FirestoreStore,
} from '../../../local/firestore/index';
import { normaliseFields } from '../../../local/firestore/values';
import { toFields, type Plain } from '../../../local/protoJson';
import type { Ruleset } from '../../../local/rules/types';
import { projectRules } from '../../../local/rules/index';
import { decodeUnsignedToken } from '../../../local/tokens';

export const PROJECT = 'demo-cabinets';
export const DATABASE = `projects/${PROJECT}/databases/(default)`;
export const ROOT = `${DATABASE}/documents`;
export const OWNER = { Authorization: 'Bearer owner' };

export interface FirestoreServer {
  origin: string;
  store: FirestoreStore;
  /** Billed reads, in order. */
  reads: [number, string][];
  log: string[];
  put(path: string, fields: Record<string, Plain>): void;
  remove(path: string): void;
  /** A REST call below `/v1/`; gives status and parsed JSON. */
  call(
    method: string,
    path: string,
    options?: { body?: unknown; headers?: Record<string, string> },
  ): Promise<{ status: number; json: any; headers: Headers }>;
  close(): Promise<void>;
}

/** Parsed once: it keeps no state. */
const PROJECT_RULES = projectRules('firestore.rules');

type Options = Partial<Pick<FirestoreHandlerDeps, 'keepAliveMs' | 'idleMs'>> & { rules?: Ruleset };

export async function startFirestore(options: Options = {}): Promise<FirestoreServer> {
  const { rules = PROJECT_RULES, ...times } = options;
  const now = () => new Date();
  const store = createFirestoreStore({ now });
  const reads: [number, string][] = [];
  const log: string[] = [];
  const handler = createFirestoreHandler({
    store,
    rules,
    projectId: PROJECT,
    now,
    verifyToken: (token) => decodeUnsignedToken(token, now()),
    onRead: (count, what) => reads.push([count, what]),
    log: (line) => log.push(line),
    ...times,
  });
  const server = createServer((req, res) => void handler.handle(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    store,
    reads,
    log,
    put: (path, fields) => void store.commit([{ path, fields: normaliseFields(toFields(fields)) }]),
    remove: (path) => void store.commit([{ path, fields: null }]),
    async call(method, path, { body, headers = {} } = {}) {
      const response = await fetch(`${origin}/v1/${path}`, {
        method,
        headers,
        ...(body === undefined
          ? {}
          : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      return { status: response.status, json: await response.json(), headers: response.headers };
    },
    async close() {
      handler.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** An ID token as the local Auth issues it after a Google sign-in. */
export function idToken(uid: string, claims: object = {}): string {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const payload = {
    sub: uid,
    exp: Math.floor(Date.now() / 1000) + 3600,
    firebase: { sign_in_provider: 'google.com' },
    ...claims,
  };
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(payload)}.`;
}
