/** Watching and removing requests, and the ports of the local backend, against that backend with its rules. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FaultSpec } from '../../backend/faults/types';
import { fromFields, toFields } from '../../backend/protoJson';
import { runTool } from '../../tools/run';
import { createTerminal } from '../../tools/terminal';
import { COMMIT } from '../browser/delivery/faultSchedule';
import { openScene, type Scene } from './scene';

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
});
afterEach(() => scene.stop());

/** By name; sent in the order in which they are written. */
const idsByName = () =>
  Object.fromEntries(
    scene.backend.firestore
      .list('requests')
      .map(({ fields }) => fromFields(fields))
      .map(({ id, name }) => [String(name), String(id)]),
  );
/** As if it had been created then. */
function age(id: string, created: string) {
  const path = `requests/${id}`;
  const { fields } = scene.backend.firestore.get(path)!;
  const write = { ...fields, created: { timestampValue: created } };
  scene.backend.firestore.commit([{ path, fields: write }]);
}
/** Documents and files that have to do with requests. */
const traces = () => [
  ...['requests', 'uploads', 'receipts', 'alerts'].flatMap((name) =>
    scene.backend.firestore.list(name).map(({ path }) => path),
  ),
  ...scene.backend.storage
    .list()
    .flatMap(({ name }) => (name.startsWith('requests/') ? [name] : [])),
];

describe('requests:watch', () => {
  class Stopped extends Error {}
  /** Runs it on a terminal; before each further look one of `between` happens, and after them Ctrl-C. */
  async function watch(between: (() => unknown)[], ...args: string[]): Promise<string> {
    let output = '';
    const out = { write: (text: string) => (output += text), isTTY: true };
    const { ports } = scene.backend;
    const env = {
      LOCAL_HOST: '127.0.0.1',
      FIRESTORE_PORT: String(ports.firestore),
      STORAGE_PORT: String(ports.storage),
    };
    const wait = async (ms: number) => {
      if (ms !== 10_000) return;
      const next = between.shift();
      if (!next) throw new Stopped();
      await next();
    };
    const surroundings = { env, terminal: createTerminal(out, out, false), wait };
    await expect(runTool(['requests:watch', ...args], surroundings)).rejects.toThrow(Stopped);
    return output.replaceAll(/\d+\/\d+\/\d{4}, [\d:]+ [AP]M/g, 'WHEN');
  }
  const shown = (name: string) =>
    `\nWHEN  ${idsByName()[name]}  ${name}\n` +
    '  555-0100, ada@example.com, 1 Main Street\n  doors\n  Kitchen cabinets\n';

  test('prints each request once, as it comes, and rings', async () => {
    await scene.send({ name: 'Early' });
    const four = ['C', 'D', 'E', 'F'];
    const output = await watch([
      () => scene.send({ name: 'Bea' }),
      async () => {
        // It reached the server before the other, and was stored after it.
        await scene.send({ name: 'Late' });
        age(idsByName()['Late']!, new Date(Date.now() - 30_000).toISOString());
      },
      () => undefined,
      async () => {
        for (const name of four) await scene.send({ name });
      },
    ]);
    const first = `On the local backend (${scene.backend.origins.firestore})\n`;
    const looks = [['Bea'], ['Late'], four].map((names) => names.map(shown).join(''));
    expect(output).toBe(`${first}${looks.join('\u0007')}\u0007`);
  });

  test('--since prints earlier ones first; what a visitor wrote cannot steer the terminal', async () => {
    await scene.send({ name: 'Old' });
    age(idsByName()['Old']!, '2026-01-01T12:00:00Z');
    await scene.send({ name: 'Ada', description: 'Red \u001b[31m\r\u0007\u009b31mdoors' });
    const output = await watch([], '--since', '2026-02-01');
    expect(output).toContain('Red [31m31mdoors\n\u0007');
    expect(output).not.toContain('Old');
  });

  test('waits for a server that is away, and misses nothing meanwhile', async () => {
    await scene.send({ name: 'Early' });
    const output = await watch([
      async () => {
        await scene.send({ name: 'Ada' });
        scene.backend.faults.add({ service: 'firestore', do: { kind: 'reset' } });
      },
      () => undefined,
      () => {
        scene.backend.faults.clear();
        scene.backend.faults.add({ service: 'firestore', do: { kind: 'captive' } });
      },
      () => scene.backend.faults.clear(),
    ]);
    const [, ...lines] = output.split('\n').filter((line) => line !== '');
    expect(lines.slice(0, 3)).toEqual([
      expect.stringMatching(/^http.* cannot be reached \(.*, 4 tries\)\. Trying on\.$/),
      'There again.',
      expect.stringContaining('Ada'),
    ]);
    expect(output.match(/Trying on/g)).toHaveLength(1);
  });

  test('a token that runs out ends it, and it says how to miss nothing', async () => {
    await scene.send({ name: 'Ada' });
    age(idsByName()['Ada']!, '2026-05-30T09:00:00Z');
    const status = { kind: 'status', status: 401 } as const;
    scene.backend.faults.add({ service: 'firestore', after: 1, do: status });
    const { code, output } = await scene.run('requests:watch');
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(
        /has run out[^]*npm run requests:watch -- --since 2026-05-30T08:59:00\.000Z\n$/,
      ),
    ]);
  });

  test('--dry-run looks once', async () => {
    await scene.send({ name: 'Ada' });
    const { code, output } = await scene.run(
      'requests:watch',
      '--since',
      '2026-01-01',
      '--dry-run',
    );
    expect([code, output]).toEqual([0, expect.stringMatching(/^Trying it out[^]*\d{10}  Ada\n/)]);
  });

  test('Ctrl-C ends it, on the ports that flags name', async () => {
    const { firestore, storage } = scene.backend.ports;
    const root = fileURLToPath(new URL('../..', import.meta.url));
    const ports = [`--firestore-port=${firestore}`, `--storage-port=${storage}`];
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', 'tools/cli.ts', 'requests:watch', ...ports],
      { cwd: root, env: { ...process.env, LOCAL_HOST: '127.0.0.1', FIRESTORE_PORT: '1' } },
    );
    const [said] = (await once(child.stdout, 'data')) as [Buffer];
    expect(String(said)).toBe(`On the local backend (http://127.0.0.1:${firestore})\n`);
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([null, 'SIGINT']);
  });
});

