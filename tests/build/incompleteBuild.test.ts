/** Builds that cannot start: what they say. */
// @module-tag full
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FIREBASE, runBuild } from './runBuild';

test('a build with some variables missing names them and builds nothing', async () => {
  const { VITE_FIREBASE_API_KEY: _, VITE_FIREBASE_APP_ID: __, ...some } = FIREBASE;
  const target = join(tmpdir(), `cabinets-incomplete-${process.pid}`);
  const { code, output } = await runBuild(some, target);
  expect(code).not.toBe(0);
  expect(output).toContain(
    'Missing Firebase configuration: VITE_FIREBASE_API_KEY, VITE_FIREBASE_APP_ID.',
  );
  expect(existsSync(target)).toBe(false);
}, 60_000);

test('npm run build without a project says what to do', async () => {
  const none = Object.fromEntries(Object.keys(FIREBASE).map((name) => [name, '']));
  expect(await runBuild(none)).toEqual({
    code: 1,
    output: `The site cannot be built for the web, because no Firebase project is named (VITE_FIREBASE_*).
Run npm run setup -- --project YOUR-PROJECT-ID, which writes the file .env, then build again (docs/deploy.md).
To look at the site on this machine only: npm start
`,
  });
}, 60_000);

test('the build of npm start warns where it does not reach the backend that npm start runs', async () => {
  const target = mkdtempSync(join(tmpdir(), 'cabinets-unread-'));
  const { code, output } = await runBuild({ VITE_LOCAL_FIRESTORE_PORT: '1' }, target, {
    needsBackend: true,
  });
  expect(code).toBe(1);
  expect(output).toContain('WARNING: the built site lacks parts that could not be read:');
  expect(output).toContain('the gallery: Firestore does not answer');
  expect(output).toContain(
    'The backend of this machine serves them, but the build did not reach it.',
  );
  // The site is there all the same: its pages read these parts later.
  expect(existsSync(join(target, 'index.html'))).toBe(true);
  rmSync(target, { recursive: true });
}, 120_000);
