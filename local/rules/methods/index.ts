import { EvaluationError } from '../errors';
import { type TypeName, typeName, type Value } from '../values/values';
import { listMethods, mapDiffMethods, mapMethods, setMethods } from './collections';
import type { Method, Methods } from './method';
import { bytesMethods, durationMethods, pathMethods, timestampMethods } from './others';
import { stringMethods } from './string';

// One table for all types: each method checks nothing of `self`, its type chose it.
const methodsByType = {
  string: stringMethods,
  list: listMethods,
  set: setMethods,
  map: mapMethods,
  map_diff: mapDiffMethods,
  timestamp: timestampMethods,
  duration: durationMethods,
  bytes: bytesMethods,
  path: pathMethods,
} as Partial<Record<TypeName, Methods<Value>>>;

/** Calls a method. @throws EvaluationError when this type of value has no such method. */
export function callMethod(self: Value, name: string, args: readonly Value[]): Value {
  const methods = methodsByType[typeName(self)];
  const found = methods && Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (!found || args.length < found.min || args.length > found.max)
    throw new EvaluationError(`${typeName(self)} has no method '${name}' of ${args.length}`);
  return found.call(self, args);
}

/** The methods of this name, of all types; empty when there is none anywhere. */
export function methodsNamed(name: string): Method<Value>[] {
  return Object.values(methodsByType)
    .filter((methods) => Object.hasOwn(methods, name))
    .map((methods) => methods[name]!);
}
