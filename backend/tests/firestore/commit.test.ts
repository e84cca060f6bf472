/**
 * Tests what a commit writes, which writes it refuses, and in which order it checks them.
 * `tests/official/compare.test.ts` compares its answers with those of Google's emulator.
 */
import { beforeEach, expect, it } from 'vitest';
import { newRequest, REQUEST_ID } from '../project/index';
import { OWNER, ROOT, start, type TestBackend } from '../server';

const int = (integerValue: string) => ({ integerValue });
const map = (fields: object) => ({ mapValue: { fields } });
const update = (path: string, fields: object, more: object = {}) => ({
  update: { name: `${ROOT}/${path}`, fields },
  ...more,
});
const remove = (path: string, more: object = {}) => ({ delete: `${ROOT}/${path}`, ...more });
const mask = (...fieldPaths: string[]) => ({ updateMask: { fieldPaths } });
const exists = (value: boolean) => ({ currentDocument: { exists: value } });
const at = (updateTime: unknown, more: object = {}) => ({
  currentDocument: { updateTime, ...more },
});
const CLOCK = { setToServerValue: 'REQUEST_TIME' };
const transform = (...updateTransforms: unknown[]) => update('a/1', {}, { updateTransforms });
const nested = (levels: number): object => (levels === 0 ? {} : { a: map(nested(levels - 1)) });

let server: TestBackend;
beforeEach(async () => {
  server = await start();
  server.put('a/1', { x: 1, y: 1, m: { k: 1 } });
});

/** `OK`, or the status of the error. */
async function commit(writes: unknown[], headers: Record<string, string> = OWNER) {
  const { json } = await server.call('POST', `${ROOT}:commit`, { body: { writes }, headers });
  return (json.error?.status ?? 'OK') as string;
}
const stored = () => server.firestore.snapshot().documents;

const X = { x: int('2') };
it('an update replaces the whole document, or only the fields in its mask', async () => {
  const write = update('a/1', { ...X, z: int('3') }, mask('x', 'y', 'm.k', 'm.no.x', '`odd name`'));
  expect(await commit([write])).toBe('OK');
  expect(server.firestore.get('a/1')?.fields).toEqual({ ...X, m: map({}) });
  expect(await commit([update('a/1', { z: int('3') })])).toBe('OK');
  expect(server.firestore.get('a/1')?.fields).toEqual({ z: int('3') });
});

it.each<[status: string, ...writes: unknown[]]>([
  ['ALREADY_EXISTS', update('a/2', {}), update('a/1', {}, exists(false))],
  ['NOT_FOUND', update('a/2', {}, exists(true))],
  ['NOT_FOUND', remove('a/2', exists(true))],
  ['FAILED_PRECONDITION', update('a/2', {}), update('a/1', {}, at('2026-01-01T00:00:00Z'))],
  ['FAILED_PRECONDITION', remove('a/1', at('1970-01-01T00:00:00Z'))],
  ['FAILED_PRECONDITION', update('a/2', {}, at('1970-01-01T00:00:00Z'))],
  ['INVALID_ARGUMENT', update('a/1', {}, at('2026-01-01T00:00:00.1234567Z'))],
  ['INVALID_ARGUMENT', update('a/1', {}, at('1969-12-31T23:59:59Z'))],
  ['INVALID_ARGUMENT', update('a/1', {}, at('yesterday'))],
  ['INVALID_ARGUMENT', update('a/1', {}, at(7))],
  ['INVALID_ARGUMENT', update('a/1', {}, at('2026-01-01T00:00:00Z', { exists: true }))],
  ['UNIMPLEMENTED', transform({ fieldPath: 'f', increment: int('1') })],
  ['UNIMPLEMENTED', transform({ fieldPath: 'f', appendMissingElements: { values: [int('1')] } })],
  ['INVALID_ARGUMENT', transform({ fieldPath: 'f', removeAllFromArray: [] })],
  ['UNIMPLEMENTED', { verify: `${ROOT}/a/1` }],
  ['UNIMPLEMENTED', remove('a/1'), update('a/1', {})],
  ['INVALID_ARGUMENT', transform(null)],
  ['INVALID_ARGUMENT', transform({ fieldPath: 'f.g', ...CLOCK }, { fieldPath: 'f', ...CLOCK })],
  ['INVALID_ARGUMENT', transform({ fieldPath: 'f', setToServerValue: 'CLIENT_TIME' })],
  ['INVALID_ARGUMENT', {}],
  ['INVALID_ARGUMENT', remove('a')],
  ['INVALID_ARGUMENT', update('a/__x__', {})],
  ['INVALID_ARGUMENT', update('a/1', nested(22), mask('a'))],
  ['INVALID_ARGUMENT', update('a/1', {}, mask('n'.repeat(1500)))],
])('answers %s and writes nothing: %j', async (status, ...writes) => {
  const before = stored();
  expect(await commit(writes)).toBe(status);
  expect(stored()).toEqual(before);
});

