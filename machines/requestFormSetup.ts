/** The effects, actions, guards and delays of the request form, by name. `requestForm.ts` says when each is used. */
import { assertEvent, assign, fromCallback, fromPromise, setup } from 'xstate';
import { MAX_IMAGES, SLOW_AFTER } from '../src/domain/constants';
import type { Draft } from '../src/domain/types';
import { isBlank, isComplete } from '../src/domain/validation';
import { missingIn } from './missing';
import {
  EMPTY_FORM,
  NO_PROGRESS,
  type Delivery,
  type DeliveryChange,
  type RequestFormContext,
  type RequestFormEvent,
  type Restored,
  type SaveInput,
  type SaveResult,
  type Sent,
} from './requestFormTypes';

const missing = missingIn('requestForm');

export const form = setup({
  types: {
    context: {} as RequestFormContext,
    events: {} as RequestFormEvent,
  },
  actors: {
    /** Loads the draft, and the delivery that the form showed before a reload. */
    restore: fromPromise<Restored>(missing('restore')),
    /** Saves the request, on the device or else in memory, and starts its delivery. */
    save: fromPromise<SaveResult, SaveInput>(missing('save')),
    /** Reports what happens to a saved request. */
    follow: fromCallback<DeliveryChange, { key: string }>(missing('follow')),
    /** Reads the content of a refused record; undefined if the record is gone. Its images get new ids. */
    reopen: fromPromise<Draft | undefined, { key: string }>(missing('reopen')),
  },
  actions: {
    /** Logs an actor's error, or the server's refusal. */
    logFailure: missing('logFailure'),
    /** Saves the form's content as the draft, unless the storage is silent. */
    saveDraft: missing('saveDraft'),
    /** Deletes the draft. */
    dropDraft: missing('dropDraft'),
    /**
     * Deletes the draft of a request in memory, which was its only copy on the device. Saving on the device
     * deletes the draft by itself.
     */
    dropDraftInMemory: missing('dropDraftInMemory'),
    /** Frees the files of all images. From now on no other tab's request is this form's. */
    releaseDraft: missing('releaseDraft'),
    /** Remembers, for a reload, whose delivery the form shows. */
    rememberDelivery: missing('rememberDelivery'),
    forgetDelivery: missing('forgetDelivery'),
    /** Marks the sent request as announced: the visitor sees the success screen. */
    markAnnounced: missing('markAnnounced'),

    markOpened: assign(({ event }) => {
      assertEvent(event, 'form.opened');
      return { isOpen: true, isUnsent: false, workTitle: event.workTitle ?? null };
    }),
    markClosed: assign({ isOpen: false }),
    markUnsent: assign({ isUnsent: ({ context }) => !context.isOpen }),
    rememberSent: assign((_, { key, id, missing }: Sent) => ({
      sent: { key, id, ...(missing && { missing }) },
    })),
    markDraftSaved: assign({ isDraftUnsaved: false }),
    markDraftUnsaved: assign({ isDraftUnsaved: true }),
    markStorageSilent: assign({ isStorageSilent: true }),
    changeFields: assign(({ context: { fields, typedFields, workTitle }, event }) => {
      assertEvent(event, 'fields.changed');
      return {
        workTitle: event.fields.description === undefined ? workTitle : null,
        fields: { ...fields, ...event.fields },
        typedFields: { ...typedFields, ...event.fields },
        isChanged: true,
        isFromEarlierDay: false,
      };
    }),
    /** Adds as many of the chosen images as there is room for. An alert says that the rest was not added. */
    addImages: assign(({ context, event }) => {
      assertEvent(event, 'images.chosen');
      const room = MAX_IMAGES - context.images.length;
      return {
        images: [...context.images, ...event.images.slice(0, room)],
        hasTooManyImages: event.images.length > room,
        rejected: event.rejected,
        isChanged: true,
        isFromEarlierDay: false,
      };
    }),
    /** Removes an image. If the browser could not show it, an alert says so. */
    removeImage: assign(({ context: { images, rejected }, event }) => {
      assertEvent(event, 'image.removed');
      const image = images.find(({ id }) => id === event.id);
      return {
        images: images.filter((other) => other !== image),
        hasTooManyImages: false,
        rejected:
          event.reason && image ? [...rejected, { name: image.name, reason: event.reason }] : [],
        isChanged: true,
        isFromEarlierDay: false,
      };
    }),
    /**
     * Adds the stored draft to what the visitor has entered while it was loading. Typed fields win over the
     * draft's. The draft's images come first, then the chosen ones up to the limit.
     */
    mergeDraft: assign(({ context }, { draft, isFromEarlierDay }: Restored) => {
      if (!draft) return {};
      const { fields, replaces = null } = draft;
      const room = Math.max(0, MAX_IMAGES - draft.images.length);
      return {
        fields: { ...fields, ...context.typedFields },
        replaces,
        images: [...draft.images, ...context.images.slice(0, room)],
        hasTooManyImages: context.hasTooManyImages || context.images.length > room,
        isFromEarlierDay: isFromEarlierDay === true && !context.isChanged && !isBlank(draft),
      };
    }),
    beginSaving: assign(({ context, event }) => {
      assertEvent(event, 'form.submitted');
      return {
        hasTooManyImages: false,
        rejected: [],
        isFromEarlierDay: false,
        inMemory: event.inMemory === true || context.isStorageSilent,
      };
    }),
    followSaved: assign(({ context }, saved: SaveResult) =>
      saved.outcome === 'full'
        ? {}
        : {
            followedKey: saved.key,
            inMemory: !saved.isOnDisk,
            progress: { ...NO_PROGRESS, total: context.images.length },
          },
    ),
    followAgain: assign((_, { key, total }: Delivery) => ({
      followedKey: key,
      progress: { ...NO_PROGRESS, total },
    })),
    showProgress: assign(({ event }) => {
      assertEvent(event, 'delivery.progress');
      return { progress: event.progress, hasTextArrived: true, hasRefusedImages: false };
    }),
    setTextArrived: assign(({ event }) => {
      assertEvent(event, 'delivery.postponed');
      return { hasTextArrived: event.hasTextArrived };
    }),
    /** The visitor wants to edit a record, and that opens the form. */
    openToEdit: assign(({ event }) => {
      assertEvent(event, 'edit.clicked');
      return { editKey: event.key, isOpen: true };
    }),
    /** Forgets the record to edit and the followed one. */
    forgetRecords: assign({ editKey: null, followedKey: null }),
    markImagesRefused: assign({ hasRefusedImages: true }),
    /** From now on, sending the form replaces the refused record. */
    markAsReplacement: assign({
      replaces: ({ context }) => context.replaces ?? context.followedKey,
      isChanged: false,
    }),
    /** A blank form replaces no record. */
    forgetReplacedIfBlank: assign(({ context }) => (isBlank(context) ? { replaces: null } : {})),
    /** Puts the reopened record into the form, instead of what was there. */
    showReopened: assign(({ context: { replacements } }, draft: Draft | undefined) =>
      draft
        ? {
            replaces: null,
            isFromEarlierDay: false,
            ...draft,
            isChanged: false,
            replacements: replacements + 1,
          }
        : {},
    ),
    reset: assign(({ context: { isOpen, isStorageSilent, editKey, replacements } }) => ({
      ...EMPTY_FORM,
      replacements: replacements + 1,
      isOpen,
      isStorageSilent,
      editKey,
    })),
  },
  guards: {
    isBlank: ({ context }) => isBlank(context),
    /** Every required field says something. The screen has told the visitor which one does not. */
    isComplete: ({ context }) => isComplete(context.fields),
    isChanged: ({ context }) => context.isChanged,
    /** The form has the content of the record that was sent, and the visitor has not changed it. */
    isUnchangedCopy: ({ context: { replaces, isChanged }, event }) =>
      event.type === 'record.sent' && event.key === replaces && !isChanged,
    hasEditKey: ({ context }) => context.editKey !== null,
    /** The record that the visitor wants to edit is in the form already. */
    isInForm: ({ context: { editKey, replaces } }) => editKey !== null && editKey === replaces,
    /** The server has the text and has refused the pictures. */
    isRefusalOfImages: ({ event }) =>
      event.type === 'delivery.refused' && event.attention.step !== 'create',
    isClosed: ({ context }) => !context.isOpen,
    isOnDisk: ({ context }) => !context.inMemory,
    isStorageFull: (_, saved: SaveResult) => saved.outcome === 'full',
    hasDelivery: (_, { delivery }: Restored) => delivery !== undefined,
    isDeliverySent: (_, { delivery }: Restored) => delivery?.sent !== undefined,
  },
  delays: {
    /**
     * Milliseconds after which the storage counts as silent. They are longer than two tries to open the
     * database, because anything saved before the draft is loaded would overwrite the draft.
     */
    restoreTimeout: 20_000,
    /** Milliseconds after which the screen says that creating takes longer than usual. */
    slowDelay: SLOW_AFTER,
    /** Milliseconds after which a request that the server has not created is shown as queued. */
    queueDelay: 20_000,
  },
});
