/** docs/machines.md is up to date and has every machine; each has a suite of tests. */
import { readFileSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { DOCUMENT, documentText, MACHINES } from './diagrams';

test('docs/machines.md shows the machines as they are', () => {
  // Not `toBe`: the difference of two diagrams is unreadable.
  if (readFileSync(DOCUMENT, 'utf8') !== documentText()) {
    throw new Error('A machine has changed without its diagram: npm run diagrams');
  }
});

test('docs/machines.md has every machine, and every machine has a suite of tests', () => {
  const folder = fileURLToPath(new URL('../../machines/', import.meta.url));
  const sources = readdirSync(folder)
    .filter((file) => readFileSync(folder + file, 'utf8').includes('createMachine('))
    .map((file) => file.replace('.ts', ''));
  const machines = Object.keys(MACHINES).toSorted();
  expect(machines).toEqual(sources.toSorted());
  const tests = fileURLToPath(new URL('..', import.meta.url));
  const suites = readdirSync(tests, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.model.test.ts'))
    .map((path) => basename(path, '.model.test.ts'));
  expect(machines.filter((machine) => !suites.includes(machine))).toEqual([]);
});
