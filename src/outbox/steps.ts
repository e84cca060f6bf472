/**
 * The step logic of a delivery, pure: `nextStep` says what a record needs, `advance` what the result
 * makes of it. Every step may be repeated after a lost answer or a crash.
 */
import type { Failure } from './answers';
import {
  shownStep,
  type ObjectPart,
  type PendingObject,
  type PendingRequest,
  type PreparedImage,
} from './record';
import { newRequestId, type RandomInteger } from '../domain/ids';
import { type UploadProgress } from '../domain/outbox';
import { retryAt } from './retry';
import type { UploadedFile } from '../domain/types';

/** Which object of a record: index of the image, and itself or its thumbnail. */
export interface ObjectPlace {
  index: number;
  part: ObjectPart;
}

export type NextStep =
  /** Re-encode the chosen file of the image at `index`; only that leaves the device. */
  | { type: 'prepare'; index: number; chosen: string }
  | { type: 'upload'; at: ObjectPlace }
  | { type: 'create' | 'attach' }
  /** Everything is on the server: the receipt takes the record's place. */
  | { type: 'finish' }
  /** Nothing to do until the visitor decides. */
  | { type: 'rest' };

export type StepResult =
  | { type: 'created' }
  | { type: 'prepared'; image: PreparedImage }
  /** Not here, but a page may be able to open it. */
  | { type: 'undecoded' }
  /** No code of this browser can make an image of it that is sent. */
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

/** The order of uploads: each image, then its thumbnail. */
function places(record: PendingRequest): ObjectPlace[] {
  return record.images.flatMap((_, index) => [
    { index, part: 'image' as const },
    { index, part: 'thumb' as const },
  ]);
}

export function objectAt(record: PendingRequest, at: ObjectPlace): PendingObject {
  return record.images[at.index]![at.part];
}

/** The entries of the request's `files`; call it when every object has its address. */
export function filesOf(record: PendingRequest): UploadedFile[] {
  return record.images.map(({ image, thumb }) => ({
    ref: image.object ?? '',
    url: image.url ?? '',
    thumb: thumb.url ?? '',
    thumbRef: thumb.object ?? '',
  }));
}

/** What to do next for a record. */
export function nextStep(record: PendingRequest): NextStep {
  if (record.needsAttention) return { type: 'rest' };
  if (record.step === 'create') return { type: 'create' };
  // All of them before the first upload, so that the total is known and the progress only grows.
  const index = unpreparedIndex(record);
  if (index >= 0) return { type: 'prepare', index, chosen: record.images[index]!.chosen! };
  const at = uploadPlace(record);
  if (at) return { type: 'upload', at };
  return { type: record.images.length > 0 && record.step !== 'done' ? 'attach' : 'finish' };
}

const unpreparedIndex = ({ images }: PendingRequest) =>
  images.findIndex(({ chosen }) => chosen !== undefined);

function uploadPlace(record: PendingRequest): ObjectPlace | undefined {
  if (record.step === 'create') return undefined;
  return places(record).find((place) => objectAt(record, place).url === undefined);
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
      const { image } = result;
      const index = unpreparedIndex(record);
      const prepared = { image: sized(image), thumb: sized(image.thumb) };
      const images = record.images.map((old, at) =>
        at === index ? { name: old.name, ...prepared } : old,
      );
      return { ...without(record, 'forPage'), images };
    }
    case 'undecoded':
      return { ...record, forPage: true };
    case 'unusable':
      return needingAttention(record, { status: 0, message: result.message });
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

const sized = ({ type, bytes }: { type: string; bytes: ArrayBuffer }): PendingObject => ({
  type,
  size: bytes.byteLength,
});

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

/** How far the images of a record are. */
export function progressOf(record: PendingRequest): UploadProgress {
  const objects = places(record).map((place) => objectAt(record, place));
  const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0);
  return {
    sentBytes: sum(objects.map(({ url, size, offset = 0 }) => (url === undefined ? offset : size))),
    totalBytes: sum(objects.map(({ size }) => size)),
    count: record.images.filter(({ image, thumb }) => image.url && thumb.url).length,
    total: record.images.length,
  };
}

function failed(
  before: PendingRequest,
  at: ObjectPlace | undefined,
  failure: Failure,
  context: StepContext,
): PendingRequest {
  const record = forgetOffsets(before);
  switch (failure.kind) {
    case 'unreachable':
      return { ...postponed(record, undefined, context), unreached: true };
    case 'retry':
      return postponed(record, failure.retryAfter, context);
    case 'gone': {
      // A lost session: only that object starts over; slower when it keeps happening.
      if (!at) return postponed(record, undefined, context);
      const next = withFreshName(record, at);
      const isRepeated = objectAt(next, at).restarts! > MAX_RESTARTS;
      return isRepeated ? postponed(next, undefined, context) : next;
    }
    case 'denied':
    case 'refused': {
      if (record.step === 'create') return createRefused(record, failure, context);
      const { offset, rechecked, restarts } = at ? objectAt(before, at) : {};
      // Perhaps the server holds more than it said: it is asked once before all else.
      if (failure.kind === 'refused' && offset !== undefined && !rechecked) {
        return withObject(record, at, { rechecked: true });
      }
      // The object may exist (its answer was lost), so once more under a fresh name.
      return at && !restarts ? withFreshName(record, at) : needingAttention(record, failure);
    }
  }
}

type Refusal = Extract<Failure, { kind: 'denied' | 'refused' }>;

/**
 * 403 on a create: a stranger's request has this id, or the rules refuse. After an unanswered try
 * the document may be ours, so the same id is asked once more before a fresh one is taken.
 */
function createRefused(before: PendingRequest, failure: Refusal, { random }: StepContext) {
  const record = { ...before, tries: before.tries - 1 };
  if (failure.kind === 'refused') return needingAttention(record, failure);
  if (record.tries > 0 && !record.confirmed) return { ...record, confirmed: true };
  if (record.renamed) return needingAttention(record, failure);
  return { ...without(record, 'confirmed'), id: newRequestId(random), tries: 0, renamed: true };
}

function withFreshName(record: PendingRequest, at: ObjectPlace): PendingRequest {
  const { type, size, restarts = 0 } = objectAt(record, at);
  return replaceObject(record, at, { type, size, restarts: restarts + 1 });
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

function needingAttention(
  record: PendingRequest,
  { status, message }: { status: number; message: string },
): PendingRequest {
  return { ...record, needsAttention: { step: shownStep(record), status, message } };
}

function progressed(record: PendingRequest): PendingRequest {
  return { ...without(record, 'unreached'), attempts: 0, notBefore: 0 };
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
