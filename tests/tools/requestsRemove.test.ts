/** Removing requests, and the ports of the local backend, against that backend with its rules. */
// @module-tag full
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FaultSpec } from '../../backend/faults/types';
import { fromFields, toFields } from '../../backend/protoJson';
import { COMMIT } from '../support/deliveryFaults';
import { eventually } from '../support/eventually';
import { ending, openScene, runTool, type Scene } from './ownersTools';

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
/** Of three addresses. */
const MARKS = ['alerts', 'alerts/function/address2', 'alerts/function/address3'];
/** Documents and files that have to do with requests. */
const traces = () => [
  ...['requests', 'uploads', 'receipts', ...MARKS].flatMap((name) =>
    scene.backend.firestore
      .list(name)
      .map(({ path }) => path)
      .filter((path) => path !== 'alerts/function'),
  ),
  ...scene.backend.storage
    .list()
    .flatMap(({ name }) => (name.startsWith('requests/') ? [name] : [])),
];

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

  test('prints a name on one line, whatever is in it', async () => {
    await scene.send(
      { name: 'Ana\n  1234567890  2020-01-01  Forged\u001b[2K\u202egnirts\u2028' },
      10,
    );
    const [id] = Object.values(idsByName());
    // The local alerts mark it behind its arrival.
    await eventually(() => expect(scene.backend.firestore.get(`alerts/${id}`)).toBeDefined());
    const { output } = await scene.run('requests:remove', id!, '--dry-run', '--force');
    const [line] = output.split('\n').filter((one) => one.includes('Ana'));
    const [day] = new Date().toISOString().split('T');
    expect(line).toBe(
      `  ${id}  ${day}  Ana 1234567890 2020-01-01 Forged [2Kgnirts  4 documents, 4 files`,
    );
  });

  test('deletes everything of a request that is old enough', async () => {
    const [old, older, young] = await three();
    expect(await scene.run('requests:remove', '--older-than', '365d', '--dry-run')).toEqual(
      ending(0, `  ${old}  2025-06-01  Old  4 documents, 4 files\n`),
    );
    expect(traces()).toHaveLength(3 * 8);
    expect(await scene.run('requests:remove', '--older-than', '365d')).toEqual(
      ending(0, '2 requests are removed.\n'),
    );
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
    ['after the documents', { ...COMMIT, when: 'after' }, 'nothing is stored under this number'],
  ])('cut off %s and run again leaves nothing', async (_, fault, rest) => {
    const [old] = await three();
    scene.backend.faults.add({ ...fault, do: { kind: 'reset' } });
    expect(await scene.run('requests:remove', old)).toMatchObject({ code: 1 });
    scene.backend.faults.clear();
    expect(await scene.run('requests:remove', old)).toEqual(ending(0, rest));
    expect(traces()).toHaveLength(16);
    expect(left(old)).toEqual([]);
  });

  test('deletes a young request only with --force, because its device may send it again', async () => {
    const [old, , young] = await three();
    const { code, output } = await scene.run('requests:remove', old, young);
    expect([code, output]).toEqual([1, expect.stringContaining('1 of them are younger than 30')]);
    expect(traces()).toHaveLength(3 * 8);
    expect(await scene.run('requests:remove', old, young, '--force')).toMatchObject({ code: 0 });
    expect(traces()).toHaveLength(8);
  });

  test('deletes a mark that came after its request was gone, with --older-than', async () => {
    const [old, , young] = await three();
    const mark = (day: string) => toFields({ pictures: { since: Date.parse(day) } } as never);
    scene.backend.firestore.commit([
      { path: 'alerts/1111111111', fields: mark('2025-06-01') },
      { path: 'alerts/function', fields: toFields({ made: 3 }) },
      { path: `${MARKS[1]}/1111111111`, fields: mark('2025-06-01') },
      { path: `${MARKS[2]}/${old}`, fields: mark('2025-06-01') },
      { path: 'alerts/2222222222', fields: mark('2026-05-31') },
      { path: `alerts/${young}`, fields: mark('2025-06-01') },
    ]);
    const { code, output } = await scene.run('requests:remove', '--older-than', '365d');
    expect([code, output]).toEqual([0, expect.stringContaining('3 requests are removed.\n')]);
    expect([old, '1111111111', '2222222222'].map(left)).toEqual([[], [], ['alerts/2222222222']]);
    expect(left(young)).toHaveLength(7);
    expect(await scene.run('requests:remove', '2222222222')).toMatchObject({ code: 0 });
    expect(left('2222222222')).toEqual([]);
  });

  test('deletes what a request left that was deleted by hand', async () => {
    const [old] = await three();
    scene.backend.firestore.commit([{ path: `requests/${old}`, fields: null }]);
    expect(await scene.run('requests:remove', old, '--force')).toMatchObject({ code: 0 });
    expect(traces()).toHaveLength(16);
  });
});

test.each([
  ['requests:remove', [], 'Give either the numbers of requests or --older-than.'],
  [
    'requests:remove',
    ['1234567890', '--older-than', '365d'],
    'Give either the numbers of requests or --older-than.',
  ],
  [
    'requests:remove',
    ['1234567890', '../gallery'],
    '"../gallery" is not the number of a request: that has 10 digits.',
  ],
  [
    'requests:export',
    ['never-made', '--since', '2026-02-30'],
    '"2026-02-30" is not a date. Write it like 2026-05-30.',
  ],
  ['requests:remove', ['--older-than', '1y'], '"1y" is not an age in days. Write it like 365d.'],
  [
    'requests:remove',
    ['--firestore-port', 'x', '1234567890'],
    '--firestore-port must be a number from 1 to 65535, not "x".',
  ],
])('%s %j changes nothing', async (name, args, message) => {
  await scene.send({}, 10);
  const before = traces();
  expect(await scene.run(name, ...args)).toEqual(ending(1, message));
  expect(traces()).toEqual(before);
});

test('every tool takes the port options of npm start', async () => {
  const FIRESTORE_PORT = String(scene.backend.ports.firestore);
  const env = { LOCAL_HOST: '127.0.0.1', VITE_LOCAL_FIRESTORE_PORT: '1', FIRESTORE_PORT };
  const { code, output } = await runTool(['version:set', '0.5'], { env });
  expect(code).toBe(0);
  expect(fromFields(scene.backend.firestore.get('version/current')!.fields)).toEqual({
    version: 0.5,
  });
  expect(output).toContain(scene.backend.origins.firestore);
});
