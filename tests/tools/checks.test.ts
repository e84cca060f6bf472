/** What is checked where: `.ci/run`, GitHub's workflow, the versions of Node, and the README agree. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { NODES, OTHER_NODES } from '../nodes/nodeVersions';
import playwright from '../playwright.config';

const read = (path: string) => readFileSync(path, 'utf8');
const all = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, found]) => found!);

const ci = read('.ci/run');
const workflow = read('.github/workflows/checks.yml');
const nightly = read('.github/workflows/everything.yml');
const PARTS = all(ci, /^ {4}([a-z]+|browser:\*)\)/gm);

/** What the job for Windows and macOS runs, where `.ci/run` has no shell. */
const ON_OTHER_SYSTEMS = ['npm ci', 'npm run test:nodes -- this'];

test('the workflows run parts of .ci/run, and on Windows and macOS the two commands', () => {
  expect(PARTS).toEqual([
    'install',
    'validate',
    'rules',
    'touched',
    'witnesses',
    'full',
    'long',
    'browser:*',
    'timed',
    'official',
    'nodes',
  ]);
  const commandsOf = (text: string) =>
    new Set(all(text, /- run: (.*)/g).filter((command) => !command.startsWith('test ')));
  const ofAChange = ['install', 'validate', 'witnesses', 'touched'];
  expect(commandsOf(workflow)).toEqual(
    new Set([...ofAChange.map((part) => `.ci/run ${part}`), ...ON_OTHER_SYSTEMS]),
  );
  expect(all(workflow, /system: \[(.*)\]/g)).toEqual(['windows-latest, macos-latest']);
  expect(commandsOf(nightly)).toEqual(new Set(['.ci/run install', '.ci/run ${{ matrix.part }}']));
});

test('each night runs what `full` has, the browser’s tests in four whole shards', () => {
  const shards = ['1/4', '2/4', '3/4', '4/4'].map((shard) => `'browser:${shard}'`);
  expect(all(nightly, / part: \[(.*)\]/g)).toEqual([
    [...shards, 'timed', 'long', 'nodes'].join(', '),
  ]);
  // Playwright lists all of a project on which another depends in the first shard.
  expect(playwright.projects!.filter(({ dependencies }) => dependencies)).toEqual([]);
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const commands = [...all(scripts['test:full']!, /"(.*?)"/g)].flatMap((step) => step.split(' & '));
  expect(commands.filter((command) => !ci.includes(command))).toEqual([]);
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
