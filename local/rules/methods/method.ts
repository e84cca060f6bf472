import { EvaluationError } from '../errors';
import { type ListValue, isList, RulesSet, typeName, type Value } from '../values/values';

/** A method or function: how many arguments it takes and what it does. */
export interface Method<Self> {
  min: number;
  max: number;
  call(self: Self, args: readonly Value[]): Value;
}
export type Methods<Self> = Record<string, Method<Self>>;

/** A method with a fixed number of arguments. */
export function method<Self>(
  count: number,
  call: (self: Self, ...args: Value[]) => Value,
): Method<Self> {
  return { min: count, max: count, call: (self, args) => call(self, ...args) };
}

function wrong(expected: string, value: Value): never {
  throw new EvaluationError(`expected ${expected}, got ${typeName(value)}`);
}

export function asString(value: Value): string {
  return typeof value === 'string' ? value : wrong('string', value);
}

export function asInt(value: Value): bigint {
  return typeof value === 'bigint' ? value : wrong('int', value);
}

/** The items of a list or set. */
export function asItems(value: Value): ListValue {
  if (isList(value)) return value;
  return value instanceof RulesSet ? value.items : wrong('list or set', value);
}
