/** Converts plain values and google.firestore.v1.Value in proto3 JSON, for the seed and the data page. */
import type { ProtoFields, ProtoValue } from './rules/types';

/** A number to be stored as a double even if it is a whole number. */
export class Double {
  constructor(readonly value: number) {}
}

export type Plain =
  null | boolean | number | string | Date | Double | Plain[] | { [key: string]: Plain | undefined };

/** Leaves out undefined entries, as the SDK's option `ignoreUndefinedProperties` does. */
export function toFields(value: Record<string, Plain | undefined>): ProtoFields {
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, entry]) =>
      entry === undefined ? [] : [[key, toValue(entry)]],
    ),
  );
}

function toValue(value: Plain): ProtoValue {
  if (value === null) return { nullValue: null };
  if (typeof value === 'boolean') return { booleanValue: value };
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'number') {
    return Number.isInteger(value) ? { integerValue: String(value) } : { doubleValue: value };
  }
  if (value instanceof Date) return { timestampValue: value.toISOString() };
  if (value instanceof Double) return { doubleValue: value.value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(toValue) } };
  return { mapValue: { fields: toFields(value) } };
}

/** Timestamps, references and bytes become strings. */
export function fromFields(fields: ProtoFields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, fromValue(value)]));
}

function fromValue(value: ProtoValue): unknown {
  if ('arrayValue' in value) return (value.arrayValue.values ?? []).map(fromValue);
  if ('mapValue' in value) return fromFields(value.mapValue.fields ?? {});
  if ('integerValue' in value) return Number(value.integerValue);
  return Object.values(value)[0];
}
