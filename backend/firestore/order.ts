import type { ProtoFields, ProtoValue } from '../rules/types';
import { compareTimestamps } from './time';

/** Rank of each type in Firestore's ordering of mixed values; NaN sorts first among numbers. */
const RANKS: Record<string, number> = {
  nullValue: 0,
  booleanValue: 1,
  integerValue: 2,
  doubleValue: 2,
  timestampValue: 3,
  stringValue: 4,
  bytesValue: 5,
  referenceValue: 6,
  geoPointValue: 7,
  arrayValue: 8,
  mapValue: 9,
};

export const typeRank = (value: ProtoValue): number => RANKS[Object.keys(value)[0]!]!;

const sign = <T extends number | bigint | boolean>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0);

/** Strings order by their UTF-8 bytes, which differs from UTF-16 order beyond the basic plane. */
export const compareStrings = (a: string, b: string): number =>
  Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Paths order segment by segment, so that `a/b` comes before `a!/b`. */
const comparePaths = (a: string, b: string): number =>
  compareLists(a.split('/'), b.split('/'), compareStrings);

function compareLists<T>(a: readonly T[], b: readonly T[], compare: (a: T, b: T) => number) {
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) {
    const order = compare(a[i]!, b[i]!);
    if (order !== 0) return order;
  }
  return sign(a.length, b.length);
}

/**
 * Firestore's ordering of any two values
 * (https://firebase.google.com/docs/firestore/manage-data/data-types#value_type_ordering).
 */
export function compareValues(a: ProtoValue, b: ProtoValue): number {
  const rank = typeRank(a);
  if (rank !== typeRank(b)) return sign(rank, typeRank(b));
  if (rank === RANKS['integerValue']) return compareNumbers(a as NumberValue, b as NumberValue);
  if ('booleanValue' in a && 'booleanValue' in b) return sign(a.booleanValue, b.booleanValue);
  if ('timestampValue' in a && 'timestampValue' in b) {
    return compareTimestamps(a.timestampValue, b.timestampValue);
  }
  if ('stringValue' in a && 'stringValue' in b) return compareStrings(a.stringValue, b.stringValue);
  if ('bytesValue' in a && 'bytesValue' in b) {
    return Buffer.compare(Buffer.from(a.bytesValue, 'base64'), Buffer.from(b.bytesValue, 'base64'));
  }
  if ('referenceValue' in a && 'referenceValue' in b) {
    return comparePaths(a.referenceValue, b.referenceValue);
  }
  if ('geoPointValue' in a && 'geoPointValue' in b) {
    return (
      sign(a.geoPointValue.latitude, b.geoPointValue.latitude) ||
      sign(a.geoPointValue.longitude, b.geoPointValue.longitude)
    );
  }
  if ('arrayValue' in a && 'arrayValue' in b) {
    return compareLists(a.arrayValue.values ?? [], b.arrayValue.values ?? [], compareValues);
  }
  if ('mapValue' in a && 'mapValue' in b) {
    return compareMaps(a.mapValue.fields ?? {}, b.mapValue.fields ?? {});
  }
  return 0;
}

type NumberValue = Extract<ProtoValue, { integerValue: string } | { doubleValue: unknown }>;

/** Integers and doubles share one scale and are compared exactly, beyond 2^53 too. */
function compareNumbers(a: NumberValue, b: NumberValue): number {
  if ('integerValue' in a && 'integerValue' in b) {
    return sign(BigInt(a.integerValue), BigInt(b.integerValue));
  }
  if ('integerValue' in b) return compareWithInteger(asDouble(a), BigInt(b.integerValue));
  if ('integerValue' in a) return 0 - compareWithInteger(asDouble(b), BigInt(a.integerValue));
  const [left, right] = [asDouble(a), asDouble(b)];
  if (Number.isNaN(left) || Number.isNaN(right)) {
    return sign(Number.isNaN(right), Number.isNaN(left));
  }
  return sign(left, right);
}

const asDouble = (value: NumberValue) =>
  'doubleValue' in value ? Number(value.doubleValue) : Number(value.integerValue);

function compareWithInteger(double: number, integer: bigint): number {
  if (Number.isNaN(double)) return -1;
  if (!Number.isFinite(double)) return sign(double, 0);
  const whole = BigInt(Math.trunc(double));
  return sign(whole, integer) || sign(double, Math.trunc(double));
}

/** Maps compare as their entries sorted by key: first key, then value, then the next entry. */
function compareMaps(a: ProtoFields, b: ProtoFields): number {
  const entries = (fields: ProtoFields) =>
    Object.entries(fields).sort(([left], [right]) => compareStrings(left, right));
  return compareLists(
    entries(a),
    entries(b),
    ([leftKey, left], [rightKey, right]) =>
      compareStrings(leftKey, rightKey) || compareValues(left, right),
  );
}

/** Whether two documents hold exactly the same, types included: then a write changes nothing. */
export function sameFields(a: ProtoFields, b: ProtoFields): boolean {
  return canonical({ mapValue: { fields: a } }) === canonical({ mapValue: { fields: b } });
}

function canonical(value: ProtoValue): string {
  if ('mapValue' in value) {
    const entries = Object.entries(value.mapValue.fields ?? {});
    entries.sort(([left], [right]) => compareStrings(left, right));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join()}}`;
  }
  if ('arrayValue' in value) return `[${(value.arrayValue.values ?? []).map(canonical).join()}]`;
  if ('doubleValue' in value && Object.is(value.doubleValue, -0)) return '-0';
  return JSON.stringify(value);
}
