/** What a request is while it waits on this device: its schema, how it is made, read and listed. */
import * as v from 'valibot';
import { newRandomId, newReceipt, newRequestId, type RandomInteger } from '../domain/ids';
import type { Draft, SpamSignals } from '../domain/types';
import { EMPTY_FIELDS, forTextFields, type RequestFields } from '../domain/requestFields';

/** A count or a time in milliseconds; at most the latest time that a `Date` can hold. */
const Count = v.custom<number>(
  (value) => typeof value === 'number' && value >= 0 && value <= 8.64e15,
);
const True = v.custom<true>((value) => value === true);
const Step = v.picklist(['create', 'upload', 'attach']);
/** What a newer version has added stays, though no type of this one knows it. */
const open = v.looseObject as unknown as typeof v.object;

const Attention = open({
  step: Step,
  status: Count,
  message: v.string(),
  at: v.exactOptional(Count),
  version: v.exactOptional(Count),
});

/** What is not there is empty: a version that asks for more than this one finds no record damaged. */
const Text = v.optional(v.string(), '');
const Fields = open({
  ...forTextFields(Text),
  categories: v.optional(v.array(v.string()), []),
});
/** What can be read of them. */
const AnyFields = v.fallback(
  open({
    ...forTextFields(v.fallback(v.string(), '')),
    categories: v.fallback(v.array(v.string()), []),
  }),
  EMPTY_FIELDS,
);

const StoredObject = open({
  type: v.string(),
  size: Count,
  /** Its name in the request's folder, as the upload ticket has it: `{10 alphanumerics}.{ext}`. */
  name: v.string(),
  /** Resumable session address, kept before the first byte is sent. */
  session: v.exactOptional(v.string()),
  /** The most bytes that a session of it has acknowledged; for screens only, each delivery asks the session. */
  offset: v.exactOptional(Count),
  /** Download address once the upload is final. */
  url: v.exactOptional(v.string()),
  /** It may be there although no answer said so: its metadata are asked for, and then whether it is. */
  presence: v.exactOptional(v.picklist(['unknown', 'absent'])),
  /** How many sessions of this object were lost; each has sent it from its beginning. */
  restarts: v.exactOptional(Count),
  /** How many of them ended because the rules refused the whole object. */
  refusals: v.exactOptional(Count),
});
/** One object of a record as the deliverer sees it: everything but the bytes. `size` is bytes. */
export type PendingObject = v.InferOutput<typeof StoredObject>;

/** Which of an image's two objects: itself or its thumbnail. */
export type ObjectPart = 'image' | 'thumb';

const StoredImage = open({
  name: v.string(),
  /** The stored file that the visitor chose, until it is prepared; `image` and `thumb` follow then. */
  chosen: v.exactOptional(v.string()),
  /** It cannot be used (lost, or no image that this browser opens) and is left out. */
  missing: v.exactOptional(True),
  image: StoredObject,
  thumb: StoredObject,
});

const StoredRequest = open({
  /** Local key; never changes. */
  key: v.string(),
  /** Changes with every write; a deliverer that does not hold the latest one has lost the record. */
  revision: v.string(),
  /** The request's 10-digit id on the server; replaced when a stranger already has it. */
  id: v.custom<string>((id) => /^[1-9][0-9]{9}$/.test(String(id))),
  fields: Fields,
  images: v.array(StoredImage),
  signals: v.exactOptional(open({ honeypot: v.string(), seconds: Count })),
  /** Milliseconds since 1970 by the visitor's clock; for display and order only. */
  savedAt: Count,
  step: Step,
  /** Failed tries since the last progress. */
  attempts: Count,
  /** Not to be tried before this time (milliseconds since 1970). */
  notBefore: Count,
  /** The last try found no server at all: worth another as soon as a network may be back. */
  unreached: v.exactOptional(True),
  /**
   * Commits that may have arrived, counted before they are sent and until the receipt was read; between
   * them, a worker's beginnings with one image that nothing came of.
   */
  tries: Count,
  /** Name of the request's receipt on the server. */
  receipt: v.string(),
  /** The last refusal of the commit that is to be done, and how many there were. */
  refused: v.exactOptional(open({ times: Count, status: Count, message: v.string() })),
  /** The worker could not open an image of it: the next open page prepares it. */
  forPage: v.exactOptional(True),
  needsAttention: v.exactOptional(Attention),
});
/**
 * A saved request: the truth about a lead until the server has acknowledged all of it. The bytes lie
 * beside it, as ArrayBuffers (some Safari versions upload 0 bytes of a Blob read back from IndexedDB),
 * so that a step does not rewrite megabytes.
 */