describe('requests:remove', () => {
  /** Three requests with two pictures each, two of them old, and a mark of the alerts for each. */
  async function three(): Promise<[old: string, older: string, young: string]> {
    await scene.send({ name: 'Old' }, 10);
    await scene.send({ name: 'Older' }, 20);
    await scene.send({ name: 'Young' }, 30);
    const { Old: old = '', Older: older = '', Young: young = '' } = idsByName();
    age(old, '2025-06-01T11:00:00Z');
    age(older, '2024-01-01T12:00:00Z');
    scene.backend.firestore.commit(
      [old, older, young].map((id) => ({ path: `alerts/${id}`, fields: {} })),
    );
    expect(traces()).toHaveLength(3 * 8);
    return [old, older, young];
  }
  const left = (id: string) => traces().filter((trace) => trace.includes(id));

  test('takes documents, ticket, receipt, mark and files of what is old enough', async () => {
    const [old, older, young] = await three();
    const trial = await scene.run('requests:remove', '--older-than', '365d', '--dry-run');
    expect([trial.code, trial.output]).toEqual([
      0,
      expect.stringContaining(`  ${old}  2025-06-01  Old  4 documents, 4 files\n`),
    ]);
    expect(traces()).toHaveLength(3 * 8);
    const done = await scene.run('requests:remove', '--older-than', '365d');
    expect([done.code, done.output]).toEqual([
      0,
      expect.stringContaining('2 requests are removed.\n'),
    ]);
    expect([left(old), left(older)]).toEqual([[], []]);
    expect(left(young)).toHaveLength(7);
    expect(traces()).toHaveLength(8);
  });

  test.each<[string, Omit<FaultSpec, 'do'>, string]>([
    [
      'at the second file',
      { service: 'storage', method: 'DELETE', after: 1 },
      '4 documents, 3 files',
    ],
    ['at the documents', COMMIT, '4 documents, 0 files'],
    ['behind the documents', { ...COMMIT, when: 'after' }, 'nothing is kept of it'],
  ])('cut %s and run again: nothing is left', async (_, fault, rest) => {
    const [old] = await three();
    scene.backend.faults.add({ ...fault, do: { kind: 'reset' } });
    expect(await scene.run('requests:remove', old)).toMatchObject({ code: 1 });
    scene.backend.faults.clear();
    const again = await scene.run('requests:remove', old);
    expect([again.code, again.output]).toEqual([0, expect.stringContaining(rest)]);
    expect(traces()).toHaveLength(16);
    expect(left(old)).toEqual([]);
  });

  test('a device could send again what is young: only with --force', async () => {
    const [old, , young] = await three();
    const { code, output } = await scene.run('requests:remove', old, young);
    expect([code, output]).toEqual([1, expect.stringContaining('1 of them are younger than 30')]);
    expect(traces()).toHaveLength(3 * 8);
    expect(await scene.run('requests:remove', old, young, '--force')).toMatchObject({ code: 0 });
    expect(traces()).toHaveLength(8);
  });

  test('--older-than takes a mark that came after its request was gone', async () => {
    const [, , young] = await three();
    const mark = (day: string) => toFields({ pictures: { since: Date.parse(day) } } as never);
    scene.backend.firestore.commit([
      { path: 'alerts/1111111111', fields: mark('2025-06-01') },
      { path: 'alerts/2222222222', fields: mark('2026-05-31') },
      { path: `alerts/${young}`, fields: mark('2025-06-01') },
    ]);
    const { code, output } = await scene.run('requests:remove', '--older-than', '365d');
    expect([code, output]).toEqual([0, expect.stringContaining('3 requests are removed.\n')]);
    expect([left('1111111111'), left('2222222222')]).toEqual([[], ['alerts/2222222222']]);
    expect(left(young)).toHaveLength(7);
    expect(await scene.run('requests:remove', '2222222222')).toMatchObject({ code: 0 });
    expect(left('2222222222')).toEqual([]);
  });

  test('a request that was deleted by hand leaves its ticket, receipt and files: they go, too', async () => {
    const [old] = await three();
    scene.backend.firestore.commit([{ path: `requests/${old}`, fields: null }]);
    expect(await scene.run('requests:remove', old, '--force')).toMatchObject({ code: 0 });
    expect(traces()).toHaveLength(16);
  });
});

