import { beforeEach, describe, expect, it } from 'vitest';
import { createAccess } from '../../firestore/access';
import { runCommit } from '../../firestore/commit';
import { ResourceNames } from '../../firestore/paths';
import { createFirestoreStore, type FirestoreStore } from '../../firestore/store';
import type { RulesDocuments, RulesRequest } from '../../rules/types';

const NOW = new Date('2026-03-01T12:00:00.123Z');
const names = new ResourceNames('demo');
const string = (stringValue: string) => ({ stringValue });
const int = (integerValue: string) => ({ integerValue });

let store: FirestoreStore;
let asked: RulesRequest[];
let decide: (request: RulesRequest, documents: RulesDocuments) => boolean;

beforeEach(() => {
  store = createFirestoreStore({ now: () => NOW });
  asked = [];
  decide = () => true;
});

function commit(...writes: unknown[]) {
  const rules = {
    service: 'cloud.firestore' as const,
    decide: (request: RulesRequest, documents: RulesDocuments) => {
      asked.push(request);
      return { allowed: decide(request, documents), reason: 'test' };
    },
  };
  const access = createAccess({ store, rules, now: () => NOW, log: () => {} });
  return runCommit({ store, names, access }, null, writes);
}

const update = (path: string, fields: object, more: object = {}) => ({
  update: { name: names.of(path), fields },
  ...more,
});
const mask = (...fieldPaths: string[]) => ({ updateMask: { fieldPaths } });
const transform = (fieldPath: string, kind: object) => ({
  updateTransforms: [{ fieldPath, ...kind }],
});
const status = (name: string) => expect.objectContaining({ status: name });
const fieldsOf = (path: string) => store.get(path)?.fields;

describe('update', () => {
  it('replaces the document without a mask, and merges with one', () => {
    commit(update('a/1', { x: int('1'), y: int('1') }));
    commit(update('a/1', { x: int('2'), z: int('3') }, mask('x', 'y')));
    expect(fieldsOf('a/1')).toEqual({ x: int('2') });
    commit(
      update('a/1', { m: { mapValue: { fields: { k: int('1') } } } }, mask('m.k', '`odd name`')),
    );
    expect(fieldsOf('a/1')).toEqual({ x: int('2'), m: { mapValue: { fields: { k: int('1') } } } });
    commit(update('a/1', {}, mask('m.k', 'm.none.x')));
    expect(fieldsOf('a/1')).toEqual({ x: int('2'), m: { mapValue: { fields: {} } } });
    commit(update('a/1', { z: int('3') }));
    expect(fieldsOf('a/1')).toEqual({ z: int('3') });
  });

  it('with an empty mask only makes sure that the document is there', () => {
    commit(update('a/1', { x: int('1') }));
    commit(update('a/1', { x: int('2') }, mask()), update('a/2', { x: int('2') }, mask()));
    expect([fieldsOf('a/1'), fieldsOf('a/2')]).toEqual([{ x: int('1') }, {}]);
  });
});

describe('transforms', () => {
  it('set the request time in milliseconds, the same as the rules see', () => {
    const { writeResults } = commit(
      update('a/1', {}, transform('at', { setToServerValue: 'REQUEST_TIME' })),
    );
    const time = { timestampValue: '2026-03-01T12:00:00.123Z' };
    expect(fieldsOf('a/1')).toEqual({ at: time });
    expect(writeResults[0]?.transformResults).toEqual([time]);
    expect(asked[0]?.time).toBe(time.timestampValue);
    expect(asked[0]?.newResource).toMatchObject({ fields: { at: time } });
  });

  it('are one of these, or not implemented', () => {
    const increment = update('a/1', {}, transform('f', { increment: int('1') }));
    expect(() => commit(increment)).toThrow(status('UNIMPLEMENTED'));
    expect(() => commit({ verify: names.of('a/1') })).toThrow(status('UNIMPLEMENTED'));
  });

  it.each([
    [transform('f', { setToServerValue: 'CLIENT_TIME' })],
    [transform('f', {})],
    [transform('f', { increment: int('1'), maximum: int('1') })],
    [transform('', { setToServerValue: 'REQUEST_TIME' })],
  ])('refuses %j', (more) => {
    expect(() => commit(update('a/1', {}, more))).toThrow(status('INVALID_ARGUMENT'));
  });
});

describe('preconditions', () => {
  const exists = (value: boolean) => ({ currentDocument: { exists: value } });

  it('fail with the status of the real service and apply nothing', () => {
    commit(update('a/1', {}));
    expect(() => commit(update('a/2', {}), update('a/1', {}, exists(false)))).toThrow(
      status('ALREADY_EXISTS'),
    );
    expect(() => commit(update('a/2', {}, exists(true)))).toThrow(status('NOT_FOUND'));
    expect(() => commit({ delete: names.of('a/2'), ...exists(true) })).toThrow(status('NOT_FOUND'));
    expect(fieldsOf('a/2')).toBe(undefined);
  });

  it('see the earlier writes of the same batch', () => {
    commit(update('a/1', { n: int('1') }), update('a/1', { n: int('2') }, exists(true)));
    expect(fieldsOf('a/1')).toEqual({ n: int('2') });
  });

  it('are judged after the rules, which hide what is there', () => {
    decide = () => false;
    expect(() => commit(update('a/1', {}, exists(true)))).toThrow(status('PERMISSION_DENIED'));
  });
});

describe('rules', () => {
  it('are asked about every write with what was and what would be', () => {
    commit(update('a/1', { n: int('1') }));
    asked = [];
    commit(update('a/1', { n: int('2') }), update('a/2', {}), { delete: names.of('a/1') });
    const path = (id: string) => `/databases/(default)/documents/a/${id}`;
    expect(asked.map(({ method, path: at }) => [method, at])).toEqual([
      ['update', path('1')],
      ['create', path('2')],
      ['delete', path('1')],
    ]);
    expect(asked[0]).toMatchObject({
      resource: { fields: { n: int('1') } },
      newResource: { fields: { n: int('2') } },
    });
    expect(asked[1]).toMatchObject({ resource: null, newResource: { fields: {} } });
    expect(asked[2]).toMatchObject({ resource: { fields: { n: int('2') } }, newResource: null });
  });
});

it.each([
  ['a write without an operation', {}],
  ['a text', 'delete everything'],
  ['two operations', { delete: names.of('a/1'), verify: names.of('a/1') }],
  ['a mask of a delete', { delete: names.of('a/1'), ...mask('x') }],
  ['a collection', { delete: names.of('a') }],
  ['a relative name', { delete: 'a/1' }],
  ['a reserved id', update('a/__x__', {})],
  ['a document over 1 MiB', update('a/1', { t: string('x'.repeat(1_048_576)) })],
  ['fields too deep by a mask', update('a/1', nestedFields(22), mask('a'))],
])('refuses %s', (_, write) => {
  expect(() => commit(write)).toThrow(status('INVALID_ARGUMENT'));
});

function nestedFields(levels: number): object {
  return levels === 0 ? {} : { a: { mapValue: { fields: nestedFields(levels - 1) } } };
}
