/**
 * Which tests a change may break: `npm run test:touched` runs them. Imports alone do not tell: tests read rules,
 * configuration, styles and documents by their paths, and start programs; and what everything imports would bring every
 * test. So the rows of tests/promises.ts say it.
 */
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { ROWS, type Row } from './promises';

/** A test of Node or of a browser. */
export const isTest = (path: string) => /\.(test|spec)\.ts$/.test(path);

/** The row of a file: the one with the longest name that its path begins with. */
export function rowOf(path: string): Row | undefined {
  const lengthIn = ({ of }: Row) =>
    Math.max(0, ...of.filter((name) => path.startsWith(name)).map(({ length }) => length));
  const [longest] = ROWS.toSorted((a, b) => lengthIn(b) - lengthIn(a));
  return longest && lengthIn(longest) > 0 ? longest : undefined;
}

/** A helper of more tests than this is proven by those of them that `npm test` runs. */
const MANY = 15;

/**
 * The tests that a change of these files may break, of all the `tracked` ones. `read` gives a file's text: who imports a
 * test's helper is read there.
 */
export function testsOf(
  changed: string[],
  tracked: string[],
  read: (path: string) => string = (path) => readFileSync(path, 'utf8'),
): string[] {
  const all = tracked.filter(isTest);
  const ofFile = (path: string): string[] => {
    if (isTest(path)) return [path];
    const row = rowOf(path);
    if (!row || 'none' in row) return [];
    const named = [...Object.values(row.promises ?? {}).flat(), ...(row.tests ?? [])];
    const fitting = all.filter((test) => named.some((name) => test.startsWith(name)));
    if (!/^(backend\/)?tests\//.test(path)) return fitting;
    const users = usersOf(path, fitting, tracked, read);
    return users.length > MANY ? [] : users;
  };
  const found = new Set(changed.flatMap(ofFile));
  return all.filter((test) => found.has(test));
}

/** Which of these tests import a helper, or something of the tests that imports it. */
function usersOf(
  helper: string,
  tests: string[],
  tracked: string[],
  read: (path: string) => string,
): string[] {
  const sources = tracked.filter((path) => /^(backend\/)?tests\/.*\.ts$/.test(path));
  const importsOf = new Map(
    sources.map((path) => [
      path,
      [...read(path).matchAll(/from '(\.[^']+)'/g)].map(([, name]) =>
        posix.join(posix.dirname(path), name!).replace(/\.ts$/, ''),
      ),
    ]),
  );
  const users = new Set([helper]);
  // A set tells what is added while one goes through it.
  for (const used of users) {
    const name = used.replace(/\.ts$/, '');
    for (const [path, imports] of importsOf) if (imports.includes(name)) users.add(path);
  }
  return tests.filter((test) => users.has(test));
}
