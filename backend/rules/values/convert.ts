import { EvaluationError } from '../rulesErrors';
import type { ProtoFields, ProtoValue } from '../types';
import { parseTimestamp } from './timestamp';
import { type MapValue, Path, typeName, type Value } from './rulesValues';

/** Converts a document's fields (google.firestore.v1 in proto3 JSON) to a map of the rules language. */
export function fromFields(fields: ProtoFields): MapValue {
  return new Map(Object.entries(fields).map(([key, value]) => [key, fromProto(value)]));
}

export function fromProto(value: ProtoValue): Value {
  if ('nullValue' in value) return null;
  if ('booleanValue' in value) return value.booleanValue;
  if ('integerValue' in value) return BigInt(value.integerValue);
  if ('doubleValue' in value) return Number(value.doubleValue);
  if ('timestampValue' in value) return parseTimestamp(value.timestampValue);
  if ('stringValue' in value) return value.stringValue;
  if ('referenceValue' in value)
    return Path.parse(value.referenceValue.replace(/^projects\/[^/]+/, ''));
  if ('arrayValue' in value) return (value.arrayValue.values ?? []).map(fromProto);
  return fromFields(value.mapValue.fields ?? {});
}

/** Converts a JSON value, such as the claims of an ID token. Whole numbers become ints, as in the real service. */
export function fromJson(value: unknown): Value {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map(fromJson);
  if (typeof value === 'object')
    return new Map(Object.entries(value).map(([key, entry]) => [key, fromJson(entry)]));
  throw new TypeError(`not a JSON value: ${typeof value}`);
}

/** A float as Java writes it: with a decimal point, and with an exponent below 0.001 and from 10,000,000 on. */
function floatText(value: number): string {
  const size = Math.abs(value);
  const isPlain = (size >= 1e-3 && size < 1e7) || size === 0 || !Number.isFinite(value);
  if (isPlain) return Number.isInteger(value) ? value.toFixed(1) : String(value);
  const [digits, exponent] = value.toExponential().split('e') as [string, string];
  return `${digits.includes('.') ? digits : `${digits}.0`}E${Number(exponent)}`;
}

/** Converts a value to text, as `join()` does. */
export function toText(value: Value): string {
  if (typeof value === 'string') return value;
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint')
    return String(value);
  if (typeof value === 'number') return floatText(value);
  if (value instanceof Path) return value.toString();
  throw new EvaluationError(`no text for ${typeName(value)}`);
}
