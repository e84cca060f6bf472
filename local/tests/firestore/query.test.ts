import { describe, expect, it } from 'vitest';
import { ResourceNames } from '../../firestore/paths';
import { parseQuery, runQuery } from '../../firestore/query';
import { createFirestoreStore } from '../../firestore/store';
import { normaliseFields } from '../../firestore/values';
import { toFields, type Plain } from '../../protoJson';

const names = new ResourceNames('demo');

const DOCUMENTS: Record<string, Record<string, Plain>> = {
  'c/a': { n: 1, tags: ['x', 'y'], s: 'one', at: new Date(0) },
  'c/b': { n: 2, tags: ['y'], s: 'two', nothing: null },
  'c/c': { n: 2, tags: [], s: 'three' },
  'c/d': { n: 'text', s: 'four' },
  'c/e': { s: 'five', deep: { n: 7 } },
  'c/a/c/inner': { n: 9 },
  'other/a': { n: 1 },
};

const store = createFirestoreStore({ now: () => new Date('2026-01-01T00:00:00Z') });
store.commit(
  Object.entries(DOCUMENTS).map(([path, plain]) => ({
    path,
    fields: normaliseFields(toFields(plain)),
  })),
);

const field = (fieldPath: string) => ({ field: { fieldPath } });
const where = (fieldPath: string, op: string, value: unknown) => ({
  fieldFilter: { ...field(fieldPath), op, value },
});
const by = (fieldPath: string, direction = 'ASCENDING') => ({ ...field(fieldPath), direction });
const int = (integerValue: number) => ({ integerValue });
const list = (...values: unknown[]) => ({ arrayValue: { values } });

const run = (query: object, parent = '') =>
  runQuery(parseQuery({ from: [{ collectionId: 'c' }], ...query }, parent, names), store, names)
    .map(({ path }) => path.replace(/^c\//, ''))
    .join(' ');

describe('order', () => {
  it('is by id where the query says nothing', () => {
    expect(run({})).toBe('a b c d e');
  });

  it('leaves out documents without the field and breaks ties by id in the last direction', () => {
    expect(run({ orderBy: [by('n')] })).toBe('a b c d');
    expect(run({ orderBy: [by('n', 'DESCENDING')] })).toBe('d c b a');
    expect(run({ orderBy: [by('n', 'DESCENDING'), by('s')] })).toBe('d c b a');
    expect(run({ orderBy: [by('deep.n')] })).toBe('e');
  });

  it('is by the compared field of an inequality', () => {
    expect(run({ where: where('n', 'GREATER_THAN', int(0)) })).toBe('a b c');
    expect(run({ where: where('s', 'NOT_EQUAL', { stringValue: 'one' }) })).toBe('e d c b');
  });
});

describe('where', () => {
  it.each<[string, string, unknown, string]>([
    ['n', 'EQUAL', int(2), 'b c'],
    ['n', 'EQUAL', { doubleValue: 2 }, 'b c'],
    ['n', 'LESS_THAN', int(2), 'a'],
    ['n', 'LESS_THAN_OR_EQUAL', int(2), 'a b c'],
    ['n', 'GREATER_THAN_OR_EQUAL', int(2), 'b c'],
    ['n', 'NOT_EQUAL', int(2), 'a d'],
    ['n', 'IN', list(int(1), { stringValue: 'text' }), 'a d'],
    ['n', 'NOT_IN', list(int(1)), 'b c d'],
    ['tags', 'ARRAY_CONTAINS', { stringValue: 'y' }, 'a b'],
    ['tags', 'ARRAY_CONTAINS_ANY', list({ stringValue: 'x' }, { stringValue: 'z' }), 'a'],
    ['deep.n', 'EQUAL', int(7), 'e'],
    ['__name__', 'EQUAL', { referenceValue: names.of('c/b') }, 'b'],
    ['__name__', 'GREATER_THAN', { referenceValue: names.of('c/c') }, 'd e'],
  ])('%s %s %j gives %s', (path, op, value, expected) => {
    expect(run({ where: where(path, op, value) })).toBe(expected);
  });

  it('knows null, NaN, AND and OR', () => {
    const unary = (op: string) => ({ where: { unaryFilter: { ...field('nothing'), op } } });
    expect(run(unary('IS_NULL'))).toBe('b');
    expect(run(unary('IS_NOT_NULL'))).toBe('');
    expect(run(unary('IS_NAN'))).toBe('');
    const both = (op: string) => ({
      where: {
        compositeFilter: {
          op,
          filters: [where('n', 'EQUAL', int(2)), where('s', 'EQUAL', { stringValue: 'three' })],
        },
      },
    });
    expect(run(both('AND'))).toBe('c');
    expect(run(both('OR'))).toBe('b c');
  });
});

describe('limit, offset and cursors', () => {
  const orderBy = [by('n')];
  it('cut the ordered results', () => {
    expect(run({ limit: 2 })).toBe('a b');
    expect(run({ limit: { value: 2 }, offset: 1 })).toBe('b c');
    expect(run({ limit: 0 })).toBe('');
  });

  it('start and end at values, in or out', () => {
    const two = (before: boolean) => ({ values: [int(2)], before });
    expect(run({ orderBy, startAt: two(true) })).toBe('b c d');
    expect(run({ orderBy, startAt: two(false) })).toBe('d');
    expect(run({ orderBy, endAt: two(true) })).toBe('a');
    expect(run({ orderBy, endAt: two(false) })).toBe('a b c');
    const after = { values: [int(2), { referenceValue: names.of('c/b') }], before: false };
    expect(run({ orderBy, startAt: after })).toBe('c d');
  });
});

it('reads subcollections by their parent', () => {
  expect(run({}, 'c/a')).toBe('a/c/inner');
});

it.each([
  [{ from: [] }],
  [{ from: [{ collectionId: 'a/b' }] }],
  [{ from: [{ collectionId: '__a__' }] }],
  [{ limit: -1 }],
  [{ limit: 1.5 }],
  [{ orderBy: [by('n', 'SIDEWAYS')] }],
  [{ orderBy: [by('')] }],
  [{ where: where('n', 'LIKE', int(1)) }],
  [{ where: where('n', 'IN', list()) }],
  [{ where: {} }],
  [{ startAt: { values: [int(1), int(2), int(3)] } }],
  [{ startAt: { values: [int(1)] } }],
])('refuses %j', (query) => {
  expect(() => run(query)).toThrow(expect.objectContaining({ status: 'INVALID_ARGUMENT' }));
});

it('says what it does not implement', () => {
  expect(() => run({ findNearest: {} })).toThrow('does not implement StructuredQuery.findNearest');
  const from = [{ collectionId: 'c', allDescendants: true }];
  expect(() => run({ from })).toThrow('does not implement collection group queries');
});
