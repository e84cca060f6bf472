/**
 * `npm run test:touched [base]`: the tests that what has changed since `base` may break (tests/touched.ts), uncommitted
 * changes and new files included. Without a base, since the commit that `.ci/whole` names: there everything passed.
 * `--rest` leaves out what `npm test` runs.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { killAll, remember } from './support/processes';
import { testsOf } from './touched';

const args = process.argv.slice(2);
const isRest = args.includes('--rest');
const base = args.find((arg) => !arg.startsWith('--')) ?? readFileSync('.ci/whole', 'utf8').trim();

process.once('SIGTERM', () => {
  killAll();
  process.exit(1);
});

const git = (...words: string[]) =>
  execFileSync('git', words, { encoding: 'utf8', maxBuffer: 1e8 }).split('\0').filter(Boolean);

/** Names of files, from git; `-z` leaves each as it is. */
function changedSince(commit: string): string[] {
  try {
    const changed = git('diff', '--name-only', '--no-renames', '-z', commit);
    return [...changed, ...git('ls-files', '--others', '--exclude-standard', '-z')];
  } catch {
    console.error(`This clone has no commit ${commit}. Fetch its history, or name another base.`);
    process.exit(2);
  }
}

const tracked = git('ls-files', '--cached', '--others', '--exclude-standard', '-z');
const changed = changedSince(base);
const present = tracked.filter((path) => existsSync(path));
const tests = testsOf(changed, present).filter((path) => !isRest || hasRest(path));
const [node, browser] = [/\.test\.ts$/, /\.spec\.ts$/].map((kind) =>
  tests.filter((path) => kind.test(path)).join(' '),
);
console.log(`${changed.length} files have changed since ${base.slice(0, 8)}.\n${tests.join('\n')}`);
const projects = isRest ? '--project=full' : '--project=browser --project=full';
const commands = [
  ...(node ? [`vitest run ${isRest ? '--tags-filter=full ' : ''}${node}`] : []),
  ...(browser ? [`playwright test -c tests ${projects} ${browser}`] : []),
];
if (commands.length === 0) {
  // In the words of a test runner: nothing is no failure here.
  console.log('0 passed, 0 failed');
} else {
  const run = ['tools/entry.cjs', 'tests/run.ts', ...commands, '--'];
  const child = spawn(process.execPath, run, { stdio: 'inherit' });
  remember(child);
  const [status] = await once(child, 'exit');
  process.exitCode = status ?? 1;
}

/** Whether a file has tests that `npm test` leaves out. Those that are timed want a machine of their own. */
function hasRest(path: string): boolean {
  return /@module-tag full|@full\b|testStates\(/.test(readFileSync(path, 'utf8'));
}
