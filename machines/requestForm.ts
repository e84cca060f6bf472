/**
 * The service-request form (specification, section 4).
 *
 *   restoring ─▶ editing ◀─▶ confirming (another request is in the form)
 *                   │ form.submitted
 *                   ▼
 *                saving ─▶ sending: creating ─▶ uploading ─▶ success
 *                              │        └─▶ queued (saved, the server is out of reach)
 *                              ▼ delivery.refused
 *                          reopening ─▶ editing
 *
 * A failure returns to editing with everything kept and is only logged. Effects are named here and
 * provided by `src/request`.
 */
import { and, assign, fromEventObservable, fromPromise, not, setup } from 'xstate';
import type { ChosenImage, Draft, UploadProgress } from '../src/domain/outbox';
import type { RequestFields } from '../src/domain/types';
import {
  draftOf,
  emptyForm,
  isBlank,
  withCategory,
  withDraft,
  withFields,
  withImages,
  withoutImage,
  type DeliveryChange,
  type RequestFormContext,
  type RequestFormEvent,
  type Restored,
  type SaveInput,
  type Saved,
} from './requestFormContext';

type Effect<Params> = (args: unknown, params: Params) => void;

const missing = (name: string) => () => {
  throw new Error(`requestForm needs an implementation of ${name}.`);
};

const base = setup({
  types: {
    context: {} as RequestFormContext,
    events: {} as RequestFormEvent,
  },
  actors: {
    /** Loads the draft and the delivery that a reload interrupted. */
    restore: fromPromise<Restored>(missing('restore')),
    /** Saves the request, on the device or else in memory, and asks for its delivery. */
    save: fromPromise<Saved, SaveInput>(missing('save')),
    /** Tells what happens to a saved request; completes when it was removed. */
    follow: fromEventObservable<DeliveryChange, { key: string }>(missing('follow')),
    /** The content of a refused record, if it is there; its images are new ones of this form. */
    reopen: fromPromise<Draft | undefined, { key: string }>(missing('reopen')),
  },
  actions: {
    logFailure: missing('logFailure') as Effect<{ error: unknown }>,
    /** Writes the form's content, unless the storage is silent. */
    keepDraft: missing('keepDraft') as Effect<{ draft: Draft; silent: boolean }>,
    dropDraft: missing('dropDraft') as Effect<{ images: ChosenImage[] }>,
    /** Lets go of the files of all images. */
    releaseImages: missing('releaseImages'),
    rememberDelivery: missing('rememberDelivery') as Effect<{ key: string; total: number }>,
    forgetDelivery: missing('forgetDelivery'),

    noteOpened: assign({ open: true, unsent: false }),
    noteClosed: assign({ open: false }),
    noteUnsent: assign({ unsent: ({ context }) => !context.open }),
    noteSilence: assign({ silent: true }),
    /** Who asks for a record opens the form with it. */
    noteWanted: assign((_, params: { key: string }) => ({ wanted: params.key, open: true })),
    forgetWanted: assign({ wanted: null, key: null }),
    /** What was refused stays the record that the form's content takes the place of. */
    noteReplaced: assign({ replaces: ({ context }) => context.replaces ?? context.key }),
    changeFields: assign(({ context }, params: { fields: Partial<RequestFields> }) =>
      withFields(context, params.fields),
    ),
    toggleCategory: assign(({ context }, params: { id: string }) =>
      withCategory(context, params.id),
    ),
    addImages: assign(({ context }, params: { images: ChosenImage[]; rejected: string[] }) =>
      withImages(context, params.images, params.rejected),
    ),
    removeImage: assign(({ context }, params: { id: string }) => withoutImage(context, params.id)),
    rejectImage: assign(({ context }, params: { id: string }) =>
      withoutImage(context, params.id, true),
    ),
    mergeDraft: assign(({ context }, params: { draft: Draft | undefined }) =>
      params.draft ? withDraft(context, params.draft) : {},
    ),
    /** Puts a refused request in the place of what is in the form. */
    takeContent: assign((_, params: { draft: Draft | undefined }) =>
      params.draft ? { ...params.draft, replaces: params.draft.replaces ?? null } : {},
    ),
    dismissAlerts: assign({ tooMany: false, rejected: [] }),
    chooseStorage: assign({ inMemory: ({ context }) => context.silent }),
    chooseMemory: assign({ inMemory: true }),
    followSaved: assign(({ context }, { key, isKept }: { key: string; isKept: boolean }) => ({
      key,
      inMemory: !isKept,
      progress: { ...context.progress, total: context.images.length },
    })),
    followAgain: assign(({ context }, { key, total }: { key: string; total: number }) => ({
      key,
      progress: { ...context.progress, total },
    })),
    noteProgress: assign((_, params: { progress: UploadProgress }) => params),
    reset: assign(({ context: { open, silent, wanted } }) => ({
      ...emptyForm(open, silent),
      wanted,
    })),
  },
  guards: {
    isBlank: ({ context }) => isBlank(context),
    isChanged: ({ context }) => context.isChanged,
    isWanted: ({ context }) => context.wanted !== null,
    isClosed: ({ context }) => !context.open,
    isKept: ({ context }) => !context.inMemory,
    hasImages: ({ context }) => context.progress.total > 0,
    isFull: (_, params: { saved: Saved }) => params.saved.outcome === 'full',
    hasDelivery: (_, params: Restored) => params.delivery !== undefined,
    wasSent: (_, params: Restored) => params.delivery?.sent === true,
  },
  delays: {
    /**
     * Milliseconds after which storage counts as silent: longer than two tries to open the database,
     * as what is kept before the draft is there would overwrite it.
     */
    restoreTimeout: 20_000,
    /** Milliseconds after which a saved request that the server has not taken is shown as queued. */
    patience: 20_000,
  },
});

