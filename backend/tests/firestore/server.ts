/** The local Firestore on a free port, with the project's rules. */
import { createFirestoreHandler, createFirestoreStore } from '../../firestore/index';
import { normaliseFields } from '../../firestore/values';
import type { RequestHandler } from '../../http';
import { listen } from '../../listening';
import { toFields, type Plain } from '../../protoJson';
import type { Ruleset } from '../../rules/types';
import { loadRulesFile } from '../../rules/index';
import { decodeUnsignedToken } from '../../tokens';
import { PROJECT, RULES } from '../project/index';

export const DATABASE = `projects/${PROJECT}/databases/(default)`;
export const ROOT = `${DATABASE}/documents`;
export const OWNER = { Authorization: 'Bearer owner' };

export type FirestoreServer = Awaited<ReturnType<typeof startFirestore>>;

/** Parsed once: it keeps no state. */
const PROJECT_RULES = loadRulesFile(RULES.firestore);

export async function startFirestore({ rules = PROJECT_RULES }: { rules?: Ruleset } = {}) {
  const now = () => new Date();
  const reads: [number, string][] = [];
  const log: string[] = [];
  const requests: string[] = [];
  const store = createFirestoreStore({ now });
  const firestore = createFirestoreHandler({
    store,
    rules,
    projectId: PROJECT,
    now,
    verifyToken: (token) => decodeUnsignedToken(token, now()),
    onRead: (count, what) => reads.push([count, what]),
    log: (line) => log.push(line),
  });
  const handler: RequestHandler = (req, res) => {
    requests.push(`${req.method} ${req.url}`);
    return firestore.handle(req, res);
  };
  const listening = await listen({ service: 'firestore', host: '127.0.0.1', port: 0, handler });
  const origin = `http://127.0.0.1:${listening.port}`;
  return {
    origin,
    listening,
    store,
    /** Billed reads, in order. */
    reads,
    log,
    /** `METHOD path?query` of every request. */
    requests,
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
      await firestore.close();
      await listening.down();
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
