/**
 * The service-request form (specification, section 4). It has four regions:
 *
 *   dialog    open ⇄ closed                     it begins open: the first opening starts the machine
 *   storage   working ⇄ failing, ─▶ silent      whether the device saves the draft
 *   clearing  idle ⇄ asking                     "Clear everything you entered?"
 *   content
 *     restoring ─▶ editing ─▶ saving ─▶ ┌ sending ────────────────┐ ─▶ success ─▶ editing
 *                    ▲ │                │ creating ─▶ uploading   │
 *                    │ └▶ confirming    │     └──▶ queued ◀─┘     │ queued: the server is out of reach
 *                    │        ▼         └─────────────────────────┘
 *                    └──── reopening ◀──────── refused
 *
 * Ways that the drawing leaves out:
 *
 *   restoring ─▶ sending, success   a delivery was shown before the page was loaded again
 *   editing ─▶ sending              another tab has sent this very draft
 *   editing ─▶ reopening            a record is to be edited, and the form is blank
 *   saving ─▶ editing               the device has no room (`storageFull`), or saving failed
 *   sending ─▶ editing              the request is gone, or the form is closed: the outbox has the request
 *
 * Sending begins only after the request is saved, so nothing that goes wrong later loses it. Where the server refuses
 * the text, `reopening` puts the record back into the form, with everything kept, and the reason is only logged. Where
 * it refuses the pictures, the request stays `queued`. `reopening` also gets a record that the visitor wants to edit;
 * if something else is in the form, `confirming` first asks which of the two to keep.
 *
 * The context's phase belongs to the states of `content`: `delivery` to sending, `reopening` to reopening, `sent` to
 * success, `writing` to all others.
 *
 * `requestFormTypes.ts` explains the context and the events, `requestFormSetup.ts` the actions and guards,
 * `requestFormView.ts` says which screen is shown. `src/request` provides the effects.
 */
import { and, or } from 'xstate';
import { form } from './requestFormSetup';
import { EMPTY_FORM, type Store } from './requestFormTypes';

/** Whether the form is on the screen. */
const dialog = form.createStateConfig({
  initial: 'open',
  states: {
    closed: { on: { 'form.opened': 'open', 'edit.clicked': 'open' } },
    open: { on: { 'form.closed': { target: 'closed', actions: 'forgetLike' } } },
  },
});

const storage = form.createStateConfig({
  initial: 'working',
  states: {
    working: { on: { 'draft.failed': 'failing' } },
    /** The last draft could not be saved, so it is only in this page. */
    failing: { on: { 'draft.saved': 'working' } },
    /** It did not answer in time. From then on nothing is written to it. */
    silent: {},
  },
  on: { 'storage.timedOut': '.silent' },
});

const clearing = form.createStateConfig({
  initial: 'idle',
  states: {
    idle: { on: { 'clear.clicked': 'asking' } },
    asking: {
      on: {
        'clear.declined': 'idle',
        'form.cleared': 'idle',
        'form.closed': 'idle',
        'form.submitted': 'idle',
        'edit.clicked': 'idle',
        'draft.sent': 'idle',
      },
    },
  },
});

/** Empties the form when it is finished with its request. */
const clearForm = ['forgetDelivery', 'releaseDraft', 'reset'] as const;

const restoring = form.createStateConfig({
  invoke: {
    id: 'restore',
    src: 'restore',
    onDone: [
      {
        guard: { type: 'isDeliverySent', params: ({ event }) => event.output },
        target: 'success',
        actions: [
          ...clearForm,
          { type: 'showSent', params: ({ event }) => event.output.delivery!.sent! },
        ],
      },
      {
        guard: { type: 'hasDelivery', params: ({ event }) => event.output },
        target: 'sending',
        actions: { type: 'followAgain', params: ({ event }) => event.output.delivery! },
      },
      {
        guard: 'isChanged',
        target: 'editing',
        actions: [{ type: 'mergeDraft', params: ({ event }) => event.output }, 'saveDraft'],
      },
      // An unchanged draft is not saved again: that would renew its date.
      {
        guard: { type: 'isFromEarlierDay', params: ({ event }) => event.output },
        target: 'editing.earlierDay',
        actions: { type: 'mergeDraft', params: ({ event }) => event.output },
      },
      { target: 'editing', actions: { type: 'mergeDraft', params: ({ event }) => event.output } },
    ],
    onError: { target: 'editing', actions: 'logFailure' },
  },
  after: { restoreTimeout: { target: 'editing', actions: 'reportSilence' } },
  // Nothing is saved yet: that would overwrite the draft that is being loaded.
  on: {
    'fields.changed': { actions: 'changeFields' },
    'images.chosen': { actions: 'addImages' },
    'image.removed': { actions: 'removeImage' },
  },
});