const form = base.extend({
  actions: {
    /** The draft was all that the device had of a request that it did not keep. */
    dropUnkept: base.enqueueActions(({ context, enqueue }) => {
      if (context.inMemory) enqueue({ type: 'dropDraft', params: { images: context.images } });
    }),
    /** The form is done with its request. */
    startOver: base.enqueueActions(({ enqueue }) => {
      enqueue('forgetDelivery');
      enqueue('releaseImages');
      enqueue('reset');
    }),
  },
});

/** The failure an event brings: an actor's error, or the server's answer. */
const logFailure = {
  type: 'logFailure' as const,
  params: ({ event }: { event: object }) => ({ error: 'error' in event ? event.error : event }),
};
const keepDraft = {
  type: 'keepDraft' as const,
  params: ({ context }: { context: RequestFormContext }) => ({
    draft: draftOf(context),
    silent: context.silent,
  }),
};
const noteWanted = {
  type: 'noteWanted' as const,
  params: ({ event }: { event: { key: string } }) => event,
};

/** How the visitor's changes arrive in the form. */
const change = {
  fields: {
    type: 'changeFields',
    params: ({ event }: { event: { fields: Partial<RequestFields> } }) => event,
  },
  category: { type: 'toggleCategory', params: ({ event }: { event: { id: string } }) => event },
  images: {
    type: 'addImages',
    params: ({ event }: { event: { images: ChosenImage[]; rejected: string[] } }) => event,
  },
  removed: { type: 'removeImage', params: ({ event }: { event: { id: string } }) => event },
  unreadable: { type: 'rejectImage', params: ({ event }: { event: { id: string } }) => event },
} as const;

const restoring = form.createStateConfig({
  invoke: {
    id: 'restore',
    src: 'restore',
    onDone: [
      {
        guard: { type: 'wasSent', params: ({ event }) => event.output },
        target: 'success',
        actions: 'forgetDelivery',
      },
      {
        guard: { type: 'hasDelivery', params: ({ event }) => event.output },
        target: 'sending',
        actions: { type: 'followAgain', params: ({ event }) => event.output.delivery! },
      },
      {
        target: 'editing',
        actions: [
          { type: 'mergeDraft', params: ({ event }) => ({ draft: event.output.draft }) },
          keepDraft,
        ],
      },
    ],
    onError: { target: 'editing', actions: logFailure },
  },
  after: { restoreTimeout: { target: 'editing', actions: 'noteSilence' } },
  // Nothing is kept yet: it would overwrite the draft that is being loaded.
  on: {
    'fields.changed': { actions: change.fields },
    'category.toggled': { actions: change.category },
    'images.chosen': { actions: change.images },
    'image.removed': { actions: change.removed },
    'image.unreadable': { actions: change.unreadable },
  },
});

const editing = form.createStateConfig({
  initial: 'ready',
  always: [
    { guard: and(['isWanted', 'isBlank']), target: 'reopening' },
    { guard: 'isWanted', target: 'confirming' },
  ],
  on: {
    'fields.changed': { actions: [change.fields, keepDraft] },
    'category.toggled': { actions: [change.category, keepDraft] },
    'images.chosen': { actions: [change.images, keepDraft] },
    'image.removed': { actions: [change.removed, keepDraft] },
    'image.unreadable': { actions: [change.unreadable, keepDraft] },
    'draft.dropped': { guard: 'isChanged', actions: keepDraft },
    'form.cleared': {
      target: '.ready',
      actions: [{ type: 'dropDraft', params: ({ context }) => context }, 'startOver'],
    },
    'form.submitted': { target: 'saving', actions: ['dismissAlerts', 'chooseStorage'] },
  },
  states: {
    ready: {},
    /** The device has no room to save the request; it can be sent without saving. */
    full: {
      on: {
        'memory.accepted': {
          target: '#requestForm.saving',
          actions: ['dismissAlerts', 'chooseMemory'],
        },
      },
    },
    /** The refused record that was asked for could not be read; it stays in the outbox. */
    unopened: { on: { 'form.closed': { target: 'ready', actions: 'noteClosed' } } },
  },
});

