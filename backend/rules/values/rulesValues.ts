import { Duration, Timestamp } from './timestamp';

/**
 * A value of the rules language. Ints are `bigint` and floats are `number`, so they cannot be mixed by accident. Lists
 * are arrays, maps are `Map`.
 */
export type Value =
  | null
  | boolean
  | bigint
  | number
  | string
  | Timestamp
  | Duration
  | Path
  | RulesSet
  | MapDiff
  | ListValue
  | MapValue;
export type ListValue = readonly Value[];
export type MapValue = ReadonlyMap<string, Value>;

/** The type names that `is` accepts, and `null`. */
export type TypeName = ReturnType<typeof typeName>;

export class Path {
  constructor(readonly segments: readonly string[]) {}

  toString(): string {
    return this.segments.map((segment) => `/${segment}`).join('');
  }

  static parse(text: string): Path {
    return new Path(text.replace(/^\//, '').split('/'));
  }
}

/** A set. The only sets are the keys that a `diff()` has found. */
export class RulesSet {
  constructor(readonly items: readonly string[]) {}
}

/** The difference between two maps. `after` is the map on which `diff()` was called. */
export class MapDiff {
  constructor(
    readonly after: MapValue,
    readonly before: MapValue,
  ) {}
}

export function isMap(value: Value): value is MapValue {
  return value instanceof Map;
}

export function isList(value: Value): value is ListValue {
  return Array.isArray(value);
}

export function isNumber(value: Value): value is bigint | number {
  return typeof value === 'bigint' || typeof value === 'number';
}

export function typeName(value: Value) {
  switch (typeof value) {
    case 'boolean':
      return 'bool';
    case 'bigint':
      return 'int';
    case 'number':
      return 'float';
    case 'string':
      return 'string';
  }
  if (value === null) return 'null';
  if (value instanceof Timestamp) return 'timestamp';
  if (value instanceof Duration) return 'duration';
  if (value instanceof Path) return 'path';
  if (value instanceof RulesSet) return 'set';
  if (value instanceof MapDiff) return 'map_diff';
  return isList(value) ? 'list' : 'map';
}

type Numeric = bigint | number;

/** Two numbers as they are compared: an int and a float as floats, so that ints beyond 2^53 are rounded. */
export const alike = (a: Numeric, b: Numeric): [Numeric, Numeric] =>
  typeof a === typeof b ? [a, b] : [Number(a), Number(b)];

/** `==` of the language: `1 == 1.0`, but within lists and maps an int is no float (Google's Firestore emulator). */
export function equals(a: Value, b: Value): boolean {
  const [one, other] = isNumber(a) && isNumber(b) ? alike(a, b) : [a, b];
  return isSame(one, other, (first, second) => first === second);
}

/** The comparison of `diff()`: an int is the float of exactly the same number, however deep, and NaN is NaN. */
export const isUnchanged = (a: Value, b: Value): boolean =>
  // oxlint-disable-next-line eqeqeq -- 1n == 1 is the point
  isSame(a, b, (one, other) => one == other || (Number.isNaN(one) && Number.isNaN(other)));

type Numbers = (one: Numeric, other: Numeric) => boolean;

// oxlint-disable-next-line complexity -- a table: one line for each type of value
function isSame(a: Value, b: Value, numbers: Numbers): boolean {
  if (isNumber(a) && isNumber(b)) return numbers(a, b);
  // Of the results of `diff()`, none equals any, not even itself.
  if (a === b) return !(a instanceof MapDiff);
  if (isList(a) && isList(b))
    return a.length === b.length && a.every((item, index) => isSame(item, b[index]!, numbers));
  if (isMap(a) && isMap(b)) return isSameMap(a, b, numbers);
  if (a instanceof RulesSet && b instanceof RulesSet)
    return a.items.length === b.items.length && a.items.every((item) => b.items.includes(item));
  if (a instanceof Timestamp && b instanceof Timestamp) return a.nanos === b.nanos;
  if (a instanceof Duration && b instanceof Duration) return a.nanos === b.nanos;
  if (a instanceof Path && b instanceof Path) return a.toString() === b.toString();
  return false;
}

function isSameMap(a: MapValue, b: MapValue, numbers: Numbers): boolean {
  if (a.size !== b.size) return false;
  for (const [key, value] of a)
    if (!b.has(key) || !isSame(value, b.get(key)!, numbers)) return false;
  return true;
}

export function includes(items: ListValue, value: Value): boolean {
  return items.some((item) => isSame(item, value, (one, other) => one === other));
}
