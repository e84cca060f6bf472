import { describe, expect, it } from 'vitest';
import { compareValues, sameFields } from '../../firestore/order';
import type { ProtoValue } from '../../rules/types';

const string = (stringValue: string): ProtoValue => ({ stringValue });
const integer = (integerValue: string): ProtoValue => ({ integerValue });
const double = (doubleValue: number): ProtoValue => ({ doubleValue });
const array = (...values: ProtoValue[]): ProtoValue => ({ arrayValue: { values } });
const map = (fields: Record<string, ProtoValue>): ProtoValue => ({ mapValue: { fields } });
const time = (timestampValue: string): ProtoValue => ({ timestampValue });

/** In Firestore's documented order; each is strictly less than the next. */
const ASCENDING: ProtoValue[] = [
  { nullValue: null },
  { booleanValue: true },
  integer('1'),
  time('2026-01-01T00:00:00Z'),
  time('2026-01-01T00:00:00.000001Z'),
  time('2026-01-01T00:00:00.5Z'),
  time('2026-01-01T00:00:01Z'),
  string(''),
  string('Z'),
  string('a'),
  string('a\u0000'),
  string('ab'),
  string('\uFFFD'),
  string('🎨'),
  { referenceValue: 'projects/p/databases/(default)/documents/a/b' },
  { referenceValue: 'projects/p/databases/(default)/documents/a/b!' },
  array(),
  map({}),
];

describe('compareValues', () => {
  it('orders types, times, texts and references as Firestore documents it', () => {
    for (const [i, a] of ASCENDING.entries()) {
      for (const [j, b] of ASCENDING.entries()) {
        if (i === j) continue;
        expect([a, b, Math.sign(compareValues(a, b))]).toEqual([a, b, Math.sign(i - j)]);
      }
    }
  });

  it.each([
    [integer('1'), double(2)],
    [array(), array()],
    [map({}), map({})],
  ])('of %j and %j is not implemented, and says so', (a, b) => {
    expect(() => compareValues(a, b)).toThrow(/implement an order by a field of the type \w+Value/);
  });
});

describe('sameFields', () => {
  it('ignores the order of keys, and nothing else', () => {
    expect(
      sameFields({ a: integer('1'), b: string('x') }, { b: string('x'), a: integer('1') }),
    ).toBe(true);
    expect(sameFields({ a: integer('1') }, { a: double(1) })).toBe(false);
    expect(sameFields({ a: double(0) }, { a: double(-0) })).toBe(false);
    expect(sameFields({ a: array() }, { a: map({}) })).toBe(false);
    expect(sameFields({}, { a: { nullValue: null } })).toBe(false);
  });
});
