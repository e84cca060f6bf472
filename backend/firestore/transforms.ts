import type { ProtoFields, ProtoValue } from '../rules/types';
import { checkNames, invalid, unimplemented } from './errors';
import { parseFieldPath, withField, type FieldPath } from './fieldPaths';

const KINDS = [
  'setToServerValue',
  'increment',
  'maximum',
  'minimum',
  'appendMissingElements',
  'removeAllFromArray',
];

/**
 * Reads a write's `updateTransforms` (google.firestore.v1.DocumentTransform.FieldTransform): the fields
 * that get the server's time.
 */
export function parseTransforms(raw: unknown, where: string): FieldPath[] {
  if (raw === undefined) return [];
  if (!Array.isArray(raw)) throw invalid('updateTransforms must be a list.');
  return raw.map((transform: Record<string, unknown>, index) => {
    checkNames(transform, ['fieldPath', ...KINDS], `${where}[${index}]`);
    const { fieldPath, ...kinds } = transform;
    const [[kind, value] = [], ...more] = Object.entries(kinds);
    if (kind === undefined || more.length > 0)
      throw invalid('A field transform must have exactly one transform type.');
    if (kind !== 'setToServerValue') throw unimplemented(`the field transform ${kind}`);
    if (value !== 'REQUEST_TIME') throw invalid(`Unknown server value ${JSON.stringify(value)}.`);
    return parseFieldPath(fieldPath);
  });
}

/** A copy with the server's time in these fields, and what the write's `transformResults` say. */
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
