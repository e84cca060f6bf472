/** What the request form knows, is told, asks and does, by name; `requestForm.ts` says when. */
import { assertEvent, assign, fromCallback, fromPromise, setup } from 'xstate';
import { MAX_IMAGES, SLOW_AFTER } from '../src/domain/constants';
import type { RejectedFile } from '../src/domain/imageTypes';
import type { Attention, ChosenImage, Draft, UploadProgress } from '../src/domain/types';
import type { RequestFields } from '../src/domain/requestFields';
import { isBlank } from '../src/domain/validation';
import { EMPTY_FIELDS } from '../src/domain/requestFields';

/** Everything the request form knows; plain JSON. The files of its images lie elsewhere, by id. */
export interface RequestFormContext {
  fields: RequestFields;
  /** What the visitor has typed; it wins over a draft that is loaded later. */
  typed: Partial<RequestFields>;
  /** Whether the visitor has changed anything in this tab that no record has. */
  isChanged: boolean;
  images: ChosenImage[];
  /** Whether the form came back as it was left on another day: it asks whether to go on. */
  isContinued: boolean;
  /** Whether the alert about too many images shows. */
  tooMany: boolean;
  /** Chosen files that were not added. */
  rejected: RejectedFile[];
  /** Whether the device's storage never answered: nothing is written to it from then on. */
  silent: boolean;
  /** Whether the request in the form goes out without being kept on this device. */
  inMemory: boolean;
  /** Key of the saved record that is being followed. */
  key: string | null;
  progress: UploadProgress;
  /** Key of the refused record that the content was taken from, which sending it replaces. */
  replaces: string | null;
  /** Title of the work that the visitor came from, until they have to do with the description. */
  about: string | null;
  /** Whether the text of the request that is followed is with us. */
  hasArrived: boolean;
  /** Whether the server has refused the pictures of the request that is followed; its text has arrived. */
  hasRefusedImages: boolean;
  /** Whether the visitor has the form on the screen. */
  open: boolean;
  /** Whether a request came back unsent while nobody had the form on the screen. */
  unsent: boolean;
  /** Key of a record that the visitor asked to edit. */
  wanted: string | null;
  /** The request that was sent last, by its local key and its number. */
  sent: Sent | null;
}

/** A request that has arrived whole: its local key, its number, and pictures that were left out. */
interface Sent {
  key: string;
  id: string;
  missing?: string[];
}

export type RequestFormEvent =
  /** `about`: title of the work that it was opened from. */
  | { type: 'form.opened'; about?: string | undefined }
  | { type: 'form.closed' }
  /** `inMemory`: without being saved on the device, because that has no room left. */
  | { type: 'form.submitted'; inMemory?: boolean }
  | { type: 'form.cleared' }
  | { type: 'fields.changed'; fields: Partial<RequestFields> }
  | { type: 'images.chosen'; images: ChosenImage[]; rejected: RejectedFile[] }
  /** `reason`: why the browser, which cannot show it, rejects it. */
  | { type: 'image.removed'; id: string; reason?: RejectedFile['reason'] }
  | { type: 'record.edited'; key: string }
  /** A request was saved, perhaps in another tab: that drops the stored draft. */
  | { type: 'draft.dropped' }
  /** A refused record was sent after all. */
  | { type: 'record.sent'; key: string }
  | { type: 'replacement.confirmed' }
  | { type: 'replacement.declined' }
  | DeliveryChange;

/** What happens to the request that is followed. */
export type DeliveryChange =
  | { type: 'delivery.progress'; progress: UploadProgress }
  | ({ type: 'delivery.sent' } & Sent)
  | { type: 'delivery.postponed'; hasArrived: boolean }
  | { type: 'delivery.refused'; attention: Attention }
  /** The visitor deleted it. */
  | { type: 'delivery.removed' }
  /** It could not be read how it stands. */
  | { type: 'delivery.unknown'; error: unknown };

/** What the form shows after the page was loaded again. */
export interface Restored {
  draft?: Draft;
  /** It was left on another day. */
  isOfAnotherDay?: boolean;
  /** A delivery that this visit began before; `sent` when it is through. */
  delivery?: { key: string; total: number; sent?: Sent };
}

