import { describe, expect, it } from 'vitest';
import { compareValues, sameFields } from '../../firestore/order';
import type { ProtoValue } from '../../rules/types';

const string = (stringValue: string): ProtoValue => ({ stringValue });
const integer = (integerValue: string): ProtoValue => ({ integerValue });
const double = (doubleValue: number | 'NaN' | 'Infinity' | '-Infinity'): ProtoValue => ({
  doubleValue,
});
const array = (...values: ProtoValue[]): ProtoValue => ({ arrayValue: { values } });
const map = (fields: Record<string, ProtoValue>): ProtoValue => ({ mapValue: { fields } });
const time = (timestampValue: string): ProtoValue => ({ timestampValue });

/** In Firestore's documented order; each is strictly less than the next. */
const ASCENDING: ProtoValue[] = [
  { nullValue: null },
  { booleanValue: false },
  { booleanValue: true },
  double('NaN'),
  double('-Infinity'),
  integer('-9223372036854775808'),
  double(-1.5),
  integer('-1'),
  double(0),
  integer('1'),
  double(1.1),
  integer('9007199254740992'),
  integer('9007199254740993'),
  double(9007199254740994),
  double('Infinity'),
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
  { bytesValue: '' },
  { bytesValue: 'AA==' },
  { bytesValue: '/w==' },
  { referenceValue: 'projects/p/databases/(default)/documents/a/b' },
  { referenceValue: 'projects/p/databases/(default)/documents/a/b/c/d' },
  { referenceValue: 'projects/p/databases/(default)/documents/a/b!' },
  { geoPointValue: { latitude: -1, longitude: 5 } },
  { geoPointValue: { latitude: 0, longitude: -5 } },
  { geoPointValue: { latitude: 0, longitude: 5 } },
  array(),
  array(integer('1')),
  array(integer('1'), string('a')),
  array(integer('2')),
  map({}),
  map({ a: integer('1') }),
  map({ a: integer('1'), b: integer('1') }),
  map({ a: integer('2') }),
  map({ b: integer('0') }),
];

describe('compareValues', () => {
  it('orders every type as Firestore documents it', () => {
    for (const [i, a] of ASCENDING.entries()) {
      for (const [j, b] of ASCENDING.entries()) {
        expect([a, b, Math.sign(compareValues(a, b))]).toEqual([a, b, Math.sign(i - j)]);
      }
    }
  });

  it('holds integers and doubles of the same number equal', () => {
    expect(compareValues(integer('3'), double(3))).toBe(0);
    expect(compareValues(double(-0), integer('0'))).toBe(0);
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
