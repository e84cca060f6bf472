/** The record of a waiting request: its schema, and how it is read. */
import * as v from 'valibot';
import { EMPTY_FIELDS, forTextFields } from '../domain/requestFields';

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
