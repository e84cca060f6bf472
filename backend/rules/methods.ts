/**
 * The methods and functions of the language (https://firebase.google.com/docs/reference/rules) that the rules files
 * here use. Any other one is refused when a file is loaded.
 */
import { EvaluationError } from './rulesErrors';
import { compilePattern, replaceAll, splitBy } from './regex';
import { toText } from './values/convert';
import { Duration, NANOS_PER_SECOND, parseTimestamp } from './values/timestamp';
import {
  includes,
  isList,
  isMap,
  isUnchanged,
  type ListValue,
  MapDiff,
  type MapValue,
  RulesSet,
  type TypeName,
  typeName,
  type Value,
} from './values/rulesValues';

export interface Method<Self> {
  count: number;
  call(self: Self, ...args: Value[]): Value;
}
type Methods<Self> = Record<string, Method<Self>>;

const method = <Self>(count: number, call: Method<Self>['call']): Method<Self> => ({ count, call });

function wrongType(expected: string, value: Value): never {
  throw new EvaluationError(`expected ${expected}, got ${typeName(value)}`);
}

function asString(value: Value): string {
  return typeof value === 'string' ? value : wrongType('string', value);
}

function asList(value: Value): ListValue {
  return isList(value) ? value : wrongType('list', value);
}

/** `size()` counts UTF-16 units, as Google's Firestore emulator does. Patterns match code points. */
const stringMethods: Methods<string> = {
  /** Only the letters A to Z, as in Google's Firestore emulator. */
  lower: method(0, (self) => self.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())),
  matches: method(1, (self, pattern) => compilePattern(asString(pattern!)).matches(self)),
  replace: method(2, (self, pattern, substitute) =>
    replaceAll(self, compilePattern(asString(pattern!)), asString(substitute!)),
  ),
  size: method(0, (self) => BigInt(self.length)),
  split: method(1, (self, pattern) => splitBy(self, compilePattern(asString(pattern!)))),
};

/** Whether all items are among these. Not every one of these must occur. */
const hasOnly = (items: ListValue, allowed: ListValue) =>
  items.every((item) => includes(allowed, item));

const listMethods: Methods<ListValue> = {
  concat: method(1, (self, other) => [...self, ...asList(other!)]),
  hasOnly: method(1, (self, other) => hasOnly(self, asList(other!))),
  removeAll: method(1, (self, other) => {
    const removed = asList(other!);
    return self.filter((item) => !includes(removed, item));
  }),
  join: method(1, (self, separator) => self.map(toText).join(asString(separator!))),
  size: method(0, (self) => BigInt(self.length)),
};

const mapMethods: Methods<MapValue> = {
  diff: method(1, (self, other) =>
    isMap(other!) ? new MapDiff(self, other) : wrongType('map', other!),
  ),
  get: method(2, (self, key, fallback) => {
    const name = asString(key!);
    return self.has(name) ? self.get(name)! : fallback!;
  }),
  /** The keys of a map, in the order of their code points. */
  keys: method(0, (self) =>
    [...self.keys()].toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
  ),
  size: method(0, (self) => BigInt(self.size)),
};

const mapDiffMethods: Methods<MapDiff> = {
  affectedKeys: method(0, ({ before, after }) => {
    const isSame = (key: string) =>
      before.has(key) && after.has(key) && isUnchanged(before.get(key)!, after.get(key)!);
    const keys = new Set([...before.keys(), ...after.keys()]);
    return new RulesSet([...keys].filter((key) => !isSame(key)));
  }),
};

const setMethods: Methods<RulesSet> = {
  hasOnly: method(1, ({ items }, other) =>
    hasOnly(items, other instanceof RulesSet ? other.items : asList(other!)),
  ),
};

// One table for all types. A method need not check `self`, because it is looked up by the type of `self`.
const methodsByType = {
  string: stringMethods,
  list: listMethods,
  set: setMethods,
  map: mapMethods,
  map_diff: mapDiffMethods,
} as Partial<Record<TypeName, Methods<Value>>>;

/** Calls a method. @throws EvaluationError if this type of value has no such method. */
export function callMethod(self: Value, name: string, args: readonly Value[]): Value {
  const methods = methodsByType[typeName(self)];
  const found = methods && Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (found?.count !== args.length)
    throw new EvaluationError(
      `${typeName(self)} has no method '${name}' with ${args.length} arguments`,
    );
  return found.call(self, ...args);
}

export function methodsNamed(name: string): Method<Value>[] {
  return Object.values(methodsByType)
    .filter((methods) => Object.hasOwn(methods, name))
    .map((methods) => methods[name]!);
}

const NANOS_PER_UNIT: Record<string, bigint> = {
  w: 604_800n * NANOS_PER_SECOND,
  d: 86_400n * NANOS_PER_SECOND,
  h: 3600n * NANOS_PER_SECOND,
  m: 60n * NANOS_PER_SECOND,
  s: NANOS_PER_SECOND,
  ms: 1_000_000n,
  ns: 1n,
};

/** Functions in a namespace, such as `duration.value`. Both services have them. */
export const functions: Methods<null> = {
  'duration.value': method(2, (_, magnitude, unit) => {
    const name = asString(unit!);
    const nanos = Object.hasOwn(NANOS_PER_UNIT, name) ? NANOS_PER_UNIT[name]! : undefined;
    if (nanos === undefined) throw new EvaluationError(`unknown unit of time '${name}'`);
    if (typeof magnitude !== 'bigint') return wrongType('int', magnitude!);
    return new Duration(magnitude * nanos);
  }),
  'timestamp.date': method(3, (_, ...parts) => {
    for (const part of parts) if (typeof part !== 'bigint') wrongType('int', part);
    const [year, month, day] = parts.map((part) => String(part).padStart(2, '0'));
    return parseTimestamp(`${year!.padStart(4, '0')}-${month}-${day}T00:00:00Z`);
  }),
};
