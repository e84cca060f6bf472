/**
 * The step logic of a delivery, pure: `nextStep` says what to do for a record, `advance` what the
 * result makes of it. Every step may be repeated after a lost answer or a crash.
 */
import type { Failure } from './answers';
import { newRequestId, type RandomInteger } from './ids';
import type {
  DeliveryStep,
  ObjectPart,
  PendingObject,
  PendingRequest,
  UploadProgress,
} from './outbox';
import { retryAt } from './retry';
import type { RequestFields, UploadedFile } from './types';

/** Which object of a record: index of the picture, and itself or its thumbnail. */
export interface ObjectPlace {
  index: number;
  part: ObjectPart;
}

export type DeliveryAction =
  | { type: 'create'; id: string; fields: RequestFields }
  /** Re-encode the chosen file `chosen` of the image at `index`; only that leaves the device. */
  | { type: 'prepare'; index: number; chosen: string }
  | { type: 'start'; at: ObjectPlace; folder: string; contentType: string; size: number }
  | { type: 'query'; at: ObjectPlace; object: string; session: string; size: number }
  | { type: 'send'; at: ObjectPlace; object: string; session: string; offset: number; size: number }
  | { type: 'attach'; id: string; files: UploadedFile[] }
  /** Everything is on the server: replace the record by its receipt. */
  | { type: 'finish'; id: string; files: UploadedFile[] }
  /** Nothing to do until the visitor decides. */
  | { type: 'rest' };

export type StepResult =
  | { type: 'created' }
  | { type: 'prepared'; index: number; image: PendingObject; thumb: PendingObject }
  /** Not here, but a page may be able to open it. */
  | { type: 'undecoded' }
  /** No browser code makes a picture of it. */
  | { type: 'unusable'; message: string }
  | { type: 'started'; object: string; session: string }
  /** The server has `offset` bytes. */
  | { type: 'acknowledged'; offset: number }
  | { type: 'stored'; url: string }
  | { type: 'attached' }
  | { type: 'failed'; failure: Failure };

/** What `advance` needs from the outside. */
export interface StepContext {
  now: number;
  random: RandomInteger;
}

/** An object starts over under a fresh name at most this often before it counts as a failed try. */
const MAX_RESTARTS = 3;

/** The order of uploads: each picture, then its thumbnail. */
function places(record: PendingRequest): ObjectPlace[] {
  return record.images.flatMap((_, index) => [
    { index, part: 'image' as const },
    { index, part: 'thumb' as const },
  ]);
}

function objectAt(record: PendingRequest, at: ObjectPlace): PendingObject {
  return record.images[at.index]![at.part];
}

/** The entries of the request's `files`; call it when every object has its address. */
function filesOf(record: PendingRequest): UploadedFile[] {
  return record.images.map(({ image, thumb }) => ({
    ref: image.object ?? '',
    url: image.url ?? '',
    thumb: thumb.url ?? '',
    thumbRef: thumb.object ?? '',
  }));
}

/** What to do next for a record. */
export function nextStep(record: PendingRequest): DeliveryAction {
  if (record.needsAttention) return { type: 'rest' };
  const { id, fields, step } = record;
  if (step === 'create') return { type: 'create', id, fields };
  // All of them before the first upload, so that the total is known and the progress only grows.
  const index = record.images.findIndex((image) => image.chosen !== undefined);
  if (index >= 0) return { type: 'prepare', index, chosen: record.images[index]!.chosen! };
  const at = places(record).find((place) => objectAt(record, place).url === undefined);
  if (at) {
    const { type, size, object, session, offset } = objectAt(record, at);
    if (object === undefined || session === undefined) {
      return { type: 'start', at, folder: `requests/${id}`, contentType: type, size };
    }
    if (offset === undefined) return { type: 'query', at, object, session, size };
    return { type: 'send', at, object, session, offset, size };
  }
  const files = filesOf(record);
  if (files.length > 0 && step !== 'done') return { type: 'attach', id, files };
  return { type: 'finish', id, files };
}

/** The record after a step. Its revision is the store's business. */
export function advance(
  record: PendingRequest,
  result: StepResult,
  context: StepContext,
): PendingRequest {
  const at = uploadPlace(record);
  switch (result.type) {
    case 'created':
      return progressed({ ...record, step: 'upload', tries: 0 });
    case 'prepared': {
      const { index, image, thumb } = result;
      const images = record.images.map((old, at) =>
        at === index ? { name: old.name, image, thumb } : old,
      );
      return { ...without(record, 'forPage'), images };
    }
    case 'undecoded':
      return { ...record, forPage: true };
    case 'unusable':
      return needingAttention(record, { kind: 'refused', status: 0, message: result.message });
    case 'started':
      return withObject(record, at, { object: result.object, session: result.session, offset: 0 });
    case 'acknowledged': {
      const before = at && objectAt(record, at).offset;
      if (before === undefined || result.offset <= before) {
        return withObject(record, at, { offset: result.offset });
      }
      return progressed(withObject(record, at, { offset: result.offset, rechecked: false }));
    }
    case 'stored': {
      const next = progressed(withObject(record, at, { url: result.url }));
      return uploadPlace(next) ? next : { ...next, step: 'attach' };
    }
    case 'attached':
      return progressed({ ...record, step: 'done' });
    case 'failed':
      return failed(record, at, result.failure, context);
  }
}