export type PendingRequest = v.InferOutput<typeof StoredRequest>;

/** An object that is not prepared yet, or lost. */
const NONE = { name: '', type: '', size: 0 };
const DamagedRequest = v.object({
  key: v.fallback(v.string(), ''),
  revision: v.fallback(v.string(), ''),
  id: v.fallback(v.string(), ''),
  fields: AnyFields,
  images: v.fallback(v.array(v.fallback(StoredImage, { name: '', image: NONE, thumb: NONE })), []),
  receipt: v.fallback(v.string(), ''),
  savedAt: v.fallback(Count, 0),
});

/** A record; one that does not fit needs the visitor's attention, with whatever is left of it. */
export function readRecord(value: unknown): PendingRequest {
  const whole = v.safeParse(StoredRequest, value);
  if (whole.success) return whole.output;
  const message = 'This request was damaged on this device.';
  return {
    ...v.parse(DamagedRequest, value),
    ...FIRST_STEP,
    needsAttention: { step: 'create', status: 0, message },
  };
}

/**
 * The name of the object that an image of this file name will be. It is given before the image is
 * prepared, and preparing makes a JPEG of nearly everything; the object's content type says the rest.
 */
function objectName(fileName: string, random?: RandomInteger): string {
  const [, extension = 'jpg'] = /[.](heic|heif|avif)$/.exec(fileName.toLowerCase()) ?? [];
  return `${newRandomId(random)}.${extension}`;
}

const FIRST_STEP = { step: 'create', tries: 0, attempts: 0, notBefore: 0 } as const;

/** An image as it leaves the device: re-encoded bytes and its thumbnail. */
export interface PreparedImage {
  type: string;
  bytes: ArrayBuffer;
  thumb: { type: string; bytes: ArrayBuffer };
}

/** A unique string for keys and revisions: 20 characters, also where there is no secure context. */
export const newKey = (): string => newRandomId() + newRandomId();

interface RecordParts {
  fields: RequestFields;
  images: { id: string; name: string }[];
  signals: SpamSignals;
  /** Milliseconds since 1970. */
  savedAt: number;
  random?: RandomInteger;
  newKey: () => string;
}

/** A record at its first step, its images as they were chosen. */
export function newRecord(parts: RecordParts): PendingRequest {
  const { fields, images, signals, savedAt, random, newKey } = parts;
  return {
    key: newKey(),
    revision: newKey(),
    id: newRequestId(random),
    fields,
    // The names of its ticket: they never change.
    images: images.map(({ id, name }) => ({
      name,
      chosen: id,
      image: { ...NONE, name: objectName(name, random) },
      thumb: { ...NONE, name: `${newRandomId(random)}.jpg` },
    })),
    receipt: newReceipt(random),
    signals,
    savedAt,
    ...FIRST_STEP,
  };
}

/** Whether a draft still is what it was taken from: its text, and its images by the ids they have there. */
export function isUnchanged(draft: Draft, { fields, images }: PendingRequest): boolean {
  const isTaken = ({ id }: { id: string }, index: number) =>
    id === images[index]!.image.name || id === images[index]!.chosen;
  return (
    isSame(draft.fields, fields) &&
    draft.images.length === images.length &&
    draft.images.every(isTaken)
  );
}

function isSame(...both: [RequestFields, RequestFields]): boolean {
  const [a, b] = both.map((fields) =>
    JSON.stringify(Object.entries(fields).sort(([a], [b]) => a.localeCompare(b))),
  );
  return a === b;
}

const StoredDraft = open({
  fields: AnyFields,
  images: v.fallback(v.array(open({ id: v.string(), name: v.string(), type: v.string() })), []),
  replaces: v.exactOptional(v.string()),
  // A stamp that is none counts as one of the future.
  openedAt: v.exactOptional(v.fallback(Count, Infinity)),
  touchedAt: v.exactOptional(v.fallback(Count, Infinity)),
});

/** The usable parts of a draft; undefined where there is none. */
export function readDraft(value: unknown): Draft | undefined {
  const read = v.safeParse(StoredDraft, value);
  return read.success ? read.output : undefined;
}
