/** What a commit does and what it refuses; a body that is none is in `rest.test.ts`. */
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
const transform = (fieldPath: string, kind: object) =>
  update('a/1', {}, { updateTransforms: [{ fieldPath, ...kind }] });
const nested = (levels: number): object => (levels === 0 ? {} : { a: map(nested(levels - 1)) });

let server: TestBackend;
beforeEach(async () => {
  server = await start();
  server.put('a/1', { x: 1, y: 1 });
});

/** `OK`, or the status of the error. */
async function commit(writes: unknown[], headers: Record<string, string> = OWNER) {
  const { json } = await server.call('POST', `${ROOT}:commit`, { body: { writes }, headers });
  return (json.error?.status ?? 'OK') as string;
}
const stored = () => server.firestore.snapshot().documents;

const X = { x: int('2') };
const deep = update('a/1', { m: map({ k: int('1') }) }, mask('m.k', '`odd name`'));
it.each<[what: string, writes: object[], left: object]>([
  ['without a mask: all of it', [update('a/1', X)], X],
  ['with one: what it names', [update('a/1', { ...X, z: int('3') }, mask('x', 'y'))], X],
  ['of a map’s field', [update('a/1', {}), deep], { m: map({ k: int('1') }) }],
  [
    'that takes it away',
    [deep, update('a/1', {}, mask('x', 'y', 'm.k', 'm.no.x'))],
    { m: map({}) },
  ],
  ['with an empty mask', [update('a/1', X, mask())], { x: int('1'), y: int('1') }],
  ['with an empty mask, of none', [remove('a/1'), update('a/1', X, mask())], {}],
  [
    'after one in the same batch',
    [remove('a/1'), update('a/1', {}), update('a/1', X, exists(true))],
    X,
  ],
])('an update %s', async (_, writes, left) => {
  expect(await commit(writes)).toBe('OK');
  expect(server.firestore.get('a/1')?.fields).toEqual(left);
});

it.each<[status: string, ...writes: unknown[]]>([
  ['ALREADY_EXISTS', update('a/2', {}), update('a/1', {}, exists(false))],
  ['NOT_FOUND', update('a/2', {}, exists(true))],
  ['NOT_FOUND', remove('a/2', exists(true))],
  ['UNIMPLEMENTED', transform('f', { increment: int('1') })],
  ['UNIMPLEMENTED', { verify: `${ROOT}/a/1` }],
  ['INVALID_ARGUMENT', transform('f', { setToServerValue: 'CLIENT_TIME' })],
  ['INVALID_ARGUMENT', transform('f', {})],
  ['INVALID_ARGUMENT', transform('f', { increment: int('1'), maximum: int('1') })],
  ['INVALID_ARGUMENT', transform('', { setToServerValue: 'REQUEST_TIME' })],
  ['INVALID_ARGUMENT', {}],
  ['INVALID_ARGUMENT', 'delete everything'],
  ['INVALID_ARGUMENT', remove('a/1', { verify: `${ROOT}/a/1` })],
  ['INVALID_ARGUMENT', remove('a/1', mask('x'))],
  ['INVALID_ARGUMENT', remove('a')],
  ['INVALID_ARGUMENT', { delete: 'a/1' }],
  ['INVALID_ARGUMENT', update('a/__x__', {})],
  ['INVALID_ARGUMENT', update('a/1', nested(22), mask('a'))],
])('%s, and nothing is done: %j', async (status, ...writes) => {
  const before = stored();
  expect(await commit(writes)).toBe(status);
  expect(stored()).toEqual(before);
});

it('a document of more than 1 MiB is refused', async () => {
  const [long, short] = [1_048_487, 100].map((length) => ({ stringValue: 'x'.repeat(length) }));
  expect(await commit([update('a/1', { long })])).toBe('OK');
  expect(await commit([update('a/1', { long, short })])).toBe('INVALID_ARGUMENT');
});

it('the rules judge each write after those before it, and before its precondition', async () => {
  const updateTransforms = [{ fieldPath: 'created', setToServerValue: 'REQUEST_TIME' }];
  const path = `requests/${REQUEST_ID}`;
  const create = update(path, newRequest(), { updateTransforms });
  const other = update(path, newRequest({ name: 'Somebody else' }), { updateTransforms });
  const before = stored();
  // An update, of which the rules allow the time alone.
  expect(await commit([create, other], {})).toBe('PERMISSION_DENIED');
  expect(await commit([create, remove(path)], {})).toBe('PERMISSION_DENIED');
  expect(await commit([update('requests/1', {}, exists(true))], {})).toBe('PERMISSION_DENIED');
  expect(stored()).toEqual(before);
  expect(await commit([create, create], {})).toBe('OK');
});
