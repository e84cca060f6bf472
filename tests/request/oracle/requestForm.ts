/**
 * The service-request form (specification, section 4):
 *
 *   restoring ─▶ editing ─▶ saving ─▶ ┌ sending ────────────────┐ ─▶ success
 *                  ▲ │                │ creating ─▶ uploading   │
 *                  │ └▶ confirming    │     └──▶ queued ◀─┘     │ queued: the server is out of reach
 *                  │        ▼         └─────────────────────────┘
 *                  └──── reopening ◀──────── refused
 *
 * Sending begins only after the request is saved, so nothing that goes wrong later loses it. A failure
 * returns to editing with everything kept, and is only logged. `reopening` puts a refused record back into
 * the form when the visitor wants to edit it. If something else is in the form, `confirming` first asks
 * which of the two to keep.
 *
 * `requestFormTypes.ts` explains the context and the events, `requestFormSetup.ts` the actions and guards.
 * `src/request` provides the effects.
 */
import { and, not } from 'xstate';
import { form } from './requestFormSetup';
import { EMPTY_FORM } from './requestFormTypes';

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
          { type: 'rememberSent', params: ({ event }) => event.output.delivery!.sent! },
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
      { target: 'editing', actions: { type: 'mergeDraft', params: ({ event }) => event.output } },
    ],
    onError: { target: 'editing', actions: 'logFailure' },
  },
  after: { restoreTimeout: { target: 'editing', actions: 'markStorageSilent' } },
  // Nothing is saved yet: that would overwrite the draft that is being loaded.
  on: {
    'fields.changed': { actions: 'changeFields' },
    'images.chosen': { actions: 'addImages' },
    'image.removed': { actions: 'removeImage' },
  },
});

const editing = form.createStateConfig({
  initial: 'ready',
  states: {
    ready: {},
    /** The device has no room to save the request. */
    storageFull: {},
    /** The record to edit could not be read. It stays in the outbox. */
    reopenFailed: { on: { 'form.closed': { target: 'ready', actions: 'markClosed' } } },
  },
  always: [
    { guard: and(['hasEditKey', 'isBlank']), target: 'reopening' },
    // The form stays as the visitor has left it.
    { guard: 'isInForm', actions: 'forgetRecords' },
    { guard: 'hasEditKey', target: 'confirming' },
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
    'form.submitted': { guard: 'isComplete', target: 'saving', actions: 'beginSaving' },
  },
});

const confirming = form.createStateConfig({
  on: {
    'replacement.confirmed': 'reopening',
    'replacement.declined': { target: 'editing', actions: 'forgetRecords' },
  },
});

/** Lasts a moment. The form is still shown, and no screen says that anything was sent. */
const saving = form.createStateConfig({
  invoke: {
    id: 'save',
    src: 'save',
    input: ({ context }) => context,
    onDone: [
      {
        guard: { type: 'isStorageFull', params: ({ event }) => event.output },
        target: 'editing.storageFull',
        actions: 'markUnsent',
      },
      {
        target: 'sending',
        actions: [{ type: 'followSaved', params: ({ event }) => event.output }, 'rememberDelivery'],
      },
    ],
    onError: { target: 'editing', actions: ['logFailure', 'markUnsent'] },
  },
});

const creating = form.createStateConfig({
  initial: 'usual',
  states: { usual: { after: { slowDelay: 'slow' } }, slow: {} },
  after: { queueDelay: 'queued' },
  on: {
    'delivery.progress': { target: 'uploading', actions: 'showProgress' },
  },
});

/** The delivery is still followed: when the request is sent meanwhile, the screen says so. */
const queued = form.createStateConfig({
  on: {
    'form.closed': {
      guard: 'isOnDisk',
      target: '#requestForm.editing',
      actions: [...clearForm, 'markClosed'],
    },
    'edit.clicked': {
      guard: 'isOnDisk',
      target: '#requestForm.editing',
      actions: [...clearForm, 'openToEdit'],
    },
  },
});

const sending = form.createStateConfig({
  initial: 'creating',
  states: { creating, uploading: {}, queued },
  invoke: { id: 'follow', src: 'follow', input: ({ context }) => ({ key: context.followedKey! }) },
  on: {
    'delivery.progress': { actions: 'showProgress' },
    'delivery.sent': [
      { guard: 'isClosed', target: 'editing', actions: ['dropDraftInMemory', ...clearForm] },
      {
        target: 'success',
        actions: [
          'dropDraftInMemory',
          ...clearForm,
          { type: 'rememberSent', params: ({ event }) => event },
        ],
      },
    ],
    'delivery.postponed': [
      { guard: and(['isClosed', 'isOnDisk']), target: 'editing', actions: clearForm },
      { target: '.queued', actions: 'setTextArrived' },
    ],
    'delivery.refused': [
      // The form is closed: the record stays in the outbox, and the waiting notice shows it.
      { guard: 'isClosed', target: 'editing', actions: ['logFailure', ...clearForm] },
      {
        guard: 'isRefusalOfImages',
        target: '.queued',
        actions: ['logFailure', 'markImagesRefused'],
      },
      { target: 'reopening', actions: ['logFailure', 'markAsReplacement'] },
    ],
    'delivery.removed': { target: 'editing', actions: ['dropDraftInMemory', ...clearForm] },
    'delivery.unknown': { target: '.queued', actions: 'logFailure' },
    // After the form was closed, a reload does not bring this screen back. The waiting notice shows the record.
    'form.closed': { actions: ['markClosed', 'forgetDelivery'] },
  },
});

const success = form.createStateConfig({
  entry: 'markAnnounced',
  on: {
    'form.closed': { target: 'editing', actions: 'markClosed' },
    'edit.clicked': { target: 'editing', actions: 'openToEdit' },
  },
});

const reopening = form.createStateConfig({
  invoke: {
    id: 'reopen',
    src: 'reopen',
    input: ({ context }) => ({ key: (context.editKey ?? context.followedKey)! }),
    onDone: {
      target: 'editing',
      actions: [{ type: 'showReopened', params: ({ event }) => event.output }, 'saveDraft'],
    },
    onError: [
      {
        guard: and(['hasEditKey', not('isClosed')]),
        target: 'editing.reopenFailed',
        actions: 'logFailure',
      },
      // A request that was refused just now is still in the form, unless the page was loaded again.
      { target: 'editing', actions: 'logFailure' },
    ],
  },
  // Another record is wanted instead.
  on: { 'edit.clicked': { target: 'reopening', reenter: true, actions: 'openToEdit' } },
  // The keys are forgotten, or `editing` would come here again.
  exit: ['forgetRecords', 'forgetDelivery', 'forgetReplacedIfBlank'],
});

export const requestForm = form.createMachine({
  id: 'requestForm',
  context: EMPTY_FORM,
  initial: 'restoring',
  states: { restoring, editing, confirming, saving, sending, success, reopening },
  on: {
    'draft.saved': { actions: 'markDraftSaved' },
    'draft.failed': { actions: 'markDraftUnsaved' },
    'form.opened': { actions: 'markOpened' },
    'form.closed': { actions: 'markClosed' },
    'edit.clicked': { actions: 'openToEdit' },
  },
});
