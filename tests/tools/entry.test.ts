/** What every npm script says before it loads anything. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import entry from '../../tools/entry.cjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ENTRY = join(ROOT, 'tools', 'entry.cjs');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'entry-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each([
  ['20.18.3', false],
  ['20.19.0', true],
  ['21.7.3', false],
  ['22.5.1', false],
  ['22.12.0', false],
  ['22.13.0', true],
  ['23.11.0', false],
  ['24.0.0', true],
  ['26.1.0', true],
])('Node %s may run it: %s', (version, expected) => {
  const said = entry.problem(version, ROOT);
  if (expected) expect(said).toBeUndefined();
  else {
    expect(said).toBe(
      `This is Node ${version}. Needed is 20.19 or a later 20, 22.13 or a later 22, 24 or newer.
  Install Node 24 (https://nodejs.org), then run: npm ci`,
    );
  }
});

test.each(['#', '?'])('a folder with %s in its name is refused', (sign) => {
  expect(entry.problem(process.versions.node, `/home/me/c${sign}/site`)).toContain(
    'Vite reads no path',
  );
});

test('missing packages are said, with the command that installs them', () => {
  mkdirSync(join(folder, 'tools'));
  cpSync(ENTRY, join(folder, 'tools', 'entry.cjs'));
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
  const { status, stderr } = spawnSync(process.execPath, [
    join(folder, 'tools', 'entry.cjs'),
    'x.ts',
  ]);
  expect([status, String(stderr).trim()]).toEqual([
    1,
    'The packages are not installed. Run: npm ci',
  ]);
});

test('every script of package.json that runs TypeScript begins there', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const others = Object.values(scripts).filter((script) => /\.ts\b/.test(script));
  expect(others.length).toBeGreaterThan(10);
  for (const script of others) expect(script).toMatch(/^node tools\/entry\.cjs \S+\.ts/);
});

/** Writes to a pipe for ever. On SIGTERM it says so in a file. */
const WRITER = `import { writeFileSync } from 'node:fs';
const file: string = process.argv[2]!;
process.on('SIGTERM', () => { writeFileSync(file, 'stopped'); process.exit(0); });
setInterval(() => console.log('on'), 20);
`;

const writer = () => {
  const [script, note] = [join(folder, 'writer.ts'), join(folder, 'note')];
  writeFileSync(script, WRITER);
  return { args: [ENTRY, script, note], note: () => readFileSync(note, 'utf8') };
};

/** Between the two stands npm's shell. SIGTERM reaches it, SIGKILL does not. */
test.each<[NodeJS.Signals, string]>([
  ['SIGTERM', 'shell'],
  ...(process.platform === 'linux' ? [['SIGKILL', 'npm'] as [NodeJS.Signals, string]] : []),
])('a script ends when %s ends the %s above it', async (signal, killed) => {
  const { args, note } = writer();
  const env = { ...process.env, npm_lifecycle_event: 'start' };
  const command = [process.execPath, ...args].map((arg) => JSON.stringify(arg)).join(' ');
  // The second command keeps the shell from becoming the first.
  const shell = `require('child_process').spawn(${JSON.stringify(`${command} && echo`)}, { stdio: 'inherit', shell: true })`;
  const npm = spawn(process.execPath, ['-e', `console.log(${shell}.pid)`], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  npm.stdout.setEncoding('utf8');
  const [pid] = (await once(npm.stdout, 'data')) as [string];
  await once(npm.stdout, 'data');
  process.kill(killed === 'npm' ? npm.pid! : Number.parseInt(pid, 10), signal);
  // The pipe closes when its last writer is gone.
  npm.stdout.resume();
  await once(npm, 'close');
  if (process.platform !== 'win32') expect(note()).toBe('stopped');
});

test('a script ends in a sentence when nothing reads its output any more', async () => {
  const { args } = writer();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  await once(child.stdout, 'data');
  child.stdout.destroy();
  let said = '';
  child.stderr.on('data', (part: Buffer) => (said += part.toString()));
  await once(child, 'close');
  expect(said).toBe('Nothing reads the output any more, so this ends.\n');
});
