/** What the tests of `npm run doctor` share: a built site, the local backend, and what the doctor says of each line. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { runCommand } from '../../tools/commands';
import { createTerminal } from '../../tools/terminal';
import { openScene, type Scene } from './ownersTools';
import { PROJECT } from './googleAnswers';

let siteDir: string;
beforeAll(() => {
  siteDir = mkdtempSync(join(tmpdir(), 'site-'));
  mkdirSync(join(siteDir, 'assets'));
  const page = '<html><script src="/assets/app-1.js"></script></html>';
  for (const name of ['index.html', 'work.html', '404.html'])
    writeFileSync(join(siteDir, name), page);
  writeFileSync(join(siteDir, 'assets', 'app-1.js'), '');
  writeFileSync(join(siteDir, 'sw.js'), `const env = { VITE_FIREBASE_PROJECT_ID: "${PROJECT}" };`);
});
afterAll(() => rmSync(siteDir, { recursive: true }));

/** Opened and closed by each group of tests. */
export let scene: Scene;
export const open = async () => {
  scene = await openScene(siteDir);
};
export const close = () => scene.stop();

/** Runs the doctor; `states` holds what each line says, by its title. */
export async function examine(env: Record<string, string>, send: typeof fetch, ...args: string[]) {
  let output = '';
  const out = { write: (text: string) => (output += text) };
  const terminal = createTerminal(out, out, false);
  const wait = async () => {};
  const code = await runCommand(['doctor', ...args], { env, terminal, fetch: send, wait });
  return { code, output, states: statesIn(output) };
}

function statesIn(output: string): Record<string, string> {
  const lines = output.matchAll(
    /^(PASS|FAIL|UNKNOWN|blocked) +(.+?) {2,}(.+?)(?: \(not tried yet\))?$/gm,
  );
  return Object.fromEntries(
    [...lines].map(([, state = '', title, detail = '']) => [
      title,
      state === 'blocked' ? detail : state,
    ]),
  );
}

export function withHeader(answer: Response, name: string, value: string | null): Response {
  const headers = new Headers(answer.headers);
  if (value === null) headers.delete(name);
  else headers.set(name, value);
  // `fetch` has unpacked the body already.
  headers.delete('content-encoding');
  return new Response(answer.body, { status: answer.status, headers });
}

/** On a fresh `npm start`. */
export const LOCAL = {
  Environment: 'PASS',
  'Access token': 'UNKNOWN',
  Firestore: 'PASS',
  Storage: 'PASS',
  'Firestore rules': 'UNKNOWN',
  'Storage rules': 'UNKNOWN',
  'Storage asks Firestore': 'UNKNOWN',
  'Authorised domains': 'UNKNOWN',
  'Sign-in providers': 'UNKNOWN',
  'API key': 'UNKNOWN',
  Site: 'PASS',
  'Headers and policy': 'PASS',
  Worker: 'PASS',
  'Sign-in frame': 'UNKNOWN',
  'version/current': 'PASS',
  configurations: 'PASS',
  Owners: 'PASS',
  Quotes: 'PASS',
  Locks: 'PASS',
  Indexes: 'PASS',
  Mail: 'UNKNOWN',
  'A request, end to end': 'PASS',
  'Nothing removed': 'PASS',
  'Nothing made up': 'UNKNOWN',
};

export const snapshot = () => [
  scene.backend.firestore.snapshot().documents.length,
  scene.backend.storage.list().length,
];