const editing = form.createStateConfig({
  initial: 'ready',
  entry: 'beginWriting',
  states: {
    ready: {},
    /** The content is a draft of an earlier day and unchanged since: the form asks whether to go on. */
    earlierDay: {
      on: {
        'fields.changed': { target: 'ready', actions: ['changeFields', 'saveDraft'] },
        'images.chosen': { target: 'ready', actions: ['addImages', 'saveDraft'] },
        'image.removed': { target: 'ready', actions: ['removeImage', 'saveDraft'] },
      },
    },
    /** A request could not be saved while the form was closed. A notice says so. */
    unsent: { tags: 'unsent', on: { 'form.opened': { target: 'ready', actions: 'nameWork' } } },
    /** The device has no room to save the request. */
    storageFull: {
      initial: 'either',
      states: {
        either: { always: [{ guard: 'isOpen', target: 'seen' }, { target: 'unseen' }] },
        /** The form was closed meanwhile. */
        unseen: {
          tags: 'unsent',
          on: { 'form.opened': { target: 'seen', actions: 'nameWork' } },
        },
        seen: {},
      },
    },
    /** The record to edit could not be read. It stays in the outbox. */
    reopenFailed: { on: { 'form.closed': 'ready' } },
  },
  always: [
    // The first that holds: a blank form is no reason to ask, even if it was this record before.
    { guard: and(['isToBeEdited', 'isBlank']), target: 'reopening', actions: 'reopenWished' },
    // The record is in the form already, and stays as the visitor has left it.
    { guard: 'isInForm', actions: 'forgetWish' },
    // Something else is in the form.
    { guard: 'isToBeEdited', target: 'confirming' },
    { guard: 'isToBeLike', target: '.ready', actions: ['beginWithLike', 'saveDraft'] },
  ],
  on: {
    'fields.changed': { actions: ['changeFields', 'saveDraft'] },
    'images.chosen': { actions: ['addImages', 'saveDraft'] },
    'image.removed': { actions: ['removeImage', 'saveDraft'] },
    'draft.dropped': { guard: 'isChanged', actions: 'saveDraft' },
    'draft.sent': {
      target: 'sending',
      actions: [
        ...clearForm,
        { type: 'followAgain', params: ({ event }) => event },
        'rememberDelivery',
      ],
    },
    'record.sent': {
      guard: 'isUnchangedCopy',
      target: '.ready',
      actions: ['dropDraft', ...clearForm],
    },
    'form.cleared': { target: '.ready', actions: ['dropDraft', ...clearForm] },
    'form.submitted': [
      {
        guard: and(['isComplete', or(['isForMemory', 'isStorageSilent'])]),
        target: 'saving.inMemory',
        actions: 'forgetAlerts',
      },
      { guard: 'isComplete', target: 'saving.onDisk', actions: 'forgetAlerts' },
    ],
  },
});

const confirming = form.createStateConfig({
  on: {
    'replacement.confirmed': { target: 'reopening', actions: 'reopenWished' },
    'replacement.declined': { target: 'editing', actions: 'forgetWish' },
  },
});

/** What is invoked while the request is being saved in this store. */
const savingIn = (store: Store) =>
  form.createStateConfig({
    invoke: {
      id: 'save',
      src: 'save',
      input: ({ context: { content } }) => ({ ...content, store }),
      onDone: [
        {
          guard: { type: 'isStorageFull', params: ({ event }) => event.output },
          target: '#requestForm.content.editing.storageFull',
        },
        {
          target: '#requestForm.content.sending',
          actions: [
            { type: 'followSaved', params: ({ event }) => event.output },
            'rememberDelivery',
          ],
        },
      ],
      onError: [
        {
          guard: 'isClosed',
          target: '#requestForm.content.editing.unsent',
          actions: 'logFailure',
        },
        { target: '#requestForm.content.editing', actions: 'logFailure' },
      ],
    },
  });

/** Lasts a moment. The form is still shown, and no screen says that anything was sent. */
const saving = form.createStateConfig({
  initial: 'onDisk',
  states: {
    /** A disk that fails at this moment makes it memory, too: the answer's `store` says where the request is. */
    onDisk: savingIn('disk'),
    /** The visitor has agreed to it, because the device has no room, or the device does not answer. */
    inMemory: savingIn('memory'),
  },
});

