/** What the tests of `npm run doctor` share: a built site, the local backend, and what the doctor says of each line. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { openScene, runTool, type Scene } from './ownersTools';
import { PROJECT } from './googleAnswers';

let siteDir: string;
beforeAll(() => {
  siteDir = mkdtempSync(join(tmpdir(), 'site-'));
  mkdirSync(join(siteDir, 'assets'));
  const page = '<html><script src="/assets/app-1.js"></script></html>';
  for (const name of ['index.html', '404.html']) writeFileSync(join(siteDir, name), page);
  writeFileSync(join(siteDir, 'work.html'), page.replace('<script', '<p data-shell="work"></p>$&'));
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
  const greetMailServer = async () => undefined;
  const { code, output } = await runTool(['doctor', ...args], {
    env,
    fetch: send,
    greetMailServer,
  });
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
  'Live pages': 'PASS',
  Worker: 'PASS',
  'Sign-in frame': 'UNKNOWN',
  'version/current': 'PASS',
  configurations: 'PASS',
  Owners: 'PASS',
  Quotes: 'PASS',
  Locks: 'PASS',
  Indexes: 'PASS',
  Mail: 'UNKNOWN',
  'Mail settings': 'UNKNOWN',
  'A request, end to end': 'PASS',
  'Nothing removed': 'PASS',
  'Nothing made up': 'UNKNOWN',
};

/** The lines that cannot say anything when a line fails. */
const DEPENDANTS: Record<string, string[]> = {
  Environment: Object.keys(LOCAL).slice(1),
  Firestore: [
    'Firestore rules',
    'version/current',
    'configurations',
    'Owners',
    'Quotes',
    'Locks',
    'Indexes',
    'Live pages',
    'A request, end to end',
    'Nothing removed',
  ],
  Mail: ['Mail settings', 'A request, end to end'],
  Storage: ['Storage rules', 'A request, end to end'],
  Site: ['Headers and policy', 'Live pages', 'Worker', 'Nothing removed', 'Nothing made up'],
  'Firestore rules': ['version/current', 'configurations', 'A request, end to end'],
  'Storage rules': ['A request, end to end'],
  'Storage asks Firestore': ['A request, end to end'],
  configurations: ['A request, end to end'],
  'Access token': Object.keys(LOCAL).filter(
    (title) =>
      !/^(Environment|Access token|Site|Headers|Worker|Sign-in frame|Nothing made up)/.test(title),
  ),
};
export const blockedBy = (line: string): Record<string, string> =>
  Object.fromEntries((DEPENDANTS[line] ?? []).map((title) => [title, `blocked by ${line}`]));

export const snapshot = () => [
  scene.backend.firestore.snapshot().documents.length,
  scene.backend.storage.list().length,
];
