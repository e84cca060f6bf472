import type { ProtoFields } from '../rules/types';
import { normaliseTimestamp, parseMicros, type Micros } from './micros';
import { invalid, unimplemented } from './firestoreErrors';
import { parseMask, type FieldPath } from './fieldPaths';
import type { ResourceNames } from './paths';
import { parseTransforms, type Transform } from './transforms';
import { asList, messageOf, normaliseFields } from './firestoreValues';

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

function parsePrecondition(raw: unknown, where: string): Precondition {
  if (raw === undefined || raw === null) return {};
  const { exists = null, updateTime = null } = messageOf(raw, ['exists', 'updateTime'], where);
  if (exists !== null && updateTime !== null)
    throw invalid('currentDocument has either exists or updateTime.');
  if (updateTime !== null) return { updateTime: parseUpdateTime(updateTime) };
  if (exists === null) return {};
  if (typeof exists !== 'boolean') throw invalid('currentDocument.exists must be a boolean.');
  return { exists };
}

/** The time of a precondition. Throws in the words of Google's emulator. */
function parseUpdateTime(raw: unknown): Micros {
  const micros = parseMicros(normaliseTimestamp(raw));
  if (/[.]\d{6}0*[1-9]/.test(raw as string))
    throw invalid('timestamp cannot have more than microseconds precision');
  if (micros < 0) throw invalid('Only timestamps past epoch are supported.');
  return micros;
}

/** Reads the `writes` of a commit. Throws INVALID_ARGUMENT for anything that the real service refuses. */
export function parseWrites(raw: unknown, names: ResourceNames): Write[] {
  return asList(raw, 'writes').map((write, index) => parseWrite(write, names, `writes[${index}]`));
}

const OPERATIONS = ['update', 'delete', 'verify', 'transform'];
const WRITE_NAMES = [...OPERATIONS, 'updateMask', 'updateTransforms', 'currentDocument'];
/** The fields of `google.firestore.v1.Document`. The two times are ignored, because the server sets them. */
const DOCUMENT_NAMES = ['name', 'fields', 'createTime', 'updateTime'];

function parseWrite(raw: unknown, names: ResourceNames, where: string): Write {
  const write = messageOf(raw, WRITE_NAMES, where);
  const { update, updateMask, updateTransforms, currentDocument, delete: deleted } = write;
  const precondition = parsePrecondition(currentDocument, `${where}.current_document`);
  if (OPERATIONS.filter((name) => write[name] !== undefined).length !== 1)
    throw invalid('A write must have exactly one operation.');
  if (write['transform'] !== undefined)
    throw unimplemented('Write.transform (use updateTransforms)');
  if (write['verify'] !== undefined) throw unimplemented('Write.verify');
  if (update === undefined && (updateMask !== undefined || updateTransforms !== undefined))
    throw invalid('updateMask and updateTransforms go with update only.');
  if (deleted !== undefined) {
    return { kind: 'delete', path: names.documentPath(deleted), precondition };
  }
  const { name, fields } = messageOf(update, DOCUMENT_NAMES, `${where}.update`);
  return {
    kind: 'update',
    path: names.documentPath(name),
    fields: normaliseFields(fields),
    mask: parseMask(updateMask, `${where}.update_mask`),
    transforms: parseTransforms(updateTransforms, `${where}.update_transforms`),
    precondition,
  };
}
