/**
 * The step logic of a delivery, pure: `nextStep` says what a record needs, `advance` what the result
 * makes of it. Every step may be repeated after a lost answer or a crash.
 */
import type { Failure } from './answers';
import { objectAt, usable, type ObjectPlace } from './objects';
import { shownStep, type PendingObject, type PendingRequest, type PreparedImage } from './record';
import { newRequestId, type RandomInteger } from '../domain/ids';
import { CLIENT_VERSION } from '../domain/constants';
import { backOff, MAX_RETRY_AFTER, retryAt } from './retry';
import type { RequestFields, UploadedFile } from '../domain/types';
import { EMPTY_FIELDS } from '../domain/validation';

export type NextStep =
  /** Re-encode the chosen file of the image at `index`; only that leaves the device. */
  | { type: 'prepare'; index: number; chosen: string }
  | { type: 'upload'; at: ObjectPlace }
  | { type: 'create' | 'attach' }
  /** Read whether the commit that may have arrived has. */
  | { type: 'receipt' }
  /** Everything is on the server: the receipt takes the record's place. */
  | { type: 'finish' }
  /** Nothing to do until the visitor decides. */
  | { type: 'rest' };

export type StepResult =
  | { type: 'created'; id: string }
  /** The receipt says that the commit has not arrived. */
  | { type: 'notCommitted' }
  | { type: 'prepared'; image: PreparedImage }
  /** Not here, but a page may be able to open it. */
  | { type: 'undecoded' }
  /** It is lost, or no code of this browser can make an image of it that is sent. */
  | { type: 'unusable' }
  | { type: 'started'; session: string }
  /** There is no such object. */
  | { type: 'absent' }
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

/** After so many refusals of a whole object, none of which has stored it, its record needs the visitor. */
const MAX_REFUSALS = 3;

/** The order of uploads: each image that can be used, then its thumbnail. */
function places(record: PendingRequest): ObjectPlace[] {
  return record.images.flatMap(({ missing }, index) =>
    missing
      ? []
      : [
          { index, part: 'image' as const },
          { index, part: 'thumb' as const },
        ],
  );
}

/** An object's path in Storage. */
export const pathOf = ({ id }: PendingRequest, { name }: PendingObject): string =>
  `requests/${id}/${name}`;

/** The entries of the request's `files`; call it when every object has its address. */
export function filesOf(record: PendingRequest): UploadedFile[] {
  return usable(record).map(({ image, thumb }) => ({
    ref: pathOf(record, image),
    url: image.url ?? '',
    thumb: thumb.url ?? '',
    thumbRef: pathOf(record, thumb),
  }));
}

/** What to do next for a record. */
export function nextStep(record: PendingRequest): NextStep {
  if (record.needsAttention) return { type: 'rest' };
  if (record.step === 'create') return { type: record.tries > 0 ? 'receipt' : 'create' };
  // All of them before the first upload, so that the total is known and the progress only grows.
  const index = unpreparedIndex(record);
  if (index >= 0) return { type: 'prepare', index, chosen: record.images[index]!.chosen! };
  const at = uploadPlace(record);
  if (at) return { type: 'upload', at };
  if (usable(record).length === 0 || record.step === 'done') return { type: 'finish' };
  return { type: record.tries > 0 ? 'receipt' : 'attach' };
}

