/**
 * The record of a waiting request: its schema with the states of its pictures, how it is read, and how a new one is made
 * of what the form has. Where the bytes are in each state: store/bytes.ts.
 */
import * as v from 'valibot';
import { EMPTY_FIELDS, forTextFields, type RequestFields } from '../domain/requestFields';
import type { EpochMs } from '../domain/clock';
import { newRandomId, newReceipt, newRequestId, type RandomInteger } from '../domain/ids';
import type { Subject } from '../domain/subject';
import type { ChosenImage, SpamSignals } from '../domain/types';

/** A count, or a time (`EpochMs`); at most the latest time that a `Date` can hold. */
export const Count = v.custom<number>(
  (value) => typeof value === 'number' && value >= 0 && value <= 8.64e15,
);
const True = v.custom<true>((value) => value === true);
const oneOf = <T extends string>(...texts: T[]) =>
  v.custom<T>((value) => texts.includes(value as T));
const Step = oneOf('create', 'upload', 'attach');
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
const Text = v.exactOptional(v.string(), '');
const Fields = openObject({
  ...forTextFields(Text),
  categories: v.exactOptional(v.array(v.string()), []),
});
const AnyText = v.fallback(v.string(), '');
/** The readable part of any value; unreadable fields are empty. */
export const AnyFields = v.fallback(
  openObject({
    ...forTextFields(AnyText),
    categories: v.fallback(v.array(v.string()), []),
  }),
  EMPTY_FIELDS,
);

/** The work that a request is about. If it cannot be read, the request is about none. */
export const StoredSubject = v.fallback(
  openObject({
    is: oneOf('about', 'like'),
    title: v.string(),
  }) as v.GenericSchema<Subject | null>,
  null,
);

/** What each field means: `ObjectState` in firebase/rest/uploadObject.ts. */
const StoredObject = openObject({
  type: v.string(),
  size: Count,
  session: v.exactOptional(v.string()),
  offset: v.exactOptional(Count),
  url: v.exactOptional(v.string()),
  presence: v.exactOptional(oneOf('unknown', 'absent')),
  restarts: v.exactOptional(Count),
  refusals: v.exactOptional(Count),
  /** A thumbnail that was refused as a whole: the placeholder (src/pictures/placeholderThumbnail.ts) is sent instead. */
  placeholder: v.exactOptional(True),
});
/** One object of a prepared picture, without its bytes. `size` is in bytes. */
export type RecordObject = v.InferOutput<typeof StoredObject>;

export type ObjectPart = 'image' | 'thumb';

const GOING = {
  name: v.string(),
  /** The id of its chosen file. A draft may know the picture by it when the file is gone. */
  file: v.string(),
  /** The names of its objects in the request's folder: `{10 alphanumerics}.{ext}`. The upload ticket has them, too. */
  objectNames: openObject({ image: v.string(), thumb: v.string() }),
};
const PICTURES = {
  /** A page is still reading the file, and has not stored it yet. It is awaited until that time at the latest. */
  awaited: openObject({ ...GOING, until: Count }),
  chosen: openObject(GOING),
  /** The two objects of the picture are stored, and may be uploaded. */
  prepared: openObject({ ...GOING, image: StoredObject, thumb: StoredObject }),
  /**
   * It does not go with the request: there was no room, its file did not come, is lost or no picture, or the server has
   * refused it. A request that comes back into the form brings it, if its bytes are still there.
   */
  leftOut: openObject({ name: v.string(), file: v.exactOptional(v.string()) }),
};
type State = keyof typeof PICTURES;
type PictureOf<S extends State> = { state: S } & v.InferOutput<(typeof PICTURES)[S]>;
/**
 * A picture of a record. It goes from `awaited` or `chosen` to `prepared`, and from each of these to `leftOut`. `unknown`:
 * the record is left alone (`isLeftAlone`).
 */
export type Picture =
  { [S in State]: PictureOf<S> }[State] | { state: 'unknown'; name: string; file?: string };

const isKnown = (state: unknown): state is State => Object.keys(PICTURES).includes(state as string);
/**
 * A picture, checked by its state, as Valibot's `variant` does, which is many times as large and takes no unknown
 * state: of that one only what it has in every state is asked.
 */
const StoredPicture = v.custom<Picture>((picture) => {
  const { state } = Object(picture) as { state?: unknown };
  const schema = PICTURES[isKnown(state) ? state : 'leftOut'];
  return typeof state === 'string' && v.safeParse(schema, picture).success;
});

