import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:http';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Apart from the ports that people and other tests use. */
const PORTS = { hosting: 5740, firestore: 5741, auth: 5742, storage: 5743 };
/** A build on a busy machine takes its time. */
const PATIENCE_MS = 120_000;

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
    ['--import', 'tsx', 'tools/start/start.ts', ...args, ...ports, '--data', join(folder, 'data')],
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

describe('npm start', () => {
  it(
    'builds and serves the site, keeps data over Ctrl-C, and throws it away with --fresh',
    async () => {
      const out = ['--out', join(folder, 'site')];
      const documents = `http://localhost:${PORTS.firestore}/v1/projects/demo-cabinets/databases/(default)/documents`;
      const first = run('start', ...out);
      await first.says(/Ctrl-C stops/);
      expect(first.output()).toContain(`Site       http://localhost:${PORTS.hosting}\n`);
      expect(first.output()).toContain(`Data       http://localhost:${PORTS.firestore}/\n`);
      const page = await (await fetch(`http://localhost:${PORTS.hosting}/work/x`)).text();
      expect(page).toBe(readFileSync(join(folder, 'site', 'work.html'), 'utf8'));
      const note = await fetch(`${documents}/notes/1`, {
        method: 'PATCH',
        headers: { Authorization: 'Bearer owner', 'Content-Type': 'application/json' },
        body: JSON.stringify({ fields: { text: { stringValue: 'kept' } } }),
      });
      expect(note.status).toBe(200);
      first.child.kill('SIGINT');
      expect(await first.exit).toBe(0);

      const read = () =>
        fetch(`${documents}/notes/1`, { headers: { Authorization: 'Bearer owner' } });
      const second = run('start', ...out);
      await second.says(/Ctrl-C stops/);
      expect((await read()).status).toBe(200);
      second.child.kill('SIGKILL');
      await second.exit;

      const third = run('start', ...out, '--fresh');
      await third.says(/Ctrl-C stops/);
      expect((await read()).status).toBe(404);
    },
    PATIENCE_MS,
  );

  it('names a taken port and how to choose another', async () => {
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

  it('refuses a flag that it does not know, and says which it does', async () => {
    const { exit, output } = run('start', '--prot', '5001');
    expect(await exit).toBe(1);
    expect(output()).toContain("Unknown option '--prot'");
    expect(output()).toContain('--storage-port N');
  });
});

describe('npm run dev', () => {
  it(
    'serves the page through Vite beside the backend, and stops on SIGTERM',
    async () => {
      const dev = run('dev');
      await dev.says(/Ctrl-C stops/);
      expect(dev.output()).toContain(`Site       http://localhost:${PORTS.hosting}\n`);
      const page = await (await fetch(`http://localhost:${PORTS.hosting}/`)).text();
      expect(page).toContain('/@vite/client');
      dev.child.kill('SIGTERM');
      expect(await dev.exit).toBe(0);
    },
    PATIENCE_MS,
  );
});