/** Another request is in the form: the visitor decides which one stays. */
const confirming = form.createStateConfig({
  on: {
    'replacement.confirmed': { target: 'reopening' },
    'replacement.declined': { target: 'editing', actions: 'forgetWanted' },
  },
});

/** A moment: the form still shows, and nothing claims anything yet. */
const saving = form.createStateConfig({
  invoke: {
    id: 'save',
    src: 'save',
    input: ({ context: { fields, images, replaces, inMemory } }) => ({
      fields,
      images,
      replaces,
      inMemory,
    }),
    onDone: [
      {
        guard: { type: 'isFull', params: ({ event }) => ({ saved: event.output }) },
        target: 'editing.full',
        actions: 'noteUnsent',
      },
      {
        target: 'sending',
        actions: [
          {
            type: 'followSaved',
            params: ({ event: { output } }) => output as Extract<Saved, { key: string }>,
          },
          {
            type: 'rememberDelivery',
            params: ({ context }) => ({ key: context.key!, total: context.images.length }),
          },
        ],
      },
    ],
    onError: { target: 'editing', actions: [logFailure, 'noteUnsent'] },
  },
});

/** On its way; the record is saved, so nothing that goes wrong here loses it. */
const sending = form.createStateConfig({
  initial: 'creating',
  invoke: {
    id: 'follow',
    src: 'follow',
    input: ({ context }) => ({ key: context.key! }),
    // The visitor deleted the record: there is nothing left to follow.
    onDone: { target: 'editing', actions: ['dropUnkept', 'startOver'] },
    onError: { target: '.queued', actions: logFailure },
  },
  on: {
    'delivery.progressed': {
      actions: { type: 'noteProgress', params: ({ event }) => ({ progress: event.progress }) },
    },
    'delivery.sent': [
      { guard: 'isClosed', target: 'editing', actions: ['dropUnkept', 'startOver'] },
      { target: 'success', actions: ['dropUnkept', 'forgetDelivery', 'releaseImages'] },
    ],
    'delivery.postponed': [
      { guard: and(['isClosed', 'isKept']), target: 'editing', actions: 'startOver' },
      { target: '.queued' },
    ],
    'delivery.refused': [
      // Nobody is looking: the record stays in the outbox, where the waiting notice tells.
      { guard: 'isClosed', target: 'editing', actions: [logFailure, 'startOver'] },
      { target: 'reopening', actions: logFailure },
    ],
    // A reload after the form was closed does not bring it back; the waiting notice tells.
    'form.closed': { actions: ['noteClosed', 'forgetDelivery'] },
  },
  states: {
    creating: {
      after: { patience: { target: 'queued' } },
      on: {
        'delivery.created': { guard: 'hasImages', target: 'uploading' },
        'delivery.progressed': {
          target: 'uploading',
          actions: { type: 'noteProgress', params: ({ event }) => ({ progress: event.progress }) },
        },
      },
    },
    uploading: {},
    /** Still followed: when it gets through meanwhile, the screen says so. */
    queued: {
      on: {
        // One that the device does not keep is followed to its end: its draft goes with it.
        'form.closed': [
          { guard: 'isKept', target: '#requestForm.editing', actions: ['startOver', 'noteClosed'] },
          { actions: 'noteClosed' },
        ],
        'record.edited': [
          { guard: 'isKept', target: '#requestForm.editing', actions: ['startOver', noteWanted] },
          { actions: noteWanted },
        ],
      },
    },
  },
});

const reopening = form.createStateConfig({
  invoke: {
    id: 'reopen',
    src: 'reopen',
    input: ({ context }) => ({ key: (context.wanted ?? context.key)! }),
    onDone: {
      target: 'editing',
      actions: [
        { type: 'takeContent', params: ({ event }) => ({ draft: event.output }) },
        'forgetWanted',
        'forgetDelivery',
        keepDraft,
      ],
    },
    onError: [
      {
        guard: and(['isWanted', not('isClosed')]),
        target: 'editing.unopened',
        actions: [logFailure, 'forgetWanted', 'forgetDelivery'],
      },
      // What was refused just now is still in the form.
      {
        target: 'editing',
        actions: [logFailure, 'noteReplaced', 'forgetWanted', 'forgetDelivery'],
      },
    ],
  },
});

const success = form.createStateConfig({
  on: {
    'form.closed': { target: 'editing', actions: ['reset', 'noteClosed'] },
    'record.edited': { target: 'editing', actions: ['reset', noteWanted] },
  },
});

export const requestForm = form.createMachine({
  id: 'requestForm',
  context: emptyForm(true),
  initial: 'restoring',
  on: {
    'form.opened': { actions: 'noteOpened' },
    'form.closed': { actions: 'noteClosed' },
    'record.edited': { actions: noteWanted },
  },
  states: { restoring, editing, confirming, saving, sending, success, reopening },
});
