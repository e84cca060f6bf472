/**
 * The record of a waiting request: its schema, how it is read, how a new one is made of what the form has, and the
 * objects of its pictures.
 */
import * as v from 'valibot';
import { EMPTY_FIELDS, forTextFields, type RequestFields } from '../domain/requestFields';
import type { EpochMs } from '../domain/clock';
import { newRandomId, newReceipt, newRequestId, type RandomInteger } from '../domain/ids';
import type { Subject } from '../domain/subject';
import type { ChosenImage, SentRequest, UploadedFile, SpamSignals } from '../domain/types';
/** A count, or a time (`EpochMs`); at most the latest time that a `Date` can hold. */
export const Count = v.custom<number>(
  (value) => typeof value === 'number' && value >= 0 && value <= 8.64e15,
);
const True = v.custom<true>((value) => value === true);
const Step = v.picklist(['create', 'upload', 'attach']);
/** An object that keeps fields which a newer version has added, although the types do not know them. */
export const openObject = v.looseObject as unknown as typeof v.object;

const Attention = openObject({
  step: Step,
  status: v.exactOptional(Count),
  damaged: v.exactOptional(True),
  isHeldBack: v.exactOptional(True),
  message: v.string(),
  at: v.exactOptional(Count),
  version: v.exactOptional(Count),
});

/** A missing text counts as empty, so that a later version with more fields does not find old records damaged. */
const Text = v.optional(v.string(), '');
const Fields = openObject({
  ...forTextFields(Text),
  categories: v.optional(v.array(v.string()), []),
});
/** The readable part of any value; unreadable fields are empty. */
export const AnyFields = v.fallback(
  openObject({
    ...forTextFields(v.fallback(v.string(), '')),
    categories: v.fallback(v.array(v.string()), []),
  }),
  EMPTY_FIELDS,
);

/** The work that a request is about. If it cannot be read, the request is about none. */
export const StoredSubject = v.fallback(
  v.nullable(openObject({ is: v.picklist(['about', 'like']), title: v.string() })),
  null,
);

const StoredObject = openObject({
  type: v.string(),
  size: Count,
  /** Its name in the request's folder and in the upload ticket: `{10 alphanumerics}.{ext}`. */
  name: v.string(),
  /** The address of its resumable session, saved before the first byte is sent. */
  session: v.exactOptional(v.string()),
  /** The most bytes that any of its sessions has acknowledged. For screens only: a delivery asks the session. */
  offset: v.exactOptional(Count),
  /** Its download address, once it is stored. */
  url: v.exactOptional(v.string()),
  /** `unknown`: it may be stored although no answer said so. `absent`: Storage was asked and did not have it. */
  presence: v.exactOptional(v.picklist(['unknown', 'absent'])),
  /** How many of its sessions were lost. Each new session starts at the first byte. */
  restarts: v.exactOptional(Count),
  /** How many of its sessions ended because the rules refused the whole object. */
  refusals: v.exactOptional(Count),
  /** A thumbnail that was refused as a whole: the placeholder (src/pictures/placeholderThumbnail.ts) is sent instead. */
  placeholder: v.exactOptional(True),
});
/** One object of a record, without its bytes. `size` is in bytes. */
export type PendingObject = v.InferOutput<typeof StoredObject>;

/** Which of an image's two objects: the image itself or its thumbnail. */
export type ObjectPart = 'image' | 'thumb';

const StoredImage = openObject({
  name: v.string(),
  /** The id of its chosen file, until it is prepared. Only then `image` and `thumb` have a type and a size. */
  chosen: v.exactOptional(v.string()),
  /** Until when its chosen file is awaited, which a page is still reading. */
  awaitedUntil: v.exactOptional(Count),
  /** It cannot be used (it is lost, no browser here can open it, or the server has refused it) and is left out. */
  missing: v.exactOptional(True),
  image: StoredObject,
  thumb: StoredObject,
});

const StoredRequest = openObject({
  /** The record's key on this device. It never changes. */
  key: v.string(),
  /** Changes with every write. A deliverer that does not have the latest one must stop. */
  revision: v.string(),
  /** The request's 10-digit id on the server. Replaced when another request already has it. */
  id: v.custom<string>((id) => /^[1-9][0-9]{9}$/.test(String(id))),
  fields: Fields,
  images: v.array(StoredImage),
  /** The work that is named in the description, for the form if the request comes back. */
  subject: v.exactOptional(StoredSubject),
  /** The id of the draft that it was saved from. */
  draftId: v.exactOptional(v.string()),
  signals: v.exactOptional(openObject({ honeypot: v.string(), seconds: Count })),
  /** By the visitor's clock. For display and order only. */
  savedAt: Count,
  step: Step,
  /** Failed tries since the last progress. */
  attempts: Count,
  /** The record is not tried before this time. */
  notBefore: Count,
  /** The last try got no answer from the server. It is repeated as soon as the network may be back. */
  unreached: v.exactOptional(True),
  /**
   * Commits (create, attach) that may have arrived. They are counted before they are sent, until the receipt is read.
   */
  tries: Count,
  /** Tries to prepare one image that were begun and not ended, because the worker died. */
  prepareTries: v.exactOptional(Count),
  /** The name of the request's receipt on the server. */
  receipt: v.string(),
  /** The last refusal of the current commit, and how many refusals of it there were. */
  refused: v.exactOptional(openObject({ times: Count, status: Count, message: v.string() })),
  /** The worker could not open one of its images: an open page must prepare it. */
  forPage: v.exactOptional(True),
  needsAttention: v.exactOptional(Attention),
});
/**
 * A saved request: the truth about a lead until the server has acknowledged all of it. The bytes are in another
 * store, so that a step does not rewrite megabytes. They are ArrayBuffers, because some Safari versions upload
 * 0 bytes of a Blob that was read from IndexedDB.
 */
