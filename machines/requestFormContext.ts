import { withSubject, type Subject } from '../src/domain/subject';
import { MAX_IMAGES } from '../src/domain/constants';
import { EMPTY_FIELDS, type RequestFields, type TextField } from '../src/domain/requestFields';
import type {
  Attention,
  ChosenImage,
  Draft,
  RejectedFile,
  SentRequest,
  SavedIn,
  UploadProgress,
} from '../src/domain/types';

/**
 * All that the request form knows, as plain JSON. The files of the images are in `src/request`, by id. The machine's
 * states decide which screen is shown, not this.
 */
export interface RequestFormContext {
  content: Content;
  choice: Choice;
  notes: FieldNotes;
  /** The title of a work; the visitor wants something like it, as soon as the form can take it. */
  like: string | null;
  followed: FollowedRequest;
}

export type ContentPart = keyof RequestFields | 'images' | 'subject';

export interface Content {
  fields: RequestFields;
  images: ChosenImage[];
  /**
   * The parts that the visitor has changed since the content came from the device or from a record, or was empty. They
   * are in no record, and win over a draft that is loaded later.
   */
  changed: ContentPart[];
  /** Key of the refused record that the content was taken from. Sending the form replaces that record. */
  replaces: string | null;
  subject: Subject | null;
  /** How often a command has replaced the whole content. What a field's element held before the last one gives way. */
  replacements: number;
}

/** A chosen file whose first bytes are not there yet. */
export interface FileBeingRead {
  id: string;
  name: string;
}

export interface Choice {
  /** Files of this and earlier choices that are still being read: their first bytes tell what they are. */
  reading: FileBeingRead[];
  /** How many choices there were: each one's answer is announced anew. */
  number: number;
  rejected: RejectedFile[];
  /** The place of each image, by its id, from 0 on. An image keeps its place when another one goes. */
  places: Record<string, number>;
}

export interface FieldNote {
  text: string;
  /** The visitor must correct the field before the request is sent. */
  isProblem: boolean;
  /** What a screen reader says when the note appears while the focus stays elsewhere. */
  spoken?: string;
  /** The note asks about a possible mistake. The request can be sent all the same. */
  isDoubt?: true;
  /** The text of a button, and the value that it fills in: the one that was probably meant. */
  correction?: { offer: string; value: string };
}

export type FieldNotes = Partial<Record<TextField, FieldNote>>;

/**
 * The saved request that the form sends, has sent, or takes back to be edited. In `saving` only `store` counts; where there
 * is none, it is `NOT_FOLLOWED`.
 */
export interface FollowedRequest {
  key: string;
  store: SavedIn;
  /** Whether the request is sent without this page, too. */
  goesOn: boolean;
  progress: UploadProgress;
  /** Files that were still being read at the press. The request waits a little for them. */
  awaited: FileBeingRead[];
  /** What was saved, if this page has saved it. */
  submitted?: Submitted;
  sent?: Sent;
}

export type Sent = Pick<SentRequest, 'key' | 'id' | 'missing'>;

export interface Submitted {
  fields: RequestFields;
  imageCount: number;
}