const unpreparedIndex = ({ images }: PendingRequest) =>
  images.findIndex(({ chosen, missing }) => chosen !== undefined && !missing);

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
      return progressed({ ...record, id: result.id, step: 'upload', tries: 0 });
    case 'notCommitted':
      return notCommitted({ ...record, tries: 0 }, context);
    case 'prepared': {
      const { image } = result;
      const index = unpreparedIndex(record);
      const images = record.images.map((old, at) => {
        if (at !== index) return old;
        const { chosen: _, ...rest } = old;
        return {
          ...rest,
          image: { ...old.image, ...sized(image) },
          thumb: { ...old.thumb, ...sized(image.thumb) },
        };
      });
      return { ...without(record, 'forPage'), images };
    }
    case 'undecoded':
      return { ...record, forPage: true };
    case 'unusable':
      return leftOut(record, at);
    case 'started':
      return replaceObject(record, at!, {
        ...without(objectAt(record, at!), 'presence'),
        session: result.session,
        offset: 0,
      });
    case 'absent':
      return absent(record, at!, context);
    case 'acknowledged': {
      const before = at && objectAt(record, at).offset;
      if (before === undefined || result.offset <= before) {
        return withObject(record, at, { offset: result.offset });
      }
      const { rechecked: _, ...object } = objectAt(record, at!);
      return progressed(replaceObject(record, at!, { ...object, offset: result.offset }));
    }
    case 'stored': {
      const { restarts: _, refusals: __, ...object } = objectAt(record, at!);
      const next = progressed(replaceObject(record, at!, { ...object, url: result.url }));
      return uploadPlace(next) ? next : { ...next, step: 'attach' };
    }
    case 'attached':
      return progressed({ ...record, step: 'done', tries: 0 });
    case 'failed':
      return failed(record, at, result.failure, context);
  }
}

/** Without the image that was to be prepared or sent: the others are attached, and the visitor is told. */
function leftOut(record: PendingRequest, at: ObjectPlace | undefined): PendingRequest {
  const preparing = unpreparedIndex(record);
  const index = preparing >= 0 ? preparing : at!.index;
  const images = record.images.map((image, other) =>
    other === index ? { ...image, missing: true as const } : image,
  );
  const next = { ...without(record, 'forPage'), images };
  return uploadPlace(next) ? next : { ...next, step: 'attach' };
}

const sized = ({ type, bytes }: { type: string; bytes: ArrayBuffer }) => ({
  type,
  size: bytes.byteLength,
});

const mapObjects = (record: PendingRequest, map: (object: PendingObject) => PendingObject) => ({
  ...record,
  images: record.images.map((one) => ({ ...one, image: map(one.image), thumb: map(one.thumb) })),
});

/** A record as read after a crash or a pause: what the server has received is to be asked again. */
export const forgetOffsets = (record: PendingRequest): PendingRequest =>
  mapObjects(record, (object) => without(object, 'offset'));

/**
 * A record that is tried again although it needed attention: what the server said may be otherwise now. An
 * object that was refused whole is sent once more, not three times.
 */
export function forgetRefusal({ needsAttention, ...record }: PendingRequest): PendingRequest {
  if (!needsAttention) return record;
  return mapObjects(record, ({ refusals, ...object }) => ({
    ...object,
    ...(object.presence === 'absent' && { presence: 'unknown' as const }),
    ...(refusals && { refusals: Math.min(refusals, MAX_REFUSALS - 1) }),
  }));
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
    case 'gone':
      return withoutSession(record, at!, failure.isRefused);
    case 'refused':
      return at ? uploadRefused(before, at, failure, context) : commitRefused(record, failure);
  }
}

/** What the visitor's record says of an object that the rules refused each time it was complete. */
const REFUSED_WHOLE = { status: 403, message: 'A picture was refused when it had arrived.' };

type Refusal = Extract<Failure, { kind: 'refused' }>;

function commitRefused(record: PendingRequest, { status, message }: Refusal): PendingRequest {
  const times = (record.refused?.times ?? 0) + 1;
  return { ...record, refused: { times, status, message } };
}

function uploadRefused(
  before: PendingRequest,
  at: ObjectPlace,
  failure: Refusal,
  context: StepContext,
): PendingRequest {
  const record = forgetOffsets(before);
  const { session, offset, rechecked, presence, restarts } = objectAt(before, at);
  if (session !== undefined) {
    // Perhaps the server holds more than it said: browsers send a cut chunk again by themselves.
    const isFirst = offset !== undefined && !rechecked;
    return isFirst ? withObject(record, at, { rechecked: true }) : withoutSession(record, at);
  }
  // A new upload is refused, too, where the object is there already (its answer was lost).
  return presence === undefined
    ? questioned(record, at, restarts)
    : needingAttention(record, failure, context);
}