export type PendingRequest = v.InferOutput<typeof StoredRequest>;

/** An object that is not prepared yet, or lost. */
export const EMPTY_OBJECT = { name: '', type: '', size: 0 };
const DamagedRequest = v.object({
  key: v.fallback(v.string(), ''),
  revision: v.fallback(v.string(), ''),
  id: v.fallback(v.string(), ''),
  fields: AnyFields,
  images: v.fallback(
    v.array(v.fallback(StoredImage, { name: '', image: EMPTY_OBJECT, thumb: EMPTY_OBJECT })),
    [],
  ),
  receipt: v.fallback(v.string(), ''),
  savedAt: v.fallback(Count, 0),
});

/** Where every record begins. */
export const FIRST_STEP = { step: 'create', tries: 0, attempts: 0, notBefore: 0 } as const;

/** Reads a stored record. A damaged one is returned with its readable part, and needs the visitor's attention. */
export function readRecord(value: unknown): PendingRequest {
  const whole = v.safeParse(StoredRequest, value);
  if (whole.success) return whole.output;
  const message = 'This request was damaged on this device.';
  return {
    ...v.parse(DamagedRequest, value),
    ...FIRST_STEP,
    needsAttention: { step: 'create', damaged: true, message },
  };
}

/** A unique string of 20 characters for keys and revisions. It also works without a secure context. */
export const newKey = (): string => newRandomId() + newRandomId();

interface RecordParts {
  fields: RequestFields;
  images: ChosenImage[];
  /** Files that are still being read, and until when the record waits for them. */
  awaited?: readonly Pick<ChosenImage, 'id' | 'name'>[] | undefined;
  awaitedUntil?: EpochMs;
  /** Names of files that do not belong to it. */
  leftOut?: readonly string[] | undefined;
  subject?: Subject;
  signals: SpamSignals;
  draftId?: string;
  savedAt: EpochMs;
  random?: RandomInteger;
  newKey: () => string;
}

/** A new record at its first step. Its images are chosen files that are not prepared yet. */
export function newRecord(parts: RecordParts): PendingRequest {
  const { fields, images, subject, signals, draftId, savedAt, random, newKey } = parts;
  const { awaited = [], awaitedUntil = savedAt, leftOut = [] } = parts;
  // These object names are also in the upload ticket, so they never change.
  const picture = ({ id, name }: { id: string; name: string }, type = '') => ({
    name,
    chosen: id,
    image: { ...EMPTY_OBJECT, name: objectName(type, random) },
    thumb: { ...EMPTY_OBJECT, name: `${newRandomId(random)}.jpg` },
  });
  return {
    key: newKey(),
    revision: newKey(),
    id: newRequestId(random),
    fields,
    images: [
      ...images.map((image) => picture(image, image.type)),
      ...awaited.map((file) => ({ ...picture(file), awaitedUntil })),
      ...leftOut.map((name) => ({
        name,
        missing: true as const,
        image: EMPTY_OBJECT,
        thumb: EMPTY_OBJECT,
      })),
    ],
    ...(subject && { subject }),
    receipt: newReceipt(random),
    ...(draftId !== undefined && { draftId }),
    signals,
    savedAt,
    ...FIRST_STEP,
  };
}

/**
 * A new name for the object of an image of this type by its bytes. It is chosen before the image is prepared, and most
 * prepared images are JPEGs. If one is not, the object's content type is right and its extension is not.
 */
function objectName(type: string, random?: RandomInteger): string {
  const [, extension = 'jpg'] = /^image[/](heic|heif|avif)$/.exec(type) ?? [];
  return `${newRandomId(random)}.${extension}`;
}

/** What the device remembers of a record that was sent at `sentAt`. */
export const sentRequestOf = (
  { key, id, draftId }: PendingRequest,
  sentAt: EpochMs,
): SentRequest => ({ key, id, ...(draftId !== undefined && { draftId }), sentAt });

/** Which object of a record: the index of the image, and whether the image itself or its thumbnail. */
export interface ObjectPlace {
  index: number;
  part: ObjectPart;
}

export function objectAt(record: PendingRequest, { index, part }: ObjectPlace): PendingObject {
  return record.images[index]![part];
}

/** A copy of the record with this object at this place. */
export function withObject(
  record: PendingRequest,
  { index, part }: ObjectPlace,
  object: PendingObject,
): PendingRequest {
  return withImage(record, index, { ...record.images[index]!, [part]: object });
}

/** A copy of the record with this image at `index`. */
export function withImage(
  record: PendingRequest,
  index: number,
  image: PendingRequest['images'][0],
): PendingRequest {
  return { ...record, images: record.images.map((old, at) => (at === index ? image : old)) };
}

/** A copy of the record in which the image at `index` is left out. The others are sent, and a screen says so. */
export const leaveOut = (record: PendingRequest, index: number): PendingRequest =>
  withImage(record, index, { ...record.images[index]!, missing: true });

/** An object's path in Storage. */
export const pathOf = ({ id }: PendingRequest, { name }: PendingObject): string =>
  `requests/${id}/${name}`;

const usable = ({ images }: PendingRequest) => images.filter(({ missing }) => !missing);

/** The entries for the request's `files`. Call it once every object has its address. */
export function uploadedFiles(record: PendingRequest): UploadedFile[] {
  return usable(record).map(({ image, thumb }) => ({
    ref: pathOf(record, image),
    url: image.url ?? '',
    thumb: thumb.url ?? '',
    thumbRef: pathOf(record, thumb),
  }));
}

/** A copy of `value` without its member `key`. */
export function without<T extends object, K extends keyof T>(value: T, key: K): Omit<T, K> {
  const { [key]: _, ...rest } = value;
  return rest;
}
