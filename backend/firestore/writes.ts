import type { ProtoFields } from '../rules/types';
import { invalid, unimplemented } from './errors';
import { parseFieldPath, type FieldPath } from './fieldPaths';
import type { ResourceNames } from './paths';
import { parseTransforms } from './transforms';
import { isRecord, normaliseFields } from './values';

/** A checked `google.firestore.v1.Write`. */
export type Write = {
  path: string;
  /** What the document must be for the batch to be applied. */
  exists: boolean | undefined;
} & (
  | { kind: 'delete' }
  | {
      kind: 'update';
      fields: ProtoFields;
      /** Only these fields are written (or removed); undefined replaces the document. */
      mask: FieldPath[] | undefined;
      /** Fields that get the server's time. */
      transforms: FieldPath[];
    }
);

/** Reads a `DocumentMask`: undefined where there is none, which differs from an empty one. */
function parseMask(raw: unknown): FieldPath[] | undefined {
  if (raw === undefined || raw === null) return undefined;
  const paths = isRecord(raw) ? (raw['fieldPaths'] ?? []) : undefined;
  if (!Array.isArray(paths)) throw invalid('A mask must be {"fieldPaths": […]}.');
  return paths.map(parseFieldPath);
}

function parsePrecondition(raw: unknown): boolean | undefined {
  if (raw === undefined || raw === null) return undefined;
  if (!isRecord(raw)) throw invalid('currentDocument must be an object.');
  const { exists, updateTime, ...rest } = raw;
  const bad = Object.keys(rest)[0];
  if (bad !== undefined) throw invalid(`Unknown name "${bad}" in currentDocument.`);
  if (updateTime !== undefined) throw unimplemented('currentDocument.updateTime');
  if (exists !== undefined && typeof exists !== 'boolean')
    throw invalid('currentDocument.exists must be a boolean.');
  return exists;
}

/** Reads the `writes` of a commit; INVALID_ARGUMENT for what the real service refuses. */
export function parseWrites(raw: unknown, names: ResourceNames): Write[] {
  if (raw === undefined || raw === null) return [];
  if (!Array.isArray(raw)) throw invalid('writes must be a list.');
  return raw.map((write) => parseWrite(write, names));
}

function parseWrite(raw: unknown, names: ResourceNames): Write {
  if (!isRecord(raw)) throw invalid('A write must be an object.');
  const { update, updateMask, updateTransforms, currentDocument, ...rest } = raw;
  const exists = parsePrecondition(currentDocument);
  const { delete: deleted, verify, transform, ...unknown } = rest;
  const bad = Object.keys(unknown)[0];
  if (bad !== undefined) throw invalid(`Unknown name "${bad}" in a write.`);
  const operations = [update, deleted, verify, transform].filter((part) => part !== undefined);
  if (operations.length !== 1) throw invalid('A write must have exactly one operation.');
  if (transform !== undefined) throw unimplemented('Write.transform (use updateTransforms)');
  if (verify !== undefined) throw unimplemented('Write.verify');
  if (update === undefined && (updateMask !== undefined || updateTransforms !== undefined)) {
    throw invalid('updateMask and updateTransforms go with update only.');
  }
  if (deleted !== undefined) {
    return { kind: 'delete', path: names.documentPath(deleted), exists };
  }
  if (!isRecord(update)) throw invalid('update must be a document.');
  return {
    kind: 'update',
    path: names.documentPath(update['name']),
    fields: normaliseFields(update['fields']),
    mask: parseMask(updateMask),
    transforms: parseTransforms(updateTransforms),
    exists,
  };
}
