/** The `predeploy` hook of hosting (firebase.json): which builds it lets pass, and its message for each wrong one. */
// @module-tag full
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashOfSources, leaveMark, type BuildMark } from '../../tools/build/mark';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BUILD = 'Build the site with npm run build, then deploy again.\n';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'dist-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs what firebase.json says, as the Firebase CLI does: by a shell, in the folder of that file. */
function runHook(): { status: number | null; stderr: string } {
  const { hosting } = JSON.parse(readFileSync(join(ROOT, 'firebase.json'), 'utf8')) as {
    hosting: { predeploy: string[] };
  };
  const [command = '', ...others] = hosting.predeploy;
  expect(others).toEqual([]);
  const { status, stderr } = spawnSync(command, {
    cwd: ROOT,
    shell: true,
    encoding: 'utf8',
    env: { ...process.env, GCLOUD_PROJECT: 'my-cabinets', RESOURCE_DIR: folder },
  });
  return { status, stderr };
}

function build(change: Partial<BuildMark> | null): void {
  writeFileSync(join(folder, 'index.html'), '');
  const right: BuildMark = { project: 'my-cabinets', sources: hashOfSources(), unread: [] };
  if (change) leaveMark(folder, { ...right, ...change });
}

test.each<[string, () => void, string]>([
  ['no folder', () => rmSync(folder, { recursive: true }), `There is no built site.\n${BUILD}`],
  ['an empty folder', () => {}, `There is no built site.\n${BUILD}`],
  [
    'half a build',
    () => build(null),
    `The built site is incomplete, because the build did not finish.\n${BUILD}`,
  ],
  [
    'a local build',
    () => build({ project: null }),
    `The site was built for this machine only: no visitor's request would reach you.\n${BUILD}`,
  ],
  [
    'a build for another project',
    () => build({ project: 'my-cabinets-2' }),
    `The site was built for the project my-cabinets-2: every visitor's request would go there.
Rename the file .env and run npm run setup -- --project my-cabinets, which writes a new one. ${BUILD}`,
  ],
  [
    'a build of older sources',
    () => build({ sources: 'others' }),
    `The built site is old: files of this folder have changed since the build.\n${BUILD}`,
  ],
  [
    'a build that could not read the project',
    () => build({ unread: ['the gallery', 'the service types'] }),
    `The built site lacks the gallery and the service types, because the build could not read that from the project.\n${BUILD}`,
  ],
])('%s is not deployed', (_, prepare, says) => {
  prepare();
  const stderr = `Nothing is deployed to my-cabinets. ${says}`;
  expect(runHook()).toEqual({ status: 1, stderr });
});

test('a build of this checkout for this project is deployed', () => {
  build({});
  expect(runHook()).toEqual({ status: 0, stderr: '' });
});

test('a change of any byte or file name in the sources makes a build old', () => {
  mkdirSync(join(folder, 'src', 'form'), { recursive: true });
  const seen = [hashOfSources(folder)];
  for (const [name, content] of [
    ['index.html', 'a'],
    ['index.html', 'b'],
    ['.env', 'VITE_SITE_URL=https://a.example'],
    ['src/form/a.ts', ''],
    ['src/form/b.ts', ''],
  ] as const) {
    writeFileSync(join(folder, name), content);
    seen.push(hashOfSources(folder));
  }
  expect(new Set(seen).size).toBe(6);
  for (const name of ['README.md', 'src/.DS_Store']) writeFileSync(join(folder, name), 'x');
  expect(hashOfSources(folder)).toBe(seen.at(-1));
});