/** A record as read after a crash or a pause: what the server has received is to be asked again. */
export function forgetOffsets(record: PendingRequest): PendingRequest {
  return {
    ...record,
    images: record.images.map((images) => ({
      ...images,
      image: without(images.image, 'offset'),
      thumb: without(images.thumb, 'offset'),
    })),
  };
}

/** How far the pictures of a record are. */
export function progressOf(record: PendingRequest): UploadProgress {
  const objects = places(record).map((place) => objectAt(record, place));
  return {
    sentBytes: objects.reduce(
      (sum, { url, size, offset }) => sum + (url === undefined ? (offset ?? 0) : size),
      0,
    ),
    totalBytes: objects.reduce((sum, { size }) => sum + size, 0),
    count: record.images.filter(({ image, thumb }) => image.url && thumb.url).length,
    total: record.images.length,
  };
}

function failed(
  record: PendingRequest,
  at: ObjectPlace | undefined,
  failure: Failure,
  context: StepContext,
): PendingRequest {
  const current = forgetOffsets(record);
  switch (failure.kind) {
    case 'unreachable':
      return { ...postponed(current, undefined, context), unreached: true };
    case 'retry':
      return postponed(current, failure.retryAfter, context);
    case 'gone':
      return startOver(current, at, context);
    case 'denied':
      return record.step === 'create'
        ? createDenied(current, failure, context)
        : objectRefused(current, at, failure);
    case 'refused':
      return record.step === 'create'
        ? needingAttention({ ...current, tries: Math.max(0, current.tries - 1) }, failure)
        : chunkRefused(record, current, at, failure);
  }
}

type Refusal = Extract<Failure, { kind: 'denied' | 'refused' }>;

/**
 * 403 on a create: a stranger's request has this id, or the rules refuse. After an unanswered try
 * the document may be ours, so the same id is asked once more before a fresh one is taken.
 */
function createDenied(record: PendingRequest, failure: Refusal, { random }: StepContext) {
  const tries = Math.max(0, record.tries - 1);
  if (tries > 0 && !record.confirmed) return { ...record, tries, confirmed: true };
  if (record.renamed) return needingAttention({ ...record, tries }, failure);
  return { ...without(record, 'confirmed'), id: newRequestId(random), tries: 0, renamed: true };
}

/** A refused chunk: perhaps the server holds more than it said, so it is asked once before all else. */
function chunkRefused(
  before: PendingRequest,
  record: PendingRequest,
  at: ObjectPlace | undefined,
  failure: Refusal,
) {
  const object = at && objectAt(before, at);
  return object?.offset !== undefined && !object.rechecked
    ? withObject(record, at, { rechecked: true })
    : objectRefused(record, at, failure);
}

/** A refused upload: the object may exist (its answer was lost), so once more under a fresh name. */
function objectRefused(record: PendingRequest, at: ObjectPlace | undefined, failure: Refusal) {
  const restarts = at && (objectAt(record, at).restarts ?? 0);
  if (at === undefined || restarts === undefined || restarts > 0) {
    return needingAttention(record, failure);
  }
  return withFreshName(record, at);
}

/** A lost session: a fresh name and session for that object only; slower when it keeps happening. */
function startOver(record: PendingRequest, at: ObjectPlace | undefined, context: StepContext) {
  if (!at) return postponed(record, undefined, context);
  const next = withFreshName(record, at);
  return (objectAt(next, at).restarts ?? 0) > MAX_RESTARTS
    ? postponed(next, undefined, context)
    : next;
}

function withFreshName(record: PendingRequest, at: ObjectPlace): PendingRequest {
  const { type, size, restarts } = objectAt(record, at);
  return replaceObject(record, at, { type, size, restarts: (restarts ?? 0) + 1 });
}

function postponed(
  record: PendingRequest,
  retryAfter: string | undefined,
  { now, random }: StepContext,
): PendingRequest {
  const attempts = record.attempts + 1;
  const notBefore = retryAt(attempts, retryAfter, now, random);
  return { ...without(record, 'unreached'), attempts, notBefore };
}

function needingAttention(record: PendingRequest, failure: Refusal): PendingRequest {
  const { status, message } = failure;
  return { ...record, needsAttention: { step: shownStep(record.step), status, message } };
}

function shownStep(step: PendingRequest['step']): DeliveryStep {
  return step === 'done' ? 'attach' : step;
}

function progressed(record: PendingRequest): PendingRequest {
  return { ...without(record, 'unreached'), attempts: 0, notBefore: 0 };
}

function uploadPlace(record: PendingRequest): ObjectPlace | undefined {
  if (record.step === 'create') return undefined;
  return places(record).find((place) => objectAt(record, place).url === undefined);
}

function withObject(
  record: PendingRequest,
  at: ObjectPlace | undefined,
  change: Partial<PendingObject>,
): PendingRequest {
  return at ? replaceObject(record, at, { ...objectAt(record, at), ...change }) : record;
}

function replaceObject(record: PendingRequest, at: ObjectPlace, object: PendingObject) {
  const images = record.images.map((image, index) =>
    index === at.index ? { ...image, [at.part]: object } : image,
  );
  return { ...record, images };
}

function without<T extends object, K extends keyof T>(value: T, key: K): Omit<T, K> {
  const { [key]: _, ...rest } = value;
  return rest;
}