export type RequestFormEvent =
  /** `workTitle`: the title of the work from which the form was opened. */
  | { type: 'form.opened'; workTitle?: string | undefined }
  | { type: 'form.closed' }
  /** `store`: `memory` to send the request without saving it, because the device has no room left. */
  | { type: 'form.submitted'; store?: SavedIn }
  | { type: 'clear.clicked' }
  | { type: 'clear.declined' }
  | { type: 'form.cleared' }
  | { type: 'fields.changed'; fields: Partial<RequestFields> }
  /** The notes of these fields; a field that is not among them has none any more. */
  | { type: 'notes.found'; notes: FieldNotes }
  | { type: 'files.chosen'; files: FileBeingRead[] }
  | { type: 'file.left'; id: string }
  /** `place`: where the first of the images goes. `read`: the ids of the files that this tells of. */
  | {
      type: 'images.chosen';
      images: ChosenImage[];
      rejected: RejectedFile[];
      place?: number;
      read?: string[];
    }
  | { type: 'file.brought'; id: string }
  /** Nobody sees the page any more, and it may be stopped at any moment. */
  | { type: 'page.hidden' }
  /** `reason`: given when the browser cannot show the image, which is therefore rejected. */
  | { type: 'image.removed'; id: string; reason?: RejectedFile['reason'] }
  | { type: 'like.clicked'; title: string }
  | { type: 'subject.removed' }
  /** A request was saved, perhaps in another tab. Saving has deleted the stored draft. */
  | { type: 'draft.dropped' }
  | { type: 'draft.saved' }
  | { type: 'draft.failed' }
  /** Another tab has pressed "Send request" with exactly the content of this form. */
  | { type: 'draft.submitted'; key: string }
  /** A record was sent. It may be the refused one whose content is in the form. */
  | { type: 'record.sent'; key: string }
  /** The machine itself: the device's storage did not answer in time. */
  | { type: 'storage.timedOut' }
  /** The machine itself: a request was saved, perhaps before all of its files were read. */
  | { type: 'files.awaited' }
  | DeliveryChange;

export type DeliveryChange =
  | { type: 'delivery.progress'; progress: UploadProgress }
  | { type: 'delivery.detached'; goesOn: boolean }
  | ({ type: 'delivery.sent' } & Sent)
  | { type: 'delivery.postponed'; hasTextArrived: boolean }
  | { type: 'delivery.refused'; attention: Attention }
  /** The record is gone. `arrived`: what the server has of it, which is at least its text. */
  | { type: 'delivery.removed'; arrived?: Sent }
  | { type: 'delivery.unknown'; error: unknown };

export interface RequestFormInput {
  /** What an earlier actor of this page had in its form. */
  earlier?: Pick<RequestFormContext, 'content' | 'choice' | 'notes'>;
  /** The key of the request whose delivery this tab showed before a reload. */
  followedKey?: string;
}

export interface Restored {
  draft?: Draft;
  isFromEarlierDay?: boolean;
  /** Names of pictures of the draft that this device cannot read any more. */
  lost?: string[];
  /** The key of the request that another tab has made of the draft. */
  submittedKey?: string;
}

export type Reopened = Draft & { lost?: string[] };

/**
 * What has become of a request whose delivery the form has shown. `none`: it is gone, or a newer draft is on the
 * device.
 */
export type FoundDelivery =
  { is: 'waiting'; store: SavedIn } | { is: 'sent'; sent: Sent } | { is: 'none' };

export type SaveInput = Pick<Content, 'fields' | 'images' | 'subject' | 'replaces'> & {
  store: SavedIn;
  awaited: FileBeingRead[];
  /** Names of files for which the request has no room. */
  leftOut: string[];
};

export const NO_PROGRESS: UploadProgress = { sentBytes: 0, totalBytes: 0, count: 0, total: 0 };

export const NOT_FOLLOWED: FollowedRequest = {
  key: '',
  store: 'disk',
  goesOn: false,
  progress: NO_PROGRESS,
  awaited: [],
};

export const EMPTY_CONTENT: Content = {
  fields: EMPTY_FIELDS,
  images: [],
  changed: [],
  replaces: null,
  subject: null,
  replacements: 0,
};

export const EMPTY_FORM: RequestFormContext = {
  content: EMPTY_CONTENT,
  choice: { reading: [], number: 0, rejected: [], places: {} },
  notes: {},
  like: null,
  followed: NOT_FOLLOWED,
};

export const following = (key: string, store: SavedIn = 'disk'): FollowedRequest => ({
  ...NOT_FOLLOWED,
  key,
  store,
});

export const withChanged = (content: Content, ...parts: ContentPart[]): ContentPart[] => [
  ...new Set([...content.changed, ...parts]),
];