const creating = form.createStateConfig({
  initial: 'usual',
  states: { usual: { after: { slowDelay: 'slow' } }, slow: {} },
  after: { queueDelay: 'queued' },
  on: {
    'delivery.progress': { target: 'uploading', actions: 'showProgress' },
    'delivery.unknown': { target: 'queued', actions: 'logFailure' },
  },
});

const uploading = form.createStateConfig({
  on: {
    'delivery.progress': { actions: 'showProgress' },
    'delivery.unknown': { target: 'queued.textArrived', actions: 'logFailure' },
  },
});

/** The delivery is still followed: when the request is sent meanwhile, the screen says so. */
const queued = form.createStateConfig({
  initial: 'unreached',
  states: {
    unreached: {},
    /** The server has the text. */
    textArrived: {},
    /** The server has the text and has refused the pictures. */
    imagesRefused: {},
  },
  on: {
    'delivery.progress': { target: '.textArrived', actions: 'showProgress' },
    'delivery.unknown': { actions: 'logFailure' },
    'form.closed': {
      guard: 'isOnDisk',
      target: '#requestForm.content.editing',
      actions: clearForm,
    },
    'edit.clicked': {
      guard: 'isOnDisk',
      target: '#requestForm.content.editing',
      actions: [...clearForm, 'wishToEdit'],
    },
  },
});

const sending = form.createStateConfig({
  initial: 'creating',
  states: { creating, uploading, queued },
  invoke: {
    id: 'follow',
    src: 'follow',
    input: ({ context: { phase } }) => ({ key: 'key' in phase ? phase.key : '' }),
  },
  on: {
    'delivery.sent': [
      { guard: 'isClosed', target: 'editing', actions: ['dropDraftInMemory', ...clearForm] },
      {
        target: 'success',
        actions: [
          'dropDraftInMemory',
          { type: 'showSent', params: ({ event }) => event },
          ...clearForm,
        ],
      },
    ],
    'delivery.postponed': [
      { guard: and(['isClosed', 'isOnDisk']), target: 'editing', actions: clearForm },
      { guard: 'isTextArrived', target: '.queued.textArrived' },
      { target: '.queued.unreached' },
    ],
    'delivery.refused': [
      // The form is closed: the record stays in the outbox, and the waiting notice shows it.
      { guard: 'isClosed', target: 'editing', actions: ['logFailure', ...clearForm] },
      { guard: 'isRefusalOfImages', target: '.queued.imagesRefused', actions: 'logFailure' },
      { target: 'reopening.refused', actions: ['logFailure', 'reopenRefused'] },
    ],
    'delivery.removed': { target: 'editing', actions: ['dropDraftInMemory', ...clearForm] },
    // After the form was closed, a reload does not bring this screen back. The waiting notice shows the record.
    'form.closed': { actions: 'forgetDelivery' },
  },
});

const success = form.createStateConfig({
  entry: 'markAnnounced',
  on: {
    'form.closed': 'editing',
    'edit.clicked': { target: 'editing', actions: 'wishToEdit' },
  },
});

const reopening = form.createStateConfig({
  initial: 'asked',
  states: {
    /** The visitor wants to edit the record. */
    asked: {},
    /** The server has refused the request just now. It is still in the form, unless the page was loaded again. */
    refused: {},
  },
  invoke: {
    id: 'reopen',
    src: 'reopen',
    input: ({ context: { phase } }) => ({ key: 'key' in phase ? phase.key : '' }),
    onDone: {
      target: 'editing',
      actions: [{ type: 'showReopened', params: ({ event }) => event.output }, 'saveDraft'],
    },
    onError: [
      {
        guard: and(['isAsked', 'isOpen']),
        target: 'editing.reopenFailed',
        actions: 'logFailure',
      },
      { target: 'editing', actions: 'logFailure' },
    ],
  },
  on: {
    // Another record is wanted instead.
    'edit.clicked': {
      target: 'reopening',
      reenter: true,
      actions: ['wishToEdit', 'reopenWished'],
    },
  },
  exit: ['forgetDelivery', 'forgetReplacedIfBlank'],
});

const content = form.createStateConfig({
  initial: 'restoring',
  states: { restoring, editing, confirming, saving, sending, success, reopening },
  on: {
    'form.opened': { actions: 'nameWork' },
    'edit.clicked': { actions: 'wishToEdit' },
    'like.clicked': { actions: 'wishLike' },
    'notes.found': { actions: 'showNotes' },
  },
});

export const requestForm = form.createMachine({
  id: 'requestForm',
  context: ({ input }) => ({ ...EMPTY_FORM, ...input }),
  type: 'parallel',
  states: { dialog, storage, clearing, content },
});