/** `isKept`: on this device, so that it survives the page. */
export type SaveResult =
  | { outcome: 'saved'; key: string; isKept: boolean }
  /** The device's storage is full: nothing was saved. */
  | { outcome: 'full' };

/** A request as it is handed over to be saved. */
export type SaveInput = Pick<RequestFormContext, 'fields' | 'images' | 'replaces' | 'inMemory'>;

const NO_PROGRESS: UploadProgress = { sentBytes: 0, totalBytes: 0, count: 0, total: 0 };

export const EMPTY_FORM: RequestFormContext = {
  fields: EMPTY_FIELDS,
  typed: {},
  isChanged: false,
  images: [],
  isContinued: false,
  tooMany: false,
  rejected: [],
  silent: false,
  inMemory: false,
  key: null,
  progress: NO_PROGRESS,
  replaces: null,
  about: null,
  hasArrived: false,
  hasRefusedImages: false,
  open: true,
  unsent: false,
  wanted: null,
  sent: null,
};

/** What is kept of the form with every change. */
export const draftOf = ({ fields, images, replaces }: RequestFormContext): Draft => ({
  fields,
  images,
  ...(replaces !== null && { replaces }),
});

const missing = (name: string) => () => {
  throw new Error(`requestForm needs an implementation of ${name}.`);
};

