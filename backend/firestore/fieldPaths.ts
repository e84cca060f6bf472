import type { ProtoFields, ProtoValue } from '../rules/types';
import { invalid } from './firestoreErrors';
import { asList, messageOf } from './firestoreValues';

/** The path of a field in a document, such as `['cover', 'url']`. */
export type FieldPath = readonly string[];

const SEGMENT = /(?:([A-Za-z_][A-Za-z_0-9]*)|`((?:[^`\\]|\\[\\`])+)`)(\.|$)/y;

/** The longest field path as text. Google's emulator already refuses 1,500 bytes. */
const MAX_BYTES = 1499;

/** Parses a field path in the server's format: names separated by dots, unusual names in backticks. */
export function parseFieldPath(text: unknown): FieldPath {
  const bad = () => invalid(`Invalid property path ${JSON.stringify(text)}.`);
  if (typeof text !== 'string' || text === '' || text.endsWith('.')) throw bad();
  if (Buffer.byteLength(text) > MAX_BYTES)
    throw invalid('property path is longer than 1500 bytes.');
  const segments: string[] = [];
  SEGMENT.lastIndex = 0;
  while (SEGMENT.lastIndex < text.length) {
    const match = SEGMENT.exec(text);
    if (!match) throw bad();
    const name = match[1] ?? match[2]!.replace(/\\([\\`])/g, '$1');
    if (/^__.*__$/s.test(name) && text !== '__name__')
      throw invalid(`Invalid property path "${text}": "${name}" is reserved.`);
    segments.push(name);
  }
  return segments;
}

/** Reads a `DocumentMask`. Returns undefined if there is none, which is not the same as an empty one. */
export function parseMask(raw: unknown, where: string): FieldPath[] | undefined {
  if (raw === undefined || raw === null) return undefined;
  const { fieldPaths } = messageOf(raw, ['fieldPaths'], where);
  return asList(fieldPaths, `${where}.field_paths`).map(parseFieldPath);
}

const mapFields = (value: ProtoValue | undefined): ProtoFields | undefined =>
  value && 'mapValue' in value ? (value.mapValue.fields ?? {}) : undefined;

export function getField(fields: ProtoFields, path: FieldPath): ProtoValue | undefined {
  let value: ProtoValue | undefined = { mapValue: { fields } };
  for (const name of path) {
    const inner = mapFields(value);
    value = inner && Object.hasOwn(inner, name) ? inner[name] : undefined;
  }
  return value;
}

/** Returns a copy with the field set. Creates the maps on the way to it if they do not exist. */
export function withField(fields: ProtoFields, path: FieldPath, value: ProtoValue): ProtoFields {
  const [name, ...rest] = path as [string, ...string[]];
  if (rest.length === 0) return put(fields, name, value);
  const inner = mapFields(own(fields, name)) ?? {};
  return put(fields, name, { mapValue: { fields: withField(inner, rest, value) } });
}

export function withoutField(fields: ProtoFields, path: FieldPath): ProtoFields {
  const [name, ...rest] = path as [string, ...string[]];
  if (!Object.hasOwn(fields, name)) return fields;
  if (rest.length === 0) {
    return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
  }
  const inner = mapFields(own(fields, name));
  if (!inner) return fields;
  return put(fields, name, { mapValue: { fields: withoutField(inner, rest) } });
}

const own = (fields: ProtoFields, name: string) =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

// `fromEntries` defines own properties, so a field named `__proto__` stays an ordinary field.
const put = (fields: ProtoFields, name: string, value: ProtoValue): ProtoFields =>
  Object.fromEntries([...Object.entries(fields).filter(([key]) => key !== name), [name, value]]);
