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

/** A resource path. */
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

/** The `==` of the language. It compares by value and deeply. An int equals a float with the same number. */
// oxlint-disable-next-line complexity -- a table: one line for each type of value
export function equals(a: Value, b: Value): boolean {
  if (isNumber(a) && isNumber(b)) return a == b; // oxlint-disable-line eqeqeq -- 1n == 1 is the point
  if (a === b) return true;
  if (isList(a) && isList(b))
    return a.length === b.length && a.every((item, index) => equals(item, b[index]!));
  if (isMap(a) && isMap(b)) return equalMaps(a, b);
  if (a instanceof RulesSet && b instanceof RulesSet)
    return a.items.length === b.items.length && a.items.every((item) => includes(b.items, item));
  if (a instanceof Timestamp && b instanceof Timestamp) return a.nanos === b.nanos;
  if (a instanceof Duration && b instanceof Duration) return a.nanos === b.nanos;
  if (a instanceof Path && b instanceof Path) return a.toString() === b.toString();
  return false;
}

function equalMaps(a: MapValue, b: MapValue): boolean {
  if (a.size !== b.size) return false;
  for (const [key, value] of a) if (!b.has(key) || !equals(value, b.get(key)!)) return false;
  return true;
}

/** Whether a list contains an equal value. */
export function includes(items: ListValue, value: Value): boolean {
  return items.some((item) => equals(item, value));
}
