import { EvaluationError } from '../errors';
import {
  equals,
  includes,
  isList,
  isMap,
  type ListValue,
  MapDiff,
  type MapValue,
  RulesSet,
  typeName,
  type Value,
} from '../values/values';
import { toText } from '../values/convert';
import { asItems, asString, method, type Methods } from './method';

function hasAll(self: ListValue, wanted: Value): boolean {
  return asItems(wanted).every((item) => includes(self, item));
}

function hasAny(self: ListValue, wanted: Value): boolean {
  return asItems(wanted).some((item) => includes(self, item));
}

/** Nothing beside these; not all of them need be there. */
function hasOnly(self: ListValue, allowed: Value): boolean {
  const items = asItems(allowed);
  return self.every((item) => includes(items, item));
}

/** https://firebase.google.com/docs/reference/rules/rules.List */
export const listMethods: Methods<ListValue> = {
  concat: method(1, (self, other) => [...self, ...asItems(other!)]),
  hasAll: method(1, (self, other) => hasAll(self, other!)),
  hasAny: method(1, (self, other) => hasAny(self, other!)),
  hasOnly: method(1, (self, other) => hasOnly(self, other!)),
  join: method(1, (self, separator) => self.map(toText).join(asString(separator!))),
  removeAll: method(1, (self, other) => {
    const items = asItems(other!);
    return self.filter((item) => !includes(items, item));
  }),
  size: method(0, (self) => BigInt(self.length)),
  toSet: method(0, (self) => new RulesSet(self)),
};

/** https://firebase.google.com/docs/reference/rules/rules.Set */
export const setMethods: Methods<RulesSet> = {
  difference: method(1, (self, other) => {
    const items = asItems(other!);
    return new RulesSet(self.items.filter((item) => !includes(items, item)));
  }),
  hasAll: method(1, (self, other) => hasAll(self.items, other!)),
  hasAny: method(1, (self, other) => hasAny(self.items, other!)),
  hasOnly: method(1, (self, other) => hasOnly(self.items, other!)),
  intersection: method(1, (self, other) => {
    const items = asItems(other!);
    return new RulesSet(self.items.filter((item) => includes(items, item)));
  }),
  size: method(0, (self) => BigInt(self.items.length)),
  union: method(1, (self, other) => new RulesSet([...self.items, ...asItems(other!)])),
};

function getByPath(self: MapValue, path: ListValue, fallback: Value): Value {
  let value: Value = self;
  for (const key of path) {
    if (!isMap(value)) throw new EvaluationError(`${typeName(value)} has no keys`);
    const next = value.get(asString(key));
    if (next === undefined) return fallback;
    value = next;
  }
  return value;
}

/** https://firebase.google.com/docs/reference/rules/rules.Map */
export const mapMethods: Methods<MapValue> = {
  diff: method(1, (self, other) => {
    if (!isMap(other!)) throw new EvaluationError(`expected map, got ${typeName(other!)}`);
    return new MapDiff(self, other);
  }),
  get: method(2, (self, key, fallback) =>
    getByPath(self, isList(key!) ? key : [asString(key!)], fallback!),
  ),
  keys: method(0, (self) => [...self.keys()]),
  size: method(0, (self) => BigInt(self.size)),
  values: method(0, (self) => [...self.values()]),
};

function keysWhere(diff: MapDiff, test: (before?: Value, after?: Value) => boolean): RulesSet {
  const keys = new Set([...diff.before.keys(), ...diff.after.keys()]);
  return new RulesSet([...keys].filter((key) => test(diff.before.get(key), diff.after.get(key))));
}

const isSame = (before?: Value, after?: Value) =>
  before !== undefined && after !== undefined && equals(before, after);
const isBoth = (before?: Value, after?: Value) => before !== undefined && after !== undefined;

/** https://firebase.google.com/docs/reference/rules/rules.MapDiff */
export const mapDiffMethods: Methods<MapDiff> = {
  addedKeys: method(0, (self) => keysWhere(self, (before) => before === undefined)),
  affectedKeys: method(0, (self) => keysWhere(self, (before, after) => !isSame(before, after))),
  changedKeys: method(0, (self) =>
    keysWhere(self, (before, after) => isBoth(before, after) && !isSame(before, after)),
  ),
  removedKeys: method(0, (self) => keysWhere(self, (_before, after) => after === undefined)),
  unchangedKeys: method(0, (self) => keysWhere(self, isSame)),
};
