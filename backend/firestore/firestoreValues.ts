import type { ProtoFields, ProtoValue } from '../rules/types';
import { checkNames, invalid, unimplemented, unknownName } from './firestoreErrors';
import { normaliseTimestamp } from './micros';

/** Deepest nesting of maps and arrays (Firestore quotas). */
const MAX_DEPTH = 20;
const MAX_FIELD_NAME_BYTES = 1500;
/** The longest string: 1 MiB minus 89 bytes (Firestore quotas). Only the first 1,500 bytes of a string are indexed. */
const MAX_TEXT_BYTES = 1_048_487;
const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

export type Raw = Record<string, unknown>;
export const isRecord = (value: unknown): value is Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const asList = (raw: unknown, what: string): Raw[] => {
  if (raw === undefined || raw === null) return [];
  if (!Array.isArray(raw)) throw invalid(`${what} must be a list.`);
  return raw as Raw[];
};

/** A message with these fields and no others. */
export function messageOf(raw: unknown, known: readonly string[], where: string): Raw {
  if (!isRecord(raw)) throw invalid(`Invalid value at '${where}'.`);
  checkNames(raw, known, where);
  return raw;
}

/**
 * Checks a document's `fields` as a client sent them, and returns them in canonical form (proto3 JSON of
 * google.firestore.v1.Value). Throws INVALID_ARGUMENT for anything that the real service refuses.
 */
export function normaliseFields(raw: unknown, depth = 0): ProtoFields {
  if (raw === undefined || raw === null) return {};
  if (!isRecord(raw)) throw invalid('Invalid value at "fields": a map is expected.');
  // With `fromEntries`, a field named `__proto__` is an ordinary field, which is then refused.
  return Object.fromEntries(
    Object.entries(raw).map(([name, value]) => {
      checkFieldName(name);
      return [name, normaliseValue(value, depth + 1)];
    }),
  );
}

function checkFieldName(name: string): void {
  if (name === '') throw invalid('The name of a field cannot be empty.');
  if (/^__.*__$/s.test(name)) throw invalid(`The field name "${name}" is reserved.`);
  if (Buffer.byteLength(name) > MAX_FIELD_NAME_BYTES)
    throw invalid(`A field's name can be at most ${MAX_FIELD_NAME_BYTES} bytes long.`);
}

/** Checks one value. `depth` is the number of maps and arrays around it. */
export function normaliseValue(raw: unknown, depth = 1): ProtoValue {
  if (depth > MAX_DEPTH + 1) throw invalid(`A value is nested more than ${MAX_DEPTH} levels deep.`);
  const entries = isRecord(raw) ? Object.entries(raw).filter(([, v]) => v !== undefined) : [];
  if (entries.length !== 1)
    throw invalid(`Invalid value ${short(raw)}: exactly one value type must be set.`);
  const [type, content] = entries[0]!;
  const normalise = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
  if (UNSUPPORTED_TYPES.includes(type)) throw unimplemented(`the type ${type}`);
  if (!normalise) throw unknownName(type, 'value');
  return normalise(content, depth);
}

/** Types that only the real service supports. */
const UNSUPPORTED_TYPES = ['bytesValue', 'geoPointValue'];

