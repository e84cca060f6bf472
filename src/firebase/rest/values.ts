/** Proto JSON of Firestore values (`google.firestore.v1.Value`, REST v1) to and from plain values. */

import { wellFormed } from '../../domain/validation';

export type ProtoValue = Record<string, unknown>;
type Plain = string | number | boolean | null | Date | Plain[] | { [name: string]: Plain };
export type PlainFields = Record<string, Plain>;

/** Decodes one value; times stay ISO 8601 strings, an unknown or malformed value is undefined. */
export function decodeValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const [entry] = Object.entries(value);
  if (!entry) return undefined;
  const [kind, content] = entry;
  switch (kind) {
    case 'nullValue':
      return null;
    case 'integerValue':
      return integer(content);
    case 'doubleValue':
      // NaN and the infinities come as text.
      return typeof content === 'string' ? Number(content) : content;
    case 'arrayValue':
      return elements(content).map(decodeValue);
    case 'mapValue':
      return decodeFields((content as { fields?: unknown } | null)?.fields);
    case 'booleanValue':
    case 'stringValue':
    case 'timestampValue':
    case 'bytesValue':
    case 'referenceValue':
    case 'geoPointValue':
      return content;
    default:
      return undefined;
  }
}

/** Decodes the `fields` of a document or map. `fromEntries` keeps a `__proto__` field harmless. */
export function decodeFields(fields: unknown): Record<string, unknown> {
  if (typeof fields !== 'object' || fields === null) return {};
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, decodeValue(value)]),
  );
}

/** Encodes plain fields for a write. */
export function encodeFields(fields: PlainFields): Record<string, ProtoValue> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, encodeValue(value)]),
  );
}

function encodeValue(value: Plain): ProtoValue {
  if (value === null) return { nullValue: null };
  if (typeof value === 'boolean') return { booleanValue: value };
  if (typeof value === 'string') return { stringValue: wellFormed(value) };
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) ? { integerValue: String(value) } : { doubleValue: value };
  }
  if (value instanceof Date) return { timestampValue: value.toISOString() };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(encodeValue) } };
  return { mapValue: { fields: encodeFields(value) } };
}

function integer(content: unknown): number | undefined {
  const number = Number(content);
  return content !== null && content !== '' && Number.isInteger(number) ? number : undefined;
}

function elements(content: unknown): unknown[] {
  const values = (content as { values?: unknown } | null)?.values;
  return Array.isArray(values) ? values : [];
}
