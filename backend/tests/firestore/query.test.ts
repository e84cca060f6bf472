import { describe, expect, it } from 'vitest';
import { ResourceNames } from '../../firestore/paths';
import { parseQuery, runQuery } from '../../firestore/query';
import { createFirestoreStore } from '../../firestore/firestoreStore';
import { normaliseFields } from '../../firestore/firestoreValues';
import { compareValues } from '../../firestore/order';
import { Double, toFields, type Plain } from '../../protoJson';
import type { ProtoValue } from '../../rules/types';

const names = new ResourceNames('demo');

const DOCUMENTS: Record<string, Record<string, Plain>> = {
  'c/a': { n: '1', s: 'one' },
  'c/b': { n: '2', s: 'two' },
  'c/c': { n: '2', s: 'three' },
  'c/d': { n: [], s: 'four' },
  'c/e': { s: 'five', deep: { n: 7 } },
  'c/a/c/inner': { n: 9 },
  'other/a': { n: 1 },
  'mixed/a': { n: new Date('2026-01-01') },
  'mixed/b': { n: new Double(2.5) },
  'mixed/c': { n: 1 },
};

const store = createFirestoreStore({ now: () => new Date('2026-01-01T00:00:00Z') });
store.commit(
  Object.entries(DOCUMENTS).map(([path, plain]) => ({
    path,
    fields: normaliseFields(toFields(plain)),
  })),
);

const by = (fieldPath: string, direction = 'ASCENDING') => ({ field: { fieldPath }, direction });
const text = (stringValue: string) => ({ stringValue });
const after = (...values: object[]) => ({
  orderBy: [by('n'), ...(values.length > 1 ? [by('__name__')] : [])],
  startAt: { values, before: false },
});

const run = (query: object, parent = '') =>
  runQuery(parseQuery({ from: [{ collectionId: 'c' }], ...query }, parent, names), store, names)
    .map(({ path }) => path.replace(/^c\//, ''))
    .join(' ');

describe('structured queries', () => {
  it.each<[what: string, query: object, expected: string]>([
    ['without an order is sorted by id', {}, 'a b c d e'],
    ['leaves out documents without the field of its order', { orderBy: [by('n')] }, 'a b c d'],
    [
      'sorts equal documents by name in the direction of the last field',
      { orderBy: [by('n', 'DESCENDING')] },
      'd c b a',
    ],
    ['can sort by two fields', { orderBy: [by('n', 'DESCENDING'), by('s')] }, 'd c b a'],
    ['can sort by a field inside a map', { orderBy: [by('deep.n')] }, 'e'],
    [
      'can start at a value',
      { orderBy: [by('n')], startAt: { values: [text('2')], before: true } },
      'b c d',
    ],
    ['can start after a value', after(text('2')), 'd'],
    ['can end after some documents', { orderBy: [by('n', 'DESCENDING')], limit: 2 }, 'd c'],
    ['can start after a document', after(text('2'), { referenceValue: names.of('c/b') }), 'c d'],
    [
      'can end at a value',
      { orderBy: [by('n')], endAt: { values: [text('2')], before: false } },
      'a b c',
    ],
    [
      'can end before a document',
      {
        orderBy: [by('n'), by('__name__')],
        endAt: { values: [text('2'), { referenceValue: names.of('c/c') }], before: true },
      },
      'a b',
    ],
    ['can be of a part of its order', { ...after(text('1')), limit: 2 }, 'b c'],
    ['of no documents', { limit: 0 }, ''],
    [
      'of a collection group has every collection of that name',
      { from: [{ collectionId: 'c', allDescendants: true }] },
      'a a/c/inner b c d e',
    ],
    [
      'from a number on has numbers first, and hides no other type',
      {
        from: [{ collectionId: 'mixed' }],
        orderBy: [by('n')],
        startAt: { values: [{ doubleValue: 0.5 }], before: true },
      },
      'mixed/c mixed/b mixed/a',
    ],
  ])('a query %s', (_what, query, expected) => expect(run(query)).toBe(expected));

  it('a query of a subcollection reads only the one below its parent', () =>
    expect(run({}, 'c/a')).toBe('a/c/inner'));

  it.each([
    [{ from: [{ collectionId: 'c' }, { collectionId: 'd' }] }],
    [{ from: [{ collectionId: 'c', x: 1 }] }],
    [{ orderBy: [{ ...by('n'), x: 1 }] }],
    [{ orderBy: [{ field: { fieldPath: 'n', x: 1 } }] }],
    [{ orderBy: [by('n')], startAt: { values: [], x: 1 } }],
    [{ orderBy: [by('n')], startAt: { values: [], before: 'true' } }],
    [{ orderBy: [by('n')], startAt: 'c/a' }],
    [{ from: [{ collectionId: 'a/b' }] }],
    [{ from: [{ collectionId: '__a__' }] }],
    [{ orderBy: [by('n', 'SIDEWAYS')] }],
    [{ orderBy: [by('')] }],
    [{ orderBy: [by('__name__'), by('n')] }],
    [{ orderBy: [by('n'), by('n', 'DESCENDING')] }],
    [{ startAt: { values: [text('1'), text('2'), text('3')] } }],
    [{ startAt: { values: [text('1')] } }],
    [{ endAt: { values: [text('1')] } }],
    // The order's fields only: not the name that is added to them.
    [{ orderBy: [by('n')], startAt: { values: [text('1'), { referenceValue: names.of('c/a') }] } }],
    [{ orderBy: [by('n')], endAt: { values: [text('1'), { referenceValue: names.of('c/a') }] } }],
    [{ orderBy: [by('n')], endAt: { values: [], x: 1 } }],
    [{ orderBy: [by('n')], endAt: { values: [], before: 1 } }],
    [{ limit: -1 }],
    [{ limit: 1.5 }],
    [{ limit: '1' }],
    [{ select: [] }],
    [{ select: { fields: {} } }],
    [{ select: { fields: [], x: 1 } }],
    [{ select: { fields: [{ fieldPath: '' }] } }],
    [{ select: { fields: [{ fieldPath: 'n', x: 1 }] } }],
  ])('the query %j is refused', (query) => {
    expect(() => run(query)).toThrow(expect.objectContaining({ status: 'INVALID_ARGUMENT' }));
  });

  it.each([
    [{ from: [] }, 'a query of all collections'],
    [{ from: [{}] }, 'a query of all collections'],
    [{ where: {} }, 'StructuredQuery.where'],
    [{ offset: 1 }, 'StructuredQuery.offset'],
  ])('the query %j gets an UNIMPLEMENTED error that names what is missing', (query, what) => {
    expect(() => run(query)).toThrow(`does not implement ${what}`);
  });
});

/** In Firestore's order (https://firebase.google.com/docs/firestore/manage-data/data-types#value_type_ordering). */
const ORDERED: ProtoValue[] = [
  { nullValue: null },
  { booleanValue: false },
  { booleanValue: true },
  { doubleValue: Number.NaN },
  { doubleValue: -1.5 },
  { integerValue: '2' },
  { doubleValue: 2.5 },
  { timestampValue: '2026-01-01T00:00:00Z' },
  { stringValue: 'a' },
] as ProtoValue[];

it('numbers, truth values and nothing have their places among the other types', () => {
  for (const [place, value] of ORDERED.entries()) {
    for (const [other, another] of ORDERED.entries()) {
      expect(Math.sign(compareValues(value, another))).toBe(Math.sign(place - other));
    }
  }
  expect(compareValues({ integerValue: '2' }, { doubleValue: 2 })).toBe(0);
});
