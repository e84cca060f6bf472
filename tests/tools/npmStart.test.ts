// `npm start` as a newcomer gives it: in a process of its own, on free and on taken ports, and killed.
// @module-tag full
import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:http';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lock } from '../../backend/persistence/folderLock';
import { eventually } from '../support/eventually';
import { markIn } from '../../tools/build/mark';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Apart from the ports that people and other tests use. */
const PORTS = { hosting: 5740, firestore: 5741, auth: 5742, storage: 5743 };
/** A build on a busy machine takes its time. */
const PATIENCE_MS = 600_000;
/** The exit code after a signal. Windows knows no signals: the process just ends. */
const STOPPED = process.platform === 'win32' ? null : 0;

interface Run {
  child: ChildProcess;
  /** Everything it has written so far. */
  output: () => string;
  /** Resolves when its output matches, rejects when it ends before. */
  says(pattern: RegExp): Promise<void>;
  exit: Promise<number | null>;
}

let folder: string;
let runs: Run[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cli-'));
  runs = [];
});
afterEach(async () => {
  for (const { child, exit } of runs) {
    child.kill('SIGKILL');
    await exit;
  }
  rmSync(folder, { recursive: true });
});

function run(...args: string[]): Run {
  const ports = ['--port', '--firestore-port', '--auth-port', '--storage-port'].flatMap(
    (flag, index) => [flag, String(Object.values(PORTS)[index])],
  );
  const child = spawn(
    process.execPath,
    ['tools/entry.cjs', 'tools/start/start.ts', ...args, ...ports, '--data', join(folder, 'data')],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NO_COLOR: '1' } },
  );
  let text = '';
  const exit = once(child, 'close').then(([code]) => code as number | null);
  const says = (pattern: RegExp) =>
    new Promise<void>((resolve, reject) => {
      const check = () => pattern.test(text) && resolve();
      child.stdout.on('data', check);
      child.stderr.on('data', check);
      void exit.then((code) => reject(new Error(`It ended with ${code}:\n${text}`)));
      check();
    });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => (text += part.toString()));
  }
  const started = { child, output: () => text, says, exit };
  runs.push(started);
  return started;
}

test(
  'npm start builds and serves the site and keeps its data until --fresh; npm run dev goes through Vite',
  async () => {
    const documents = 'projects/demo-cabinets/databases/(default)/documents';
    const address = `http://localhost:${PORTS.firestore}/v1/${documents}`;
    const headers = { Authorization: 'Bearer owner' };
    const read = async () => (await fetch(`${address}/notes/1`, { headers })).status;
    const site = `http://localhost:${PORTS.hosting}`;
    const textOf = async (address: string) => (await fetch(address)).text();

    mkdirSync(join(folder, 'site', 'assets'), { recursive: true });
    writeFileSync(join(folder, 'site', 'index.html'), 'an earlier build');
    const killed = run('start', '--out', join(folder, 'site'));
    await killed.says(/Building the site/);
    await eventually(() => expect(readdirSync(folder)).toContain('site.new'));
    killed.child.kill('SIGKILL');
    await killed.exit;
    const first = run('start', '--out', join(folder, 'site'));
    await first.says(/Building the site/);
    const early = await textOf(`${site}/index.html`);
    expect(early).toBe(readFileSync(join(folder, 'site', 'index.html'), 'utf8'));
    expect(early).toContain('<html');
    await first.says(/Ctrl-C stops/);
    expect(first.output()).toContain(`Site       ${site}\n`);
    expect(first.output()).toContain('Pages of works: 8 of 8\n');
    for (const name of ['index.html', 'sitemap.xml', 'robots.txt']) {
      const text = await textOf(`${site}/${name}`);
      expect(text).toContain(`${site}/`);
      expect(text).not.toContain('localhost:5000');
    }
    expect(first.output()).not.toContain('WARNING');
    const beside = readdirSync(folder).map((name) => name.replace(/lock-.*/, 'lock'));
    expect(beside.toSorted()).toEqual(['data', 'site', 'site.lock']);
    expect(markIn(join(folder, 'site'))).toMatchObject({ project: null, unread: [] });
    expect(first.output()).toContain(`Data       http://localhost:${PORTS.firestore}/\n`);
    const page = readFileSync(join(folder, 'site', 'work.html'), 'utf8');
    const noindex = '<meta data-live name="robots" content="noindex" /></head>';
    expect(await textOf(`${site}/work/x`)).toBe(page.replace('</head>', noindex));
    const body = JSON.stringify({ writes: [{ update: { name: `${documents}/notes/1` } }] });
    const written = await fetch(`${address}:commit`, { method: 'POST', headers, body });
    expect(written.status).toBe(200);
    first.child.kill('SIGINT');
    expect(await first.exit).toBe(STOPPED);

    const second = run('dev');
    await second.says(/Ctrl-C stops/);
    expect(second.output()).toContain(`Site       ${site}\n`);
    expect(await textOf(site)).toContain('/@vite/client');
    expect(await read()).toBe(200);
    second.child.kill('SIGKILL');
    await second.exit;

    const third = run('dev', '--fresh');
    await third.says(/Ctrl-C stops/);
    expect(await read()).toBe(404);
    third.child.kill('SIGTERM');
    expect(await third.exit).toBe(STOPPED);
  },
  PATIENCE_MS,
);

test('a site that another start serves is not replaced', async () => {
  const unlock = await lock(join(folder, 'site.lock'));
  const { exit, output } = run('start', '--out', join(folder, 'site'));
  expect(await exit).toBe(1);
  expect(output()).toContain('Another start uses the same folder: its lock is');
  expect(output()).toContain(`(process ${process.pid})`);
  unlock();
});

test('a port that is taken is named, with how to choose another', async () => {
  const other = createServer().listen(PORTS.auth, '127.0.0.1');
  await once(other, 'listening');
  const { exit, output } = run('dev');
  expect(await exit).toBe(1);
  expect(output()).toContain(
    `Port ${PORTS.auth} on localhost is taken, and the auth service needs it.`,
  );
  expect(output()).toContain('--auth-port or AUTH_PORT');
  other.close();
  await once(other, 'close');
});
