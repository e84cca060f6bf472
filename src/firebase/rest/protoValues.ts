/** Converts between plain values and the Proto JSON of Firestore (`google.firestore.v1.Value`, REST v1). */
import { wellFormed } from '../../domain/validation';
import { fieldsOf } from './httpCall';

export type ProtoValue = Record<string, unknown>;
type Plain = string | number | boolean | null | Date | Plain[] | { [name: string]: Plain };
export type PlainFields = Record<string, Plain>;

/** Decodes one value. Times stay ISO 8601 strings. A malformed value becomes undefined. */
function decodeValue(value: unknown): unknown {
  const [[kind, content] = []] = Object.entries(fieldsOf(value));
  switch (kind) {
    case 'nullValue':
      return null;
    case 'integerValue': {
      const number = Number(content);
      return content !== null && content !== '' && Number.isInteger(number) ? number : undefined;
    }
    case 'doubleValue':
      // NaN and the infinities are sent as text.
      return typeof content === 'string' ? Number(content) : content;
    case 'arrayValue': {
      const { values } = fieldsOf(content);
      return Array.isArray(values) ? values.map(decodeValue) : [];
    }
    case 'mapValue':
      return decodeFields(fieldsOf(content)['fields']);
    default:
      return content;
  }
}

/** Decodes the `fields` of a document or map. With `fromEntries` a field named `__proto__` does no harm. */
export function decodeFields(fields: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fieldsOf(fields)).map(([name, value]) => [name, decodeValue(value)]),
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
