/** The map of the tests: each tracked file has a row, each row a test or a reason, each test a promise; and its lists. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ROWS } from '../promises';
import { isTest, rowOf, testsOf } from '../touched';
import { DOCUMENT, documentText } from './promiseLists';

const tracked = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' })
  .split('\0')
  .filter(Boolean);

/** What proves the promises, without the commands. */
const paths = ROWS.flatMap((row) =>
  'none' in row ? [] : Object.values(row.promises ?? {}).flat(),
).filter((proof) => !proof.startsWith('npm run '));

test('each tracked file has a row', () => {
  expect(tracked.filter((path) => !isTest(path) && !rowOf(path))).toEqual([]);
});

test('each name of a row is the beginning of a path, and each row has a test or a reason', () => {
  const fits = (paths: string[]) => (name: string) => paths.some((path) => path.startsWith(name));
  const names = ROWS.flatMap(({ of }) => of);
  expect(names.filter((name) => !fits(tracked)(name))).toEqual([]);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  const tests = ROWS.flatMap((row) => ('none' in row ? [] : (row.tests ?? [])));
  expect(tests.filter((name) => !fits(tracked.filter(isTest))(name))).toEqual([]);
  expect(paths.filter((name) => !fits(tracked)(name))).toEqual([]);
  expect(ROWS.filter((row) => !('none' in row || row.promises || row.tests))).toEqual([]);
  const reasons = ROWS.flatMap((row) => ('none' in row ? row.none : []));
  expect(reasons.filter((reason) => reason.length < 15)).toEqual([]);
});

test('each test, and each folder of tests, proves a promise', () => {
  const isNamed = (path: string) => paths.some((name) => path.startsWith(name));
  expect(tracked.filter((path) => isTest(path) && !isNamed(path))).toEqual([]);
  const folders = tracked.flatMap((path) => /^tests\/\w+\//.exec(path) ?? []);
  const unnamed = folders.filter((folder) => !paths.some((name) => name.startsWith(folder)));
  expect([...new Set(unnamed)]).toEqual(['tests/support/']);
});

test('docs/testing.md shows the map as it is', () => {
  // Not `toBe`: the difference of two lists is unreadable.
  if (readFileSync(DOCUMENT, 'utf8') !== documentText()) {
    throw new Error('A promise has changed without its list: npm run promises');
  }
});

test.each([
  ['a feature', 'src/work/WorkPage.tsx', 'tests/work/work.spec.ts', 'tests/owner/publish.spec.ts'],
  ['rules', 'firestore.rules', 'tests/rules/rules.test.ts', 'tests/work/work.spec.ts'],
  ['a look', 'src/ui/tokens.css', 'tests/screens/ownerStates.spec.ts', 'tests/rules/rules.test.ts'],
  ['a test', 'tests/lint/lists.test.ts', 'tests/lint/lists.test.ts', 'tests/lint/layers.test.ts'],
  [
    'a helper’s helper',
    'tests/screens/paper.ts',
    'tests/screens/pageStates.spec.ts',
    'tests/screens/keyboard.spec.ts',
  ],
])('%s: what it may break is run, and not the rest', (_, changed, run, left) => {
  const tests = testsOf([changed], tracked);
  expect(tests).toContain(run);
  expect(tests).not.toContain(left);
});

test('ten browser tests are the witnesses of a change, all told in docs/testing.md', () => {
  const tagged = tracked
    .filter((path) => path.endsWith('.spec.ts'))
    .flatMap((path) =>
      (readFileSync(path, 'utf8').match(/'@witness'/g) ?? []).map(() =>
        path.replace(/^tests\/|\.ts$/g, ''),
      ),
    );
  expect(tagged).toHaveLength(10);
  const told = readFileSync('docs/testing.md', 'utf8');
  const [, table] = /## The ten witnesses\n([^]*?)\n## /.exec(told)!;
  expect(tagged.filter((path) => !table!.includes(path))).toEqual([]);
});
