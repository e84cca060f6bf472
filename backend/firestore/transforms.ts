import type { ProtoFields, ProtoValue } from '../rules/types';
import { checkNames, invalid, unimplemented } from './firestoreErrors';
import { parseFieldPath, withField, type FieldPath } from './fieldPaths';
import { isRecord } from './firestoreValues';

const KINDS = [
  'setToServerValue',
  'increment',
  'maximum',
  'minimum',
  'appendMissingElements',
  'removeAllFromArray',
];

/**
 * Reads a write's `updateTransforms` (google.firestore.v1.DocumentTransform.FieldTransform). Returns the fields that
 * are set to the server's time.
 */
export function parseTransforms(raw: unknown, where: string): FieldPath[] {
  if (raw === undefined || raw === null) return [];
  if (!Array.isArray(raw)) throw invalid('updateTransforms must be a list.');
  const paths = raw.map((transform: unknown, index) => {
    if (!isRecord(transform)) throw invalid('A field transform must be an object.');
    checkNames(transform, ['fieldPath', ...KINDS], `${where}[${index}]`);
    const { fieldPath, ...kinds } = transform;
    const entries = Object.entries(kinds);
    if (entries.length !== 1)
      throw invalid('A field transform must have exactly one transform type.');
    const [kind, value] = entries[0]!;
    if (kind !== 'setToServerValue') throw unimplemented(`the field transform ${kind}`);
    if (value !== 'REQUEST_TIME') throw invalid(`Unknown server value ${JSON.stringify(value)}.`);
    return parseFieldPath(fieldPath);
  });
  for (const outer of paths) {
    const isWithin = (path: FieldPath) =>
      path.length > outer.length && outer.every((name, level) => path[level] === name);
    if (paths.some(isWithin))
      throw invalid(
        `Cannot transform property ${outer.join('.')} and its nested property at the same time.`,
      );
  }
  return paths;
}

/** Returns a copy with these fields set to the server's time, and the write's `transformResults`. */
export function applyTransforms(
  fields: ProtoFields,
  paths: readonly FieldPath[],
  requestTime: string,
): { fields: ProtoFields; results: ProtoValue[] } {
  const time = { timestampValue: requestTime };
  return {
    fields: paths.reduce((next, path) => withField(next, path, time), fields),
    results: paths.map(() => time),
  };
}