it('a write at the time of the last change is applied, and the same one is not once more', async () => {
  const time = () => server.firestore.get('a/1')!.updateTime;
  const write = update('a/1', X, at(time(), { exists: null }));
  expect(await commit([write])).toBe('OK');
  expect(server.firestore.get('a/1')?.fields).toEqual(X);
  expect(await commit([write])).toBe('FAILED_PRECONDITION');
  expect(await commit([remove('a/1', at(time()))])).toBe('OK');
});

it('a list gets the texts that it lacks, or loses them; what was no list becomes one', async () => {
  const texts = (...all: string[]) => ({ values: all.map((stringValue) => ({ stringValue })) });
  const change = (fieldPath: string, kind: string, ...all: string[]) =>
    update('a/1', {}, { ...mask(), updateTransforms: [{ fieldPath, [kind]: texts(...all) }] });
  const list = () => server.firestore.get('a/1')?.fields['x'];
  expect(await commit([change('x', 'appendMissingElements', 'a', 'b', 'a')])).toBe('OK');
  expect(list()).toEqual({ arrayValue: texts('a', 'b') });
  expect(await commit([change('x', 'appendMissingElements', 'b', 'c')])).toBe('OK');
  expect(await commit([change('x', 'removeAllFromArray', 'a', 'd')])).toBe('OK');
  expect(list()).toEqual({ arrayValue: texts('b', 'c') });
  expect(await commit([change('m.k', 'removeAllFromArray', 'a')])).toBe('OK');
  expect(server.firestore.get('a/1')?.fields).toEqual({
    x: { arrayValue: texts('b', 'c') },
    y: int('1'),
    m: map({ k: { arrayValue: texts() } }),
  });
});

it('a document larger than 1 MiB is refused', async () => {
  const [long, short] = [1_048_487, 100].map((length) => ({ stringValue: 'x'.repeat(length) }));
  expect(await commit([update('a/1', { long })])).toBe('OK');
  expect(await commit([update('a/1', { long, short })])).toBe('INVALID_ARGUMENT');
});

it('the rules are asked before preconditions are checked, and either all writes are applied or none', async () => {
  const updateTransforms = [{ fieldPath: 'created', ...CLOCK }];
  const create = update(`requests/${REQUEST_ID}`, newRequest(), { updateTransforms });
  const before = stored();
  expect(await commit([create, remove('a/1')], {})).toBe('PERMISSION_DENIED');
  expect(await commit([update('requests/1', {}, exists(true))], {})).toBe('PERMISSION_DENIED');
  expect(stored()).toEqual(before);
  expect(await commit([create], {})).toBe('OK');
  // This is an update, and the rules allow it to change only the time.
  const changed = newRequest({ name: 'Somebody else' });
  const other = update(`requests/${REQUEST_ID}`, changed, { updateTransforms });
  expect(await commit([other], {})).toBe('PERMISSION_DENIED');
});