export const form = setup({
  types: {
    context: {} as RequestFormContext,
    events: {} as RequestFormEvent,
  },
  actors: {
    /** Loads the draft and the delivery that a reload interrupted. */
    restore: fromPromise<Restored>(missing('restore')),
    /** Saves the request, on the device or else in memory, and asks for its delivery. */
    save: fromPromise<SaveResult, SaveInput>(missing('save')),
    /** Tells what happens to a saved request. */
    follow: fromCallback<DeliveryChange, { key: string }>(missing('follow')),
    /** The content of a refused record, if it is there; its images are new ones of this form. */
    reopen: fromPromise<Draft | undefined, { key: string }>(missing('reopen')),
  },
  actions: {
    /** Logs the failure an event brings: an actor's error, or the server's answer. */
    logFailure: missing('logFailure'),
    /** Writes the form's content, unless the storage is silent. */
    keepDraft: missing('keepDraft'),
    dropDraft: missing('dropDraft'),
    /** Drops the draft of a request in memory: it was all that the device had of it. */
    dropUnkept: missing('dropUnkept'),
    /** Lets go of the files of all images. */
    releaseImages: missing('releaseImages'),
    /** Remembers over a reload which delivery the form shows. */
    rememberDelivery: missing('rememberDelivery'),
    forgetDelivery: missing('forgetDelivery'),
    /** Notes that the visitor sees that it was sent. */
    noteTold: missing('noteTold'),

    noteOpened: assign(({ event }) => {
      assertEvent(event, 'form.opened');
      return { open: true, unsent: false, about: event.about ?? null };
    }),
    noteClosed: assign({ open: false }),
    noteUnsent: assign({ unsent: ({ context }) => !context.open }),
    noteSent: assign((_, { key, id, missing }: Sent) => ({
      sent: { key, id, ...(missing && { missing }) },
    })),
    noteSilence: assign({ silent: true }),
    changeFields: assign(({ context: { fields, typed, about }, event }) => {
      assertEvent(event, 'fields.changed');
      return {
        about: event.fields.description === undefined ? about : null,
        fields: { ...fields, ...event.fields },
        typed: { ...typed, ...event.fields },
        isChanged: true,
        isContinued: false,
      };
    }),
    /** Takes as many of the chosen images as there is room for; the alert tells about the rest. */
    addImages: assign(({ context, event }) => {
      assertEvent(event, 'images.chosen');
      const room = MAX_IMAGES - context.images.length;
      return {
        images: [...context.images, ...event.images.slice(0, room)],
        tooMany: event.images.length > room,
        rejected: event.rejected,
        isChanged: true,
        isContinued: false,
      };
    }),
    /** One that is rejected is told. */
    removeImage: assign(({ context: { images, rejected }, event }) => {
      assertEvent(event, 'image.removed');
      const image = images.find(({ id }) => id === event.id);
      return {
        images: images.filter((other) => other !== image),
        tooMany: false,
        rejected:
          event.reason && image ? [...rejected, { name: image.name, reason: event.reason }] : [],
        isChanged: true,
        isContinued: false,
      };
    }),
    /** Merges a draft under what is already there: typed fields win, and images add up to the limit. */
    mergeDraft: assign(({ context }, { draft, isOfAnotherDay }: Restored) => {
      if (!draft) return {};
      const { fields, replaces = null } = draft;
      const room = Math.max(0, MAX_IMAGES - draft.images.length);
      return {
        fields: { ...fields, ...context.typed },
        replaces,
        images: [...draft.images, ...context.images.slice(0, room)],
        tooMany: context.tooMany || context.images.length > room,
        isContinued: isOfAnotherDay === true && !context.isChanged && !isBlank(draft),
      };
    }),
    beginSaving: assign(({ context, event }) => {
      assertEvent(event, 'form.submitted');
      return {
        tooMany: false,
        rejected: [],
        isContinued: false,
        inMemory: event.inMemory === true || context.silent,
      };
    }),
    followSaved: assign(({ context }, saved: SaveResult) =>
      saved.outcome === 'full'
        ? {}
        : {
            key: saved.key,
            inMemory: !saved.isKept,
            progress: { ...NO_PROGRESS, total: context.images.length },
          },
    ),
    followAgain: assign((_, { key, total }: { key: string; total: number }) => ({
      key,
      progress: { ...NO_PROGRESS, total },
    })),
    noteProgress: assign(({ event }) => {
      assertEvent(event, 'delivery.progress');
      return { progress: event.progress, hasArrived: true, hasRefusedImages: false };
    }),
    noteArrived: assign(({ event }) => {
      assertEvent(event, 'delivery.postponed');
      return { hasArrived: event.hasArrived };
    }),
    /** Who asks for a record opens the form with it. */
    noteWanted: assign(({ event }) => {
      assertEvent(event, 'record.edited');
      return { wanted: event.key, open: true };
    }),
    forgetWanted: assign({ wanted: null, key: null }),
    noteRefusedImages: assign({ hasRefusedImages: true }),
    /** What was refused stays the record that the form's content takes the place of. */
    noteReplaced: assign({
      replaces: ({ context }) => context.replaces ?? context.key,
      isChanged: false,
    }),
    /** An empty form takes the place of no record. */
    replaceNothingWhenBlank: assign(({ context }) => (isBlank(context) ? { replaces: null } : {})),
    /** Puts a refused request in the place of what is in the form. */
    takeContent: assign((_, draft: Draft | undefined) =>
      draft ? { replaces: null, isContinued: false, ...draft, isChanged: false } : {},
    ),
    reset: assign(({ context: { open, silent, wanted } }) => ({
      ...EMPTY_FORM,
      open,
      silent,
      wanted,
    })),
  },
  guards: {
    isBlank: ({ context }) => isBlank(context),
    isChanged: ({ context }) => context.isChanged,
    /** The form holds what was sent, as it was. */
    isDone: ({ context: { replaces, isChanged }, event }) =>
      event.type === 'record.sent' && event.key === replaces && !isChanged,
    isWanted: ({ context }) => context.wanted !== null,
    /** What is wanted is in the form. */
    isHere: ({ context: { wanted, replaces } }) => wanted !== null && wanted === replaces,
    /** The text is with us, its pictures were refused. */
    isOfImages: ({ event }) =>
      event.type === 'delivery.refused' && event.attention.step !== 'create',
    isClosed: ({ context }) => !context.open,
    isKept: ({ context }) => !context.inMemory,
    isFull: (_, saved: SaveResult) => saved.outcome === 'full',
    hasDelivery: (_, { delivery }: Restored) => delivery !== undefined,
    wasSent: (_, { delivery }: Restored) => delivery?.sent !== undefined,
  },
  delays: {
    /**
     * Milliseconds after which storage counts as silent: longer than two tries to open the database,
     * as what is kept before the draft is there would overwrite it.
     */
    restoreTimeout: 20_000,
    /** Milliseconds after which creating takes longer than usual. */
    slowness: SLOW_AFTER,
    /** Milliseconds after which a saved request that the server has not taken is shown as queued. */
    patience: 20_000,
  },
});
