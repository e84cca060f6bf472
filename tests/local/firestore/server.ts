/** The local Firestore on a free port, with the project's rules. */
import { createFirestoreHandler, createFirestoreStore } from '../../../local/firestore/index';
import { normaliseFields } from '../../../local/firestore/values';
import { listen } from '../../../local/listening';
import { toFields, type Plain } from '../../../local/protoJson';
import type { Ruleset } from '../../../local/rules/types';
import { projectRules } from '../../../local/rules/index';
import { decodeUnsignedToken } from '../../../local/tokens';

export const PROJECT = 'demo-cabinets';
export const DATABASE = `projects/${PROJECT}/databases/(default)`;
export const ROOT = `${DATABASE}/documents`;
export const OWNER = { Authorization: 'Bearer owner' };

export type FirestoreServer = Awaited<ReturnType<typeof startFirestore>>;

/** Parsed once: it keeps no state. */
const PROJECT_RULES = projectRules('firestore.rules');

export async function startFirestore({ rules = PROJECT_RULES }: { rules?: Ruleset } = {}) {
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
  });
  const address = { service: 'firestore', host: '127.0.0.1', port: 0 } as const;
  const { port, down } = await listen({ ...address, handler: handler.handle });
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    store,
    /** Billed reads, in order. */
    reads,
    log,
    put: (path: string, fields: Record<string, Plain>) =>
      void store.commit([{ path, fields: normaliseFields(toFields(fields)) }]),
    remove: (path: string) => void store.commit([{ path, fields: null }]),
    /** A REST call below `/v1/`; gives status and parsed JSON. */
    async call(
      method: string,
      path: string,
      { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
    ): Promise<{ status: number; json: any; headers: Headers }> {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const response = await fetch(`${origin}/v1/${path}`, { method, headers, body: text ?? null });
      return { status: response.status, json: await response.json(), headers: response.headers };
    },
    async close() {
      await handler.close();
      await down();
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