const StoredRequest = openObject({
  /** The record's key on this device: the id of its draft, unless another tab's record has that. It never changes. */
  key: v.string(),
  /** Changes with every write. A deliverer that does not have the latest one must stop. */
  revision: v.string(),
  /** The request's 10-digit id on the server. Replaced when another request already has it. */
  id: v.custom<string>((id) => /^[1-9][0-9]{9}$/.test(String(id))),
  fields: Fields,
  /** The pictures in the order in which they were chosen. A prepared one's bytes are stored under its index. */
  images: v.array(StoredPicture),
  /** What its uploads have learnt of the line; a record of an older version has none. */
  line: v.exactOptional(
    openObject({ limit: Count, unit: v.exactOptional(Count), isAlone: v.exactOptional(True) }),
  ),
  /** The work that is named in the description, for the form if the request comes back. */
  subject: v.exactOptional(StoredSubject),
  signals: v.exactOptional(openObject({ honeypot: v.string(), seconds: Count })),
  /** When the request was saved, by the visitor's clock. For display and order only. */
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
  receipt: v.string(),
  /** The last refusal of the current commit, and how many refusals of it there were. */
  refused: v.exactOptional(openObject({ times: Count, status: Count, message: v.string() })),
  /** The worker could not open one of its images: a page has to prepare it. */
  forPage: v.exactOptional(True),
  needsAttention: v.exactOptional(Attention),
});
/** The truth about a lead until the server has acknowledged all of it. */
export type OutboxRecord = v.InferOutput<typeof StoredRequest>;

const DamagedRequest = v.object({
  key: AnyText,
  revision: AnyText,
  id: AnyText,
  fields: AnyFields,
  images: v.fallback(v.array(v.fallback(StoredPicture, { state: 'leftOut', name: '' })), []),
  receipt: AnyText,
  savedAt: v.fallback(Count, 0),
});

export const FIRST_STEP = { step: 'create', tries: 0, attempts: 0, notBefore: 0 } as const;

/**
 * Reads a stored record. A damaged one is returned with its readable part, and needs the visitor's attention. One that
 * is left alone only waits, and nothing is known of all its pictures but their names.
 */
export function readRecord(value: unknown): OutboxRecord {
  const whole = v.safeParse(StoredRequest, value);
  const record: OutboxRecord = whole.success
    ? whole.output
    : {
        ...(v.safeParse(DamagedRequest, value).output as v.InferOutput<typeof DamagedRequest>),
        ...FIRST_STEP,
        needsAttention: {
          step: 'create',
          damaged: true,
          message: 'This request was damaged on this device.',
        },
      };
  if (!isLeftAlone(record)) return record;
  const { needsAttention: _, forPage: __, ...waiting } = record;
  const images = record.images.map((picture) => ({ ...picture, state: 'unknown' as const }));
  return { ...waiting, images };
}

/**
 * Whether another version of the app has to deliver this record: it has a picture in a state that this one does not
 * know. This version does not change the record, and deletes no file, because that picture may need it.
 */
export const isLeftAlone = ({ images }: OutboxRecord): boolean =>
  images.some(({ state }) => !isKnown(state));

/** A unique string of 20 characters for keys and revisions. It also works without a secure context. */
export const newKey = (): string => newRandomId() + newRandomId();

interface RecordParts {
  fields: RequestFields;
  images: ChosenImage[];
  awaited?: readonly Pick<ChosenImage, 'id' | 'name'>[] | undefined;
  awaitedUntil?: EpochMs;
  leftOut?: readonly string[] | undefined;
  subject?: Subject;
  signals: SpamSignals;
  key?: string;
  savedAt: EpochMs;
  random?: RandomInteger;
  newKey: () => string;
}

/**
 * Milliseconds for which a saved request waits for a file. The page decides after ten seconds (`requestForm`); this is
 * for a page that has died before.
 */
export const AWAIT_FILES = 15_000;

export function newRecord(parts: RecordParts): OutboxRecord {
  const { fields, images, subject, signals, savedAt, random, newKey } = parts;
  const { key = newKey(), awaited = [], awaitedUntil: until = savedAt, leftOut = [] } = parts;
  const going = ({ id, name }: { id: string; name: string }, type = '') => ({
    name,
    file: id,
    objectNames: { image: objectName(type, random), thumb: `${newRandomId(random)}.jpg` },
  });
  return {
    key,
    revision: newKey(),
    id: newRequestId(random),
    fields,
    images: [
      ...images.map((image) => ({ state: 'chosen' as const, ...going(image, image.type) })),
      ...awaited.map((file) => ({ state: 'awaited' as const, ...going(file), until })),
      ...leftOut.map((name) => ({ state: 'leftOut' as const, name })),
    ],
    ...(subject && { subject }),
    receipt: newReceipt(random),
    signals,
    savedAt,
    ...FIRST_STEP,
  };
}

/**
 * A new name for the object of an image of this type. It is chosen before the image is prepared, and most prepared
 * images are JPEGs. If one is not, the object's content type is right and its extension is not.
 */
function objectName(type: string, random?: RandomInteger): string {
  const [, extension = 'jpg'] = /^image[/](heic|heif|avif)$/.exec(type) ?? [];
  return `${newRandomId(random)}.${extension}`;
}

export interface ObjectPlace {
  index: number;
  part: ObjectPart;
}

/** The names of the pictures that are left out. One whose name was lost cannot be named. */
export const namesLeftOut = ({ images }: OutboxRecord): string[] =>
  images.flatMap(({ state, name }) => (state === 'leftOut' && name !== '' ? name : []));
