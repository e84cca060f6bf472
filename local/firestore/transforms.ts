import type { ProtoFields, ProtoValue } from '../rules/types';
import { invalid, unimplemented } from './errors';
import { getField, parseFieldPath, withField, type FieldPath } from './fieldPaths';
import { compareValues, equalValues } from './order';
import { normaliseValue } from './values';

/** One `FieldTransform` of a write, ready to run. */
export interface Transform {
  path: FieldPath;
  /** The field's new value and what the write's `transformResults` says about it. */
  run(old: ProtoValue | undefined, requestTime: string): { value: ProtoValue; result: ProtoValue };
}

type NumberValue = Extract<ProtoValue, { integerValue: string } | { doubleValue: unknown }>;
const isNumber = (value: ProtoValue | undefined): value is NumberValue =>
  value !== undefined && ('integerValue' in value || 'doubleValue' in value);

const INT64_MAX = 2n ** 63n - 1n;
const clamp = (sum: bigint) =>
  sum > INT64_MAX ? INT64_MAX : sum < -INT64_MAX - 1n ? -INT64_MAX - 1n : sum;

function add(a: NumberValue, b: NumberValue): ProtoValue {
  if ('integerValue' in a && 'integerValue' in b) {
    return { integerValue: String(clamp(BigInt(a.integerValue) + BigInt(b.integerValue))) };
  }
  const number = (v: NumberValue) => Number('integerValue' in v ? v.integerValue : v.doubleValue);
  return normaliseValue({ doubleValue: writable(number(a) + number(b)) });
}

const writable = (double: number) => (Number.isFinite(double) ? double : String(double));

type Run = Transform['run'];
const same = (value: ProtoValue) => ({ value, result: value });

const KINDS: Record<string, (operand: unknown) => Run> = {
  setToServerValue: (operand) => {
    if (operand !== 'REQUEST_TIME')
      throw invalid(`Unknown server value ${JSON.stringify(operand)}.`);
    return (_old, requestTime) => same({ timestampValue: requestTime });
  },
  increment: numeric((old, operand) => (isNumber(old) ? add(old, operand) : operand)),
  maximum: numeric((old, operand) =>
    isNumber(old) && compareValues(old, operand) >= 0 ? old : operand,
  ),
  minimum: numeric((old, operand) =>
    isNumber(old) && compareValues(old, operand) <= 0 ? old : operand,
  ),
  appendMissingElements: elements((old, added) =>
    added.reduce(
      (all, value) => (all.some((other) => equalValues(other, value)) ? all : [...all, value]),
      old,
    ),
  ),
  removeAllFromArray: elements((old, gone) =>
    old.filter((value) => !gone.some((other) => equalValues(other, value))),
  ),
};

function numeric(combine: (old: ProtoValue | undefined, operand: NumberValue) => ProtoValue) {
  return (raw: unknown): Run => {
    const operand = normaliseValue(raw);
    if (!isNumber(operand)) throw invalid('A numeric transform needs an integer or a double.');
    return (old) => same(combine(old, operand));
  };
}

/** Array transforms start from an empty array where there is none, and report null. */
function elements(combine: (old: ProtoValue[], operand: ProtoValue[]) => ProtoValue[]) {
  return (raw: unknown): Run => {
    const operand = normaliseValue({ arrayValue: raw });
    const values = ('arrayValue' in operand && operand.arrayValue.values) || [];
    return (old) => {
      const before = (old && 'arrayValue' in old && old.arrayValue.values) || [];
      const value = { arrayValue: { values: combine(before, values) } };
      return { value, result: { nullValue: null } };
    };
  };
}

/** Reads a write's `updateTransforms` (google.firestore.v1.DocumentTransform.FieldTransform). */
export function parseTransforms(raw: unknown): Transform[] {
  if (raw === undefined) return [];
  if (!Array.isArray(raw)) throw invalid('updateTransforms must be a list.');
  return raw.map((entry: Record<string, unknown>) => {
    const { fieldPath, ...rest } = entry;
    const kinds = Object.keys(rest);
    const kind = kinds[0];
    if (kinds.length !== 1 || kind === undefined) {
      throw invalid('A field transform must have exactly one transform type.');
    }
    const make = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
    if (!make) throw unimplemented(`the field transform ${kind}`);
    return { path: parseFieldPath(fieldPath), run: make(rest[kind]) };
  });
}

/** Runs the transforms in order on a copy of the fields. */
export function applyTransforms(
  fields: ProtoFields,
  transforms: readonly Transform[],
  requestTime: string,
): { fields: ProtoFields; results: ProtoValue[] } {
  const results: ProtoValue[] = [];
  let next = fields;
  for (const { path, run } of transforms) {
    const { value, result } = run(getField(next, path), requestTime);
    next = withField(next, path, value);
    results.push(result);
  }
  return { fields: next, results };
}
