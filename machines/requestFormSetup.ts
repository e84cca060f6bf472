/** The effects, actions, guards and delays of the request form, by name. `requestForm.ts` says when each is used. */
import { assertEvent, assign, fromCallback, fromPromise, raise, setup, stateIn } from 'xstate';
import { SLOW_AFTER } from '../src/domain/constants';
import { cleanFields } from '../src/domain/cleanText';
import { composed, subjectOf } from '../src/domain/subject';
import { isBlank, isComplete } from '../src/domain/validation';
import {
  namesOf,
  placesOf,
  rejectedAs,
  withImages,
  withoutImage,
  withoutReading,
  withReading,
  EMPTY_CONTENT,
  EMPTY_FORM,
  NOT_FOLLOWED,
  following,
  roomFor,
  unreadOf,
  withChanged,
  type ContentPart,
  type FileBeingRead,
  type DeliveryChange,
  type FoundDelivery,
  type RequestFormContext,
  type RequestFormEvent,
  type Reopened,
  type RequestFormInput,
  type Restored,
  type SaveInput,
  type Sent,
} from './requestFormContext';
import type { SaveResult } from '../src/domain/types';
import { unprovidedIn } from './unprovided';
const unprovided = unprovidedIn('requestForm');

export const form = setup({
  types: {
    context: {} as RequestFormContext,
    events: {} as RequestFormEvent,
    input: {} as RequestFormInput,
    tags: {} as 'unsent',
  },
  actors: {
    restoreDelivery: fromPromise<FoundDelivery, { key: string }>(unprovided('restoreDelivery')),
    restoreDraft: fromPromise<Restored>(unprovided('restoreDraft')),
    save: fromPromise<SaveResult, SaveInput>(unprovided('save')),
    follow: fromCallback<DeliveryChange, { key: string }>(unprovided('follow')),
    /**
     * Reads the content of a refused record, which is not tried for a day then. Rejects if the record does not wait for
     * the visitor any more: it is being sent, was sent, or was deleted.
     */
    reopen: fromPromise<Reopened, { key: string }>(unprovided('reopen')),
  },
  actions: {
    logFailure: unprovided('logFailure'),
    /** Saves the content as the draft, unless the storage is silent. */
    saveDraft: unprovided('saveDraft'),
    dropDraft: unprovided('dropDraft'),
    /**
     * Deletes the draft of a request in memory, which was its only copy on the device. Saving on the device deletes the
     * draft by itself.
     */
    dropDraftInMemory: unprovided('dropDraftInMemory'),
    /**
     * Frees the files of all images, and forgets the draft's id: what another tab sends is not this form's any more.
     */
    releaseDraft: unprovided('releaseDraft'),
    /** Remembers, for a reload, whose delivery the form shows. */
    rememberDelivery: unprovided('rememberDelivery'),
    forgetDelivery: unprovided('forgetDelivery'),
    leaveOutAwaited: unprovided('leaveOutAwaited'),
    markAnnounced: unprovided('markAnnounced'),

    reportSilence: raise({ type: 'storage.timedOut' }),
    reportAwaited: raise({ type: 'files.awaited' }),

    wishLike: assign(({ event }) => {
      assertEvent(event, 'like.clicked');
      return { like: event.title };
    }),
    /** A visitor who has closed the form no longer wants something like the work. */
    forgetLike: assign({ like: null }),

    /**
     * The request is about the page that the form was opened over, as long as nothing is described and the visitor
     * has neither wished for a work nor removed one.
     */
    nameWork: assign(({ context: { content }, event }) => {
      assertEvent(event, 'form.opened');
      const isDecided = content.changed.includes('subject') || content.subject?.is === 'like';
      if (isDecided || content.fields.description !== '') return {};
      const subject = subjectOf('about', event.workTitle ?? '') ?? null;
      return { content: { ...content, subject } };
    }),
    changeFields: assign(({ context: { content }, event }) => {
      assertEvent(event, 'fields.changed');
      const { fields } = event;
      return {
        content: {
          ...content,
          fields: { ...content.fields, ...fields },
          changed: withChanged(content, ...(Object.keys(fields) as (keyof typeof fields)[])),
        },
      };
    }),
    /** The request is about the work that the visitor wants something like, whatever it was about before. */
    takeLike: assign(({ context: { content, like } }) => {
      const subject = subjectOf('like', like ?? '') ?? content.subject;
      return {
        like: null,
        content: { ...content, subject, changed: withChanged(content, 'subject') },
      };
    }),
    removeSubject: assign(({ context: { content } }) => ({
      content: { ...content, subject: null, changed: withChanged(content, 'subject') },
    })),
    showNotes: assign(({ event }) => {
      assertEvent(event, 'notes.found');
      return { notes: event.notes };
    }),
    /** The form names the files that it is reading. What it said of an earlier choice goes. */
    showReading: assign(({ context, event }) => {
      assertEvent(event, 'files.chosen');
      return { choice: withReading(context.choice, event.files) };
    }),
    dropReading: assign(({ context, event }) => {
      assertEvent(event, 'file.left');
      return { choice: withoutReading(context.choice, [event.id]) };
    }),
    /** Adds as many of the chosen images as there is room for. An alert says that the rest was not added. */
    addImages: assign(({ context, event }) => {
      assertEvent(event, 'images.chosen');
      return withImages(context, event);
    }),
    /** Removes an image. If the browser could not show it, an alert says so. */
    removeImage: assign(({ context, event }) => {
      assertEvent(event, 'image.removed');
      return withoutImage(context, event);
    }),
    /**
     * Adds the stored draft to what the visitor has entered while it was loaded. Changed fields win over the draft's.
     * The draft's images come first, then the chosen ones up to the limit.
     */
    mergeDraft: assign(({ context: { content, choice } }, { draft, lost }: Restored) => {
      if (!draft) return {};
      const kept = Object.entries(content.fields).filter(([name]) =>
        content.changed.includes(name as ContentPart),
      );
      const stored = new Set(draft.images.map(({ id }) => id));
      const chosen = content.images.filter(({ id }) => !stored.has(id));
      const room = roomFor(draft.images);
      const images = [...draft.images, ...chosen.slice(0, room)];
      // A new description is about the page that the form was opened over, unless the visitor has wished for a work.
      const isOwnSubject =
        content.changed.includes('subject') ||
        (content.changed.includes('description') && draft.subject?.is !== 'like');
      // The page that the form was opened over says nothing about a text that was there before.
      const given = draft.fields.description === '' ? content.subject : null;
      return {
        content: {
          ...content,
          fields: { ...draft.fields, ...Object.fromEntries(kept) },
          images,
          subject: isOwnSubject ? content.subject : (draft.subject ?? given),
          replaces: draft.replaces ?? null,
        },
        choice: {
          ...choice,
          rejected: [
            ...choice.rejected,
            ...rejectedAs('lost', lost),
            ...rejectedAs('tooMany', namesOf(chosen.slice(room))),
          ],
          places: placesOf(images, choice.places),
        },
      };
    }),
    showReopened: assign(({ context: { content, choice } }, draft: Reopened) => ({
      choice: {
        ...choice,
        reading: [],
        rejected: rejectedAs('lost', draft.lost),
        places: placesOf(draft.images, {}),
      },
      content: {
        ...content,
        fields: draft.fields,
        images: draft.images,
        subject: draft.subject ?? null,
        replaces: draft.replaces ?? null,
        changed: [],
        replacements: content.replacements + 1,
      },
    })),
    forgetReplacedIfBlank: assign(({ context: { content } }) =>
      isBlank(content) ? { content: { ...content, replaces: null } } : {},
    ),
    forgetAlerts: assign({ choice: ({ context: { choice } }) => ({ ...choice, rejected: [] }) }),
    reset: assign(({ context: { content, choice } }) => ({
      content: { ...EMPTY_CONTENT, replacements: content.replacements + 1 },
      choice: { ...EMPTY_FORM.choice, number: choice.number },
      notes: {},
    })),

    followNone: assign({ followed: NOT_FOLLOWED }),
    chooseMemory: assign({ followed: { ...NOT_FOLLOWED, store: 'memory' } }),
    followSaved: assign(({ context }, saved: SaveResult) => {
      if (saved.outcome === 'full') return {};
      const { content, choice } = context;
      return {
        choice: { ...choice, reading: [] },
        followed: {
          ...following(saved.key, saved.store),
          submitted: {
            fields: cleanFields(composed(content)),
            imageCount: content.images.length + choice.reading.length,
          },
          awaited: unreadOf(context).awaited,
        },
      };
    }),
    forgetAwaited: assign(({ context: { followed }, event }) => {
      const isLeft = ({ id }: FileBeingRead) => event.type === 'file.brought' && event.id !== id;
      return { followed: { ...followed, awaited: followed.awaited.filter(isLeft) } };
    }),
    followAgain: assign((_, { key }: { key: string }) => ({ followed: following(key) })),
    followFound: assign(({ context: { followed } }, found: FoundDelivery) =>
      found.is === 'waiting' ? { followed: following(followed.key, found.store) } : {},
    ),
    showProgress: assign(({ context: { followed }, event }) => {
      assertEvent(event, 'delivery.progress');
      return { followed: { ...followed, progress: event.progress } };
    }),
    showGoesOn: assign(({ context: { followed }, event }) => {
      assertEvent(event, 'delivery.detached');
      return { followed: { ...followed, goesOn: event.goesOn } };
    }),
    /** `sent` is undefined only by its type: the states have asked before. */
    showSent: assign(({ context: { followed } }, sent: Sent | undefined) => {
      if (!sent) return {};
      const { key, id, missing } = sent;
      return {
        followed: { ...followed, key, awaited: [], sent: { key, id, ...(missing && { missing }) } },
      };
    }),
    /** Sending the form replaces the refused record from now on. What that record has replaced is gone. */
    reopenRefused: assign(
      ({
        context: {
          content,
          followed: { key },
        },
      }) => ({
        followed: following(key),
        content: { ...content, replaces: key, changed: [] },
      }),
    ),
  },
  guards: {
    isOpen: stateIn({ dialog: 'open' }),
    isClosed: stateIn({ dialog: 'closed' }),
    /** Every required field says something. The screen has told the visitor which one does not. */
    isComplete: ({ context }) => isComplete(context.content),
    isChanged: ({ context }) => context.content.changed.length > 0,
    isUnchangedCopy: ({ context: { content }, event }) =>
      event.type === 'record.sent' &&
      event.key === content.replaces &&
      content.changed.length === 0,
    isToBeLike: ({ context }) => context.like !== null,
    isNothingAwaited: ({ context }) => context.followed.awaited.length === 0,
    isForMemory: ({ event }) => event.type === 'form.submitted' && event.store === 'memory',
    isStorageSilent: stateIn({ storage: 'silent' }),
    isRefusalOfImages: ({ event }) =>
      event.type === 'delivery.refused' && event.attention.step !== 'create',
    isTextArrived: ({ event }) =>
      (event.type === 'delivery.postponed' && event.hasTextArrived) ||
      (event.type === 'delivery.removed' && event.arrived !== undefined),
    isOnDisk: ({ context }) => context.followed.store === 'disk',
    isStorageFull: (_, saved: SaveResult) => saved.outcome === 'full',
    isSubmitted: (_, { submittedKey }: Restored) => submittedKey !== undefined,
    isFollowing: ({ context }) => context.followed.key !== '',
    isSent: (_, { is }: FoundDelivery) => is === 'sent',
    isWaiting: (_, { is }: FoundDelivery) => is === 'waiting',
    isFromEarlierDay: (_, { draft, isFromEarlierDay }: Restored) =>
      isFromEarlierDay === true && draft !== undefined && !isBlank(draft),
  },
  delays: {
    /**
     * Milliseconds after which the storage counts as silent. They are longer than two tries to open the
     * database, because anything saved before the draft is loaded would overwrite the draft.
     */
    restoreTimeout: 20_000,
    /** Milliseconds for which the form is not shown while the delivery is looked for. */
    restoreDeliveryTimeout: 5000,
    /** Milliseconds for which a saved request waits for files that are still being read; then it goes without them. */
    filesTimeout: 10_000,
    /** Milliseconds after which the screen says that creating takes longer than usual. */
    slowDelay: SLOW_AFTER,
    /** Milliseconds after which a request that the server has not created is shown as queued. */
    queueDelay: 20_000,
  },
});

export const clearForm = ['forgetDelivery', 'releaseDraft', 'reset'] as const;
