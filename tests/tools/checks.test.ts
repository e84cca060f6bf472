/** What is checked where: `.ci/run`, GitHub's workflow, the versions of Node, and the README agree. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { NODES, OTHER_NODES } from '../nodes/nodeVersions';

const read = (path: string) => readFileSync(path, 'utf8');
const all = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, found]) => found!);

const ci = read('.ci/run');
const workflow = read('.github/workflows/checks.yml');

/** What the job for Windows and macOS runs, where `.ci/run` has no shell. */
const ON_OTHER_SYSTEMS = ['npm ci', 'npm run test:nodes -- this'];

test('the workflow runs parts of .ci/run, and on Windows and macOS the two commands', () => {
  const parts = all(ci, /^ {4}([a-z]+)\)/gm);
  expect(parts).toEqual(['install', 'validate', 'full', 'official', 'nodes']);
  const commands = all(workflow, /- run: (.*)/g).filter((command) => !command.startsWith('test '));
  const [install, validate, full] = parts.map((part) => `.ci/run ${part}`);
  expect(new Set(commands)).toEqual(new Set([install, validate, full, ...ON_OTHER_SYSTEMS]));
  expect(all(workflow, /system: \[(.*)\]/g)).toEqual(['windows-latest, macos-latest']);
});

test('the workflow’s matrix has the proven versions of Node, the full run the oldest', () => {
  const matrix = all(workflow, /node: \[(.*)\]/g)[0]!;
  expect(all(matrix, /'([\d.]+)'/g)).toEqual(NODES);
  expect(all(workflow, /node-version: '(.*)'/g)).toEqual(['24', NODES[0]]);
});

test('the README names the proven versions, and package.json the oldest', () => {
  const [oldest, ...others] = NODES;
  const last = others.pop();
  expect(read('README.md')).toContain(
    `Proven on Node ${oldest}, ${others.join(', ')} and ${last}.`,
  );
  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
  expect(engines.node.startsWith(`^${oldest} || `)).toBe(true);
  expect(NODES).toEqual(expect.arrayContaining(OTHER_NODES));
});
