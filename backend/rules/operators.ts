import { EvaluationError } from './rulesErrors';
import { Duration, Timestamp } from './values/timestamp';
import {
  alike,
  includes,
  isList,
  isMap,
  isNumber,
  RulesSet,
  typeName,
  type Value,
} from './values/rulesValues';

export type Arithmetic = '+' | '-' | '*' | '/' | '%';
export type Comparison = '<' | '<=' | '>' | '>=';

const MAX_INT = 2n ** 63n - 1n;
const MIN_INT = -(2n ** 63n);

function unsupported(operator: string, ...values: Value[]): never {
  const types = values.map(typeName).join(' and ');
  throw new EvaluationError(`'${operator}' does not take ${types}`);
}

/** Returns the int if it fits into 64 bits. @throws EvaluationError on overflow. */
export function checkedInt(value: bigint): bigint {
  if (value > MAX_INT || value < MIN_INT) throw new EvaluationError('integer overflow');
  return value;
}

const OF_INTS: Record<Arithmetic, (a: bigint, b: bigint) => bigint> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / notZero(b),
  '%': (a, b) => a % notZero(b),
};

function notZero(divisor: bigint): bigint {
  if (divisor === 0n) throw new EvaluationError('division by zero');
  return divisor;
}

/** The operations of ints, `+` of strings, and `+` of a timestamp and a duration in this order. */
export function arithmetic(operator: Arithmetic, a: Value, b: Value): Value {
  if (typeof a === 'bigint' && typeof b === 'bigint') {
    return checkedInt(OF_INTS[operator](a, b));
  }
  if (operator === '+') {
    if (typeof a === 'string' && typeof b === 'string') return a + b;
    if (a instanceof Timestamp && b instanceof Duration) return new Timestamp(a.nanos + b.nanos);
  }
  return unsupported(operator, a, b);
}

type Ordered = bigint | number | string;

const HOLDS: Record<Comparison, (a: Ordered, b: Ordered) => boolean> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

/** `< <= > >=` of numbers, strings (by UTF-16 units) and timestamps. */
export function compare(operator: Comparison, a: Value, b: Value): boolean {
  const holds = HOLDS[operator];
  if (isNumber(a) && isNumber(b)) return holds(...alike(a, b));
  if (typeof a === 'string' && typeof b === 'string') return holds(a, b);
  if (a instanceof Timestamp && b instanceof Timestamp) return holds(a.nanos, b.nanos);
  return unsupported(operator, a, b);
}

/** `in`: whether a list or set contains the item, or a map has it as a key. */
export function contains(item: Value, collection: Value): boolean {
  if (isList(collection)) return includes(collection, item);
  if (collection instanceof RulesSet) return includes(collection.items, item);
  if (isMap(collection))
    return typeof item === 'string' ? collection.has(item) : unsupported('in', item, collection);
  return unsupported('in', item, collection);
}

const TYPE_NAMES = new Set(
  'bool duration float int list map map_diff number path set string timestamp'.split(' '),
);

export function isTypeName(name: string): boolean {
  return TYPE_NAMES.has(name);
}

/** No value is a `set`, not even one (Google's Firestore emulator). */
export function isType(value: Value, name: string): boolean {
  if (name === 'number') return isNumber(value);
  return name !== 'set' && typeName(value) === name;
}

/** `map.key`. @throws EvaluationError if the key is missing or the value is not a map. */
export function member(value: Value, key: string): Value {
  if (!isMap(value)) throw new EvaluationError(`${typeName(value)} has no property '${key}'`);
  const found = value.get(key);
  if (found === undefined) throw new EvaluationError(`no property '${key}'`);
  return found;
}

/** `value[index]` of a map or list. */
export function elementAt(value: Value, index: Value): Value {
  if (isMap(value) && typeof index === 'string') return member(value, index);
  if (typeof index !== 'bigint' || !isList(value)) return unsupported('[]', value, index);
  const found = index < 0n ? undefined : value[Number(index)];
  if (found === undefined) throw new EvaluationError(`no index ${index} in ${value.length} items`);
  return found;
}