const TYPES: Record<string, (content: unknown, depth: number) => ProtoValue> = {
  nullValue: (content) => {
    if (content !== null && content !== 'NULL_VALUE') throw bad('nullValue', content);
    return { nullValue: null };
  },
  booleanValue: (content) => {
    if (typeof content !== 'boolean') throw bad('booleanValue', content);
    return { booleanValue: content };
  },
  integerValue: (content) => ({ integerValue: normaliseInteger(content) }),
  doubleValue: (content) => ({ doubleValue: normaliseDouble(content) }),
  timestampValue: (content) => ({ timestampValue: normaliseTimestamp(content) }),
  stringValue: (content) => {
    if (typeof content !== 'string' || /\p{Surrogate}/u.test(content))
      throw bad('stringValue', content);
    if (Buffer.byteLength(content) > MAX_TEXT_BYTES)
      throw invalid(`A value is longer than ${MAX_TEXT_BYTES} bytes.`);
    return { stringValue: content };
  },
  referenceValue: (content) => {
    if (
      typeof content !== 'string' ||
      !/^projects\/[^/]+\/databases\/[^/]+\/documents(?:\/[^/]+\/[^/]+)+$/.test(content)
    ) {
      throw bad('referenceValue', content);
    }
    return { referenceValue: content };
  },
  arrayValue: (content, depth) => {
    const values = isRecord(content) ? (content['values'] ?? []) : undefined;
    if (!Array.isArray(values)) throw bad('arrayValue', content);
    checkNames(content as Raw, ['values'], 'value.array_value');
    return {
      arrayValue: {
        values: values.map((value) => {
          const normal = normaliseValue(value, depth + 1);
          if ('arrayValue' in normal)
            throw invalid('Cannot convert an array value in an array value.');
          return normal;
        }),
      },
    };
  },
  mapValue: (content, depth) => {
    if (!isRecord(content)) throw bad('mapValue', content);
    checkNames(content, ['fields'], 'value.map_value');
    return { mapValue: { fields: normaliseFields(content['fields'], depth) } };
  },
};

function normaliseInteger(content: unknown): string {
  const text = typeof content === 'number' ? String(content) : content;
  if (typeof text !== 'string' || !/^-?\d{1,20}$/.test(text)) throw bad('integerValue', content);
  const number = BigInt(text);
  if (number < INT64_MIN || number > INT64_MAX) throw bad('integerValue', content);
  return String(number);
}

/**
 * Reads a double. proto3 JSON writes NaN, infinities and −0 as strings, because JSON has no NaN and no infinities and
 * prints −0 as 0.
 */
function normaliseDouble(content: unknown): number | 'NaN' | 'Infinity' | '-Infinity' {
  if (content === 'NaN' || content === 'Infinity' || content === '-Infinity') return content;
  const isNumeral = typeof content === 'string' && /^-?[\d.]+(?:[eE][+-]?\d+)?$/.test(content);
  const number = typeof content === 'number' || isNumeral ? Number(content) : Number.NaN;
  if (!Number.isFinite(number)) throw bad('doubleValue', content);
  return number;
}

const short = (raw: unknown) => (JSON.stringify(raw) ?? String(raw)).slice(0, 80);
const bad = (type: string, content: unknown) =>
  invalid(`Invalid value at "${type}": ${short(content)}`);

/** The largest document, in bytes as Firestore counts them. */
const MAX_DOCUMENT_BYTES = 1_048_576;

const textSize = (content: string) => Buffer.byteLength(content) + 1;

const nameSize = (path: string) =>
  path.split('/').reduce((sum, segment) => sum + textSize(segment), 16);

function valueSize(value: ProtoValue): number {
  if ('nullValue' in value || 'booleanValue' in value) return 1;
  if ('stringValue' in value) return textSize(value.stringValue);
  if ('referenceValue' in value) return nameSize(value.referenceValue.split('/documents/')[1]!);
  if ('arrayValue' in value) {
    return (value.arrayValue.values ?? []).reduce((sum, item) => sum + valueSize(item), 0);
  }
  if ('mapValue' in value) return 32 + fieldsSize(value.mapValue.fields ?? {});
  return 8;
}

const fieldsSize = (fields: ProtoFields): number =>
  Object.entries(fields).reduce((sum, [name, value]) => sum + textSize(name) + valueSize(value), 0);

/** The size of a document in bytes (https://firebase.google.com/docs/firestore/storage-size). */
export const documentSize = (path: string, fields: ProtoFields): number =>
  nameSize(path) + fieldsSize(fields) + 32;

/** Throws INVALID_ARGUMENT if the document is larger than 1 MiB. */
export function checkDocumentSize(name: string, path: string, fields: ProtoFields): void {
  const size = documentSize(path, fields);
  if (size <= MAX_DOCUMENT_BYTES) return;
  const digits = (bytes: number) => bytes.toLocaleString('en-US');
  throw invalid(
    `Document '${name}' cannot be written because its size (${digits(size)} bytes) exceeds the ` +
      `maximum allowed size of ${digits(MAX_DOCUMENT_BYTES)} bytes.`,
  );
}
