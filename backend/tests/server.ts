/** Starts backends on free ports with the test project's rules, and makes folders. Both are removed after each test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { startBackend, type BackendOptions } from '../backend';
import { normaliseFields } from '../firestore/firestoreValues';
import { toFields, type Plain } from '../protoJson';
import { PROJECT, RULES } from './project/index';

export const FREE_PORTS = { hosting: 0, firestore: 0, auth: 0, storage: 0 };
export const DATABASE = `projects/${PROJECT}/databases/(default)`;
export const ROOT = `${DATABASE}/documents`;
export const OWNER = { Authorization: 'Bearer owner' };

const folders: string[] = [];
const running = new Set<() => Promise<void>>();
afterEach(async () => {
  for (const stop of running) await stop();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'backend-'));
  folders.push(folder);
  return folder;
}

export type TestBackend = Awaited<ReturnType<typeof start>>;

export async function start(options: Partial<BackendOptions> = {}) {
  const backend = await startBackend({
    projectId: PROJECT,
    rules: RULES,
    host: '127.0.0.1',
    ports: FREE_PORTS,
    faults: true,
    quiet: true,
    ...options,
  });
  const { firestore, origins } = backend;
  const stop = async () => {
    if (running.delete(stop)) await backend.stop();
  };
  running.add(stop);
  return {
    ...backend,
    stop,
    put(path: string, fields: Record<string, Plain>) {
      firestore.commit([{ path, fields: normaliseFields(toFields(fields)) }]);
    },
    remove(path: string) {
      firestore.commit([{ path, fields: null }]);
    },
    /** Makes a REST call below Firestore's `/v1/`. Returns the status and the parsed JSON. */
    async call(
      method: string,
      path: string,
      { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
    ): Promise<{ status: number; json: any; headers: Headers }> {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const url = `${origins.firestore}/v1/${path}`;
      const response = await fetch(url, { method, headers, body: text ?? null });
      return { status: response.status, json: await response.json(), headers: response.headers };
    },
  };
}

/** An ID token like the one that the local Auth service issues after a sign-in with Google. */
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