export const roomFor = (images: readonly ChosenImage[]): number =>
  Math.max(0, MAX_IMAGES - images.length);

/** The files that are still being read: those that the request has room for, and the names of the others. */
export function unreadOf({ content: { images }, choice: { reading } }: RequestFormContext) {
  const room = roomFor(images);
  return {
    awaited: reading.slice(0, room),
    leftOut: reading.slice(room).map(({ name }) => name),
  };
}

/** The part of the content that is saved as the draft. A work that nothing is said of yet is not in it. */
export const draftOf = ({ fields, images, subject, replaces }: Content): Draft => ({
  fields,
  images,
  ...(subject !== null && withSubject(fields.description, subject) !== '' && { subject }),
  ...(replaces !== null && { replaces }),
});

type EventOf<Type extends RequestFormEvent['type']> = Extract<RequestFormEvent, { type: Type }>;
type WithImages = Pick<RequestFormContext, 'content' | 'choice'>;

/** The choice with files that are being read from now on. What was said of an earlier choice goes. */
export const withReading = (choice: Choice, files: FileBeingRead[]): Choice => ({
  ...choice,
  reading: [...choice.reading, ...files],
  number: choice.number + 1,
  rejected: [],
});

export const withoutReading = (choice: Choice, ids: readonly string[]): Choice => ({
  ...choice,
  reading: choice.reading.filter(({ id }) => !ids.includes(id)),
});

export function withImages(
  { content, choice }: WithImages,
  { images: chosen, rejected, place, read }: EventOf<'images.chosen'>,
): WithImages {
  // The files of one choice may come one by one. What the form says of them stays together.
  const number = read ? choice.number : choice.number + 1;
  const before = read ? choice.rejected : [];
  const room = roomFor(content.images);
  const images = [...content.images, ...chosen.slice(0, room)];
  return {
    content: { ...content, images, changed: withChanged(content, 'images') },
    choice: {
      ...withoutReading(choice, read ?? []),
      number,
      rejected: [...before, ...rejected, ...rejectedAs('tooMany', namesOf(chosen.slice(room)))],
      places: placesOf(images, choice.places, place),
    },
  };
}

/** Removes an image; the others keep their places. With a `reason` the form says why it was removed. */
export function withoutImage(
  { content, choice }: WithImages,
  { id, reason }: EventOf<'image.removed'>,
): WithImages {
  const image = content.images.find((one) => one.id === id);
  const { [id]: _, ...places } = choice.places;
  const before = choice.rejected.filter((file) => file.reason !== 'tooMany');
  return {
    content: {
      ...content,
      images: content.images.filter((one) => one !== image),
      changed: withChanged(content, 'images'),
    },
    choice: {
      ...choice,
      places,
      rejected: reason && image ? [...before, ...rejectedAs(reason, [image.name])] : [],
    },
  };
}

/** A place for each image: the one that it has, then `wished` for the first new one, then the first free ones. */
export function placesOf(
  images: readonly ChosenImage[],
  before: Choice['places'],
  wished = 0,
): Choice['places'] {
  const places: Choice['places'] = {};
  for (const { id } of images) if (before[id] !== undefined) places[id] = before[id];
  let next = wished;
  for (const { id } of images) {
    if (places[id] !== undefined) continue;
    const taken = Object.values(places);
    if (taken.includes(next)) next = 0;
    while (taken.includes(next)) next += 1;
    places[id] = next;
  }
  return places;
}

export const namesOf = (images: readonly ChosenImage[]): string[] => images.map(({ name }) => name);

/**
 * Chosen files that were not added, for one reason. `lost`: pictures that were in the form before; the visitor is asked
 * for them again.
 */
export const rejectedAs = (
  reason: RejectedFile['reason'],
  names: readonly string[] = [],
): RejectedFile[] => names.map((name) => ({ name, reason }));