/** A session that is no more use. */
function withoutSession(record: PendingRequest, at: ObjectPlace, isRefused = false) {
  const { restarts = 0, refusals = 0 } = objectAt(record, at);
  const next = questioned(record, at, restarts + 1);
  return isRefused ? withObject(next, at, { refusals: refusals + 1 }) : next;
}

/**
 * An object that is not there is sent from its beginning: at once after its first session, then after longer
 * and longer waits, whatever progress is made between them.
 */
function absent(record: PendingRequest, at: ObjectPlace, context: StepContext): PendingRequest {
  const { restarts = 0, refusals = 0 } = objectAt(record, at);
  const next = withObject(record, at, { presence: 'absent' });
  if (refusals >= MAX_REFUSALS) return needingAttention(next, REFUSED_WHOLE, context);
  if (restarts < 2) return next;
  const wait = backOff(restarts - 1, context.random, MAX_RETRY_AFTER);
  return { ...next, notBefore: context.now + wait };
}

/** An object without its session: whether it is stored has to be asked, as a finished one looks the same. */
function questioned(record: PendingRequest, at: ObjectPlace, restarts = 0): PendingRequest {
  const { session: _, rechecked: __, ...object } = objectAt(record, at);
  return replaceObject(record, at, { ...object, restarts, presence: 'unknown' });
}

/** So many refusals of a commit that has not arrived: then the create takes a fresh id. */
const SAME_AGAIN = 2;

/**
 * The commit is sent again as it is. Refused twice, a stranger's request may have the id: then under a
 * fresh one with the same receipt, so that two can never land. Refused once more, it may be for a field
 * that only a newer version of the app and its rules know.
 */
function notCommitted(record: PendingRequest, context: StepContext): PendingRequest {
  const { refused, step } = record;
  if (!refused || refused.times < SAME_AGAIN) return record;
  if (step === 'create' && refused.times === SAME_AGAIN) {
    return { ...record, id: newRequestId(context.random) };
  }
  if (step === 'create' && refused.times === KNOWN_ONLY && hasUnknown(record)) return record;
  return needingAttention(without(record, 'refused'), refused, context);
}

/** Then only the fields that this version knows go, where a newer one has added some. */
const KNOWN_ONLY = SAME_AGAIN + 1;

const isKnown = (name: string) => Object.hasOwn(EMPTY_FIELDS, name);

const hasUnknown = ({ fields }: PendingRequest) => !Object.keys(fields).every(isKnown);

/** The fields as the next create sends them: what a newer version has added, too, unless that is refused. */
export function fieldsToSend({ fields, refused }: PendingRequest): RequestFields {
  if ((refused?.times ?? 0) < KNOWN_ONLY) return fields;
  const known = Object.entries(fields).filter(([name]) => isKnown(name));
  return Object.fromEntries(known) as unknown as RequestFields;
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
  { now: at }: StepContext,
): PendingRequest {
  const attention = { step: shownStep(record), status, message, at, version: CLIENT_VERSION };
  return { ...record, needsAttention: attention };
}

const DAY = 24 * 60 * 60_000;

/**
 * Whether a record waits for its visitor alone. What the server has refused is tried again once a day
 * (`now`: milliseconds since 1970) and by another version of the app.
 */
export function isResting({ needsAttention }: PendingRequest, now: number): boolean {
  if (!needsAttention) return false;
  const { status, at, version } = needsAttention;
  if (status === 0) return true;
  return version === CLIENT_VERSION && at !== undefined && now >= at && now - at < DAY;
}

function progressed(record: PendingRequest): PendingRequest {
  return { ...without(without(record, 'unreached'), 'refused'), attempts: 0, notBefore: 0 };
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
