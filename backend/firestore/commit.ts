/** `:commit` (Firestore REST API v1): all writes of a batch, or none. */
import type { ProtoFields, ProtoValue, RulesDocuments } from '../rules/types';
import type { Access, Caller, WriteStep } from './firestoreAccess';
import { FirestoreError, unimplemented } from './firestoreErrors';
import { withField, withoutField, getField } from './fieldPaths';
import type { ResourceNames } from './paths';
import type { FirestoreStore } from './firestoreStore';
import { formatMicros, parseMicros } from './micros';
import { applyTransforms } from './transforms';
import { checkDocumentSize, normaliseFields } from './firestoreValues';
import { parseWrites, type Write } from './writes';

/** `google.firestore.v1.WriteResult`; a delete has no `updateTime`. */
export interface WriteResult {
  updateTime?: string;
  transformResults?: ProtoValue[];
}

export interface CommitResponse {
  writeResults: WriteResult[];
  commitTime: string;
}

interface Step {
  write: Write;
  before: ProtoFields | null;
  after: ProtoFields | null;
  transformResults: ProtoValue[];
}

interface CommitDeps {
  store: FirestoreStore;
  names: ResourceNames;
  access: Access;
}

/**
 * Runs a `:commit`: checks every write, asks the rules about each of them (`getAfter` sees the whole batch), then
 * applies all writes or none. Throws the same errors as the real service, in this order: INVALID_ARGUMENT,
 * PERMISSION_DENIED, failed preconditions. Throws UNIMPLEMENTED for two writes to one document.
 */
export function runCommit(deps: CommitDeps, caller: Caller, rawWrites: unknown): CommitResponse {
  const { store, names, access } = deps;
  const writes = parseWrites(rawWrites, names);
  checkNamedOnce(writes, names);
  // REQUEST_TIME has millisecond precision. It is also `request.time` in the rules.
  const requestTime = formatMicros(Math.floor(store.readTime() / 1000) * 1000);
  const { steps, documents } = planSteps(writes, store, names, requestTime);

  access.write(caller, steps.map(asWriteStep), documents, requestTime);
  for (const step of steps) checkPrecondition(step, deps);

  const { commitTime, updateTimes } = store.commit(
    steps.map(({ write, after }) => ({ path: write.path, fields: after })),
  );
  const writeResults = steps.map(({ transformResults }, index) => {
    const updateTime = updateTimes[index];
    return {
      ...(updateTime ? { updateTime } : {}),
      ...(transformResults.length > 0 ? { transformResults } : {}),
    };
  });
  return { writeResults, commitTime };
}

/** Refuses two writes to one document. The real service handles them in its own way, but no batch here needs it. */
function checkNamedOnce(writes: readonly Write[], names: ResourceNames): void {
  const paths = writes.map(({ path }) => path);
  const twice = paths.find((path, index) => paths.indexOf(path) < index);
  if (twice !== undefined) throw unimplemented(`two writes of one commit to ${names.of(twice)}`);
}

function planSteps(
  writes: readonly Write[],
  store: FirestoreStore,
  names: ResourceNames,
  requestTime: string,
): { steps: Step[]; documents: RulesDocuments } {
  const stored = (path: string) => store.get(path)?.fields ?? null;
  const steps = writes.map((write): Step => {
    const before = stored(write.path);
    if (write.kind === 'delete') return { write, before, after: null, transformResults: [] };
    const merged = merge(write, before);
    const { fields, results } = applyTransforms(merged, write.transforms, requestTime);
    // Checked again, because a mask or a transform can nest values deeper than in the message.
    const after = normaliseFields(fields);
    checkDocumentSize(names.of(write.path), write.path, after);
    return { write, before, after, transformResults: results };
  });
  const written = new Map(steps.map(({ write, after }) => [write.path, after]));
  const after = (path: string) => (written.has(path) ? written.get(path)! : stored(path));
  return { steps, documents: { before: stored, after, accessed: new Set() } };
}

function merge(write: Extract<Write, { kind: 'update' }>, before: ProtoFields | null): ProtoFields {
  if (!write.mask) return write.fields;
  return write.mask.reduce((fields, path) => {
    const value = getField(write.fields, path);
    return value ? withField(fields, path, value) : withoutField(fields, path);
  }, before ?? {});
}

function asWriteStep({ write, before, after }: Step): WriteStep {
  const { kind, path } = write;
  if (kind === 'delete') return { path, method: 'delete', before, after };
  return { path, method: before ? 'update' : 'create', before, after };
}

function checkPrecondition(
  { write: { path, precondition }, before }: Step,
  { store, names }: CommitDeps,
): void {
  const { exists, updateTime } = precondition;
  const name = names.of(path);
  if (exists === false && before)
    throw new FirestoreError('ALREADY_EXISTS', `Document already exists: ${name}`);
  if (exists === true && !before)
    throw new FirestoreError('NOT_FOUND', `No document to update: ${name}`);
  // No document has the time of one that is not there, whatever it is.
  const stored = before ? parseMicros(store.get(path)!.updateTime) : undefined;
  if (updateTime !== undefined && updateTime !== stored)
    throw new FirestoreError(
      'FAILED_PRECONDITION',
      `the stored version (${stored ?? 0}) does not match the required base version (${updateTime})`,
    );
}
