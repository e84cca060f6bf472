import type { ProtoValue } from '../rules/types';
import { unimplemented } from './firestoreErrors';
import { compareTimestamps } from './micros';

/** The rank of each type in Firestore's ordering of mixed types. */
const RANKS: Record<string, number> = {
  nullValue: 0,
  booleanValue: 1,
  integerValue: 2,
  doubleValue: 2,
  timestampValue: 3,
  stringValue: 4,
  referenceValue: 5,
  arrayValue: 6,
  mapValue: 7,
};

const typeRank = (value: ProtoValue): number => RANKS[Object.keys(value)[0]!]!;

/** Compares strings by their UTF-8 bytes. Beyond the basic plane this differs from the order of UTF-16 units. */
export const compareStrings = (a: string, b: string): number =>
  Buffer.compare(Buffer.from(a), Buffer.from(b));

/**
 * Compares two values in Firestore's order
 * (https://firebase.google.com/docs/firestore/manage-data/data-types#value_type_ordering). Throws UNIMPLEMENTED for two
 * lists or two maps.
 */
export function compareValues(a: ProtoValue, b: ProtoValue): number {
  const rank = typeRank(a);
  if (rank !== typeRank(b)) return rank - typeRank(b);
  if ('timestampValue' in a && 'timestampValue' in b) {
    return compareTimestamps(a.timestampValue, b.timestampValue);
  }
  if ('stringValue' in a && 'stringValue' in b) return compareStrings(a.stringValue, b.stringValue);
  if ('referenceValue' in a && 'referenceValue' in b) {
    return compareNames(a.referenceValue, b.referenceValue);
  }
  if (rank === RANKS['nullValue']) return 0;
  if (rank === RANKS['doubleValue']) return compareNumbers(numberOf(a), numberOf(b));
  if ('booleanValue' in a && 'booleanValue' in b) {
    return Number(a.booleanValue) - Number(b.booleanValue);
  }
  throw unimplemented(`an order by a field of the type ${Object.keys(a)[0]}`);
}

/** Names are compared segment by segment: `a/x` comes before `a-b/x`, although `-` comes before `/`. */
function compareNames(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')];
  const at = left.findIndex((segment, index) => segment !== right[index]);
  if (at === -1) return left.length - right.length;
  return right[at] === undefined ? 1 : compareStrings(left[at]!, right[at]);
}

/** Integers beyond 2^53 are not told apart. */
const numberOf = (value: ProtoValue): number =>
  Number(
    'integerValue' in value ? value.integerValue : 'doubleValue' in value && value.doubleValue,
  );

/** NaN comes first, and 0 is -0, as in Firestore. */
function compareNumbers(a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(b)) - Number(Number.isNaN(a));
  return a === b ? 0 : a - b;
}