test.each([
  ['requests:remove', [], 'Either IDs or --older-than.'],
  ['requests:remove', ['1234567890', '--older-than', '365d'], 'Either IDs or --older-than.'],
  ['requests:remove', ['1234567890', '../gallery'], '"../gallery" is no number of a request.'],
  ['requests:remove', ['--older-than', '1y'], '"1y" is no age such as 365d.'],
  [
    'requests:remove',
    ['--firestore-port', 'x', '1234567890'],
    '--firestore-port is not a port: x.',
  ],
  ['requests:watch', ['--every', '0'], '"0" is no number of seconds.'],
  ['requests:watch', ['--since', 'soon'], '"soon" is no date such as 2026-05-30.'],
])('%s %j changes nothing', async (name, args, message) => {
  await scene.send({}, 10);
  const before = traces();
  const { code, output } = await scene.run(name, ...args);
  expect([code, output]).toEqual([1, expect.stringContaining(message)]);
  expect(traces()).toEqual(before);
});

test.each([
  ['requests:watch', '--every     seconds between two looks'],
  ['requests:remove', '--older-than  all that were created'],
  ['requests:watch', '--firestore-port and --storage-port'],
])('%s --help', async (name, text) => {
  expect(await scene.run(name, '--help')).toEqual({
    code: 0,
    output: expect.stringContaining(text),
  });
});

test('every tool honours the port options of npm start', async () => {
  let output = '';
  const out = { write: (text: string) => (output += text) };
  const terminal = createTerminal(out, out, false);
  const FIRESTORE_PORT = String(scene.backend.ports.firestore);
  const env = { LOCAL_HOST: '127.0.0.1', VITE_LOCAL_FIRESTORE_PORT: '1', FIRESTORE_PORT };
  expect(await runTool(['version:set', '0.5'], { env, terminal })).toBe(0);
  expect(fromFields(scene.backend.firestore.get('version/current')!.fields)).toEqual({
    version: 0.5,
  });
  expect(output).toContain(scene.backend.origins.firestore);
});
