import type { ProtoFields } from '../rules/types';
import { normaliseTimestamp, parseMicros, type Micros } from './micros';
import { checkNames, invalid, unimplemented } from './firestoreErrors';
import { parseFieldPath, type FieldPath } from './fieldPaths';
import type { ResourceNames } from './paths';
import { parseTransforms, type Transform } from './transforms';
import { isRecord, normaliseFields } from './firestoreValues';

/** What must be true of the document for the batch to be applied: at most one of the two. */
export interface Precondition {
  exists?: boolean;
  /** When it was changed last. */
  updateTime?: Micros;
}

/** A checked `google.firestore.v1.Write`. */
export type Write = {
  path: string;
  precondition: Precondition;
} & (
  | { kind: 'delete' }
  | {
      kind: 'update';
      fields: ProtoFields;
      /** Only these fields are written, or removed if `fields` lacks them. Undefined replaces the whole document. */
      mask: FieldPath[] | undefined;
      transforms: Transform[];
    }
);

/** Reads a `DocumentMask`. Returns undefined if there is none, which is not the same as an empty one. */
function parseMask(raw: unknown, where: string): FieldPath[] | undefined {
  if (raw === undefined || raw === null) return undefined;
  const paths = isRecord(raw) ? (raw['fieldPaths'] ?? []) : undefined;
  checkNames(raw, ['fieldPaths'], where);
  if (!Array.isArray(paths)) throw invalid('A mask must be {"fieldPaths": […]}.');
  return paths.map(parseFieldPath);
}

function parsePrecondition(raw: unknown, where: string): Precondition {
  if (raw === undefined || raw === null) return {};
  if (!isRecord(raw)) throw invalid('currentDocument must be an object.');
  checkNames(raw, ['exists', 'updateTime'], where);
  const { exists = null, updateTime = null } = raw;
  if (exists !== null && updateTime !== null)
    throw invalid('currentDocument has either exists or updateTime.');
  if (updateTime !== null) return { updateTime: parseUpdateTime(updateTime) };
  if (exists === null) return {};
  if (typeof exists !== 'boolean') throw invalid('currentDocument.exists must be a boolean.');
  return { exists };
}

/** In the words of Google's emulator. */
function parseUpdateTime(raw: unknown): Micros {
  const micros = parseMicros(normaliseTimestamp(raw));
  if (/[.]\d{6}0*[1-9]/.test(raw as string))
    throw invalid('timestamp cannot have more than microseconds precision');
  if (micros < 0) throw invalid('Only timestamps past epoch are supported.');
  return micros;
}

/** Reads the `writes` of a commit. Throws INVALID_ARGUMENT for anything that the real service refuses. */
export function parseWrites(raw: unknown, names: ResourceNames): Write[] {
  if (raw === undefined || raw === null) return [];
  if (!Array.isArray(raw)) throw invalid('writes must be a list.');
  return raw.map((write, index) => parseWrite(write, names, `writes[${index}]`));
}

const OPERATIONS = ['update', 'delete', 'verify', 'transform'];
const WRITE_NAMES = [...OPERATIONS, 'updateMask', 'updateTransforms', 'currentDocument'];
/** The fields of `google.firestore.v1.Document`. The two times are ignored, because the server sets them. */
const DOCUMENT_NAMES = ['name', 'fields', 'createTime', 'updateTime'];

function parseWrite(raw: unknown, names: ResourceNames, where: string): Write {
  if (!isRecord(raw)) throw invalid('A write must be an object.');
  checkNames(raw, WRITE_NAMES, where);
  const { update, updateMask, updateTransforms, currentDocument, delete: deleted } = raw;
  const precondition = parsePrecondition(currentDocument, `${where}.current_document`);
  if (OPERATIONS.filter((name) => raw[name] !== undefined).length !== 1)
    throw invalid('A write must have exactly one operation.');
  if (raw['transform'] !== undefined) throw unimplemented('Write.transform (use updateTransforms)');
  if (raw['verify'] !== undefined) throw unimplemented('Write.verify');
  if (update === undefined && (updateMask !== undefined || updateTransforms !== undefined)) {
    throw invalid('updateMask and updateTransforms go with update only.');
  }
  if (deleted !== undefined) {
    return { kind: 'delete', path: names.documentPath(deleted), precondition };
  }
  if (!isRecord(update)) throw invalid('update must be a document.');
  checkNames(update, DOCUMENT_NAMES, `${where}.update`);
  return {
    kind: 'update',
    path: names.documentPath(update['name']),
    fields: normaliseFields(update['fields']),
    mask: parseMask(updateMask, `${where}.update_mask`),
    transforms: parseTransforms(updateTransforms, `${where}.update_transforms`),
    precondition,
  };
}
