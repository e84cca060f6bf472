/**
 * The service-request form (specification, section 4):
 *
 *   restoring ─▶ editing ─▶ saving ─▶ ┌ sending ────────────────┐ ─▶ success
 *                  ▲ │                │ creating ─▶ uploading   │
 *                  │ └▶ confirming    │     └──▶ queued ◀─┘     │ queued: the server is out of reach
 *                  │        ▼         └─────────────────────────┘
 *                  └──── reopening ◀──────── refused
 *
 * Sending begins when the request is saved, so nothing that goes wrong later loses it. A failure returns
 * to editing with everything kept and is only logged. A refused record that the visitor wants to edit
 * comes back by `reopening`; when something else is in the form, `confirming` asks which one stays.
 * What the names mean is in `requestFormSetup.ts`; `src/request` provides the effects.
 */
import { and, not } from 'xstate';
import { EMPTY_FORM, form } from './requestFormSetup';

/** The form is done with its request. */
const startOver = ['forgetDelivery', 'releaseImages', 'reset'] as const;

const restoring = form.createStateConfig({
  invoke: {
    id: 'restore',
    src: 'restore',
    onDone: [
      {
        guard: { type: 'wasSent', params: ({ event }) => event.output },
        target: 'success',
        actions: [
          ...startOver,
          { type: 'noteSent', params: ({ event }) => event.output.delivery!.sent! },
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
        actions: [{ type: 'mergeDraft', params: ({ event }) => event.output }, 'keepDraft'],
      },
      // Looking at a draft does not touch it.
      { target: 'editing', actions: { type: 'mergeDraft', params: ({ event }) => event.output } },
    ],
    onError: { target: 'editing', actions: 'logFailure' },
  },
  after: { restoreTimeout: { target: 'editing', actions: 'noteSilence' } },
  // Nothing is kept yet: it would overwrite the draft that is being loaded.
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
    full: {},
    /** The refused record that was asked for could not be read; it stays in the outbox. */
    unopened: { on: { 'form.closed': { target: 'ready', actions: 'noteClosed' } } },
  },
  always: [
    { guard: and(['isWanted', 'isBlank']), target: 'reopening' },
    // As the visitor has left it.
    { guard: 'isHere', actions: 'forgetWanted' },
    { guard: 'isWanted', target: 'confirming' },
  ],
  on: {
    'fields.changed': { actions: ['changeFields', 'keepDraft'] },
    'images.chosen': { actions: ['addImages', 'keepDraft'] },
    'image.removed': { actions: ['removeImage', 'keepDraft'] },
    'draft.dropped': { guard: 'isChanged', actions: 'keepDraft' },
    'record.sent': { guard: 'isDone', target: '.ready', actions: ['dropDraft', ...startOver] },
    'form.cleared': { target: '.ready', actions: ['dropDraft', ...startOver] },
    'form.submitted': { target: 'saving', actions: 'beginSaving' },
  },
});

const confirming = form.createStateConfig({
  on: {
    'replacement.confirmed': 'reopening',
    'replacement.declined': { target: 'editing', actions: 'forgetWanted' },
  },
});

/** A moment: the form still shows, and nothing claims anything yet. */
const saving = form.createStateConfig({
  invoke: {
    id: 'save',
    src: 'save',
    input: ({ context }) => context,
    onDone: [
      {
        guard: { type: 'isFull', params: ({ event }) => event.output },
        target: 'editing.full',
        actions: 'noteUnsent',
      },
      {
        target: 'sending',
        actions: [{ type: 'followSaved', params: ({ event }) => event.output }, 'rememberDelivery'],
      },
    ],
    onError: { target: 'editing', actions: ['logFailure', 'noteUnsent'] },
  },
});

const creating = form.createStateConfig({
  initial: 'usual',
  states: { usual: { after: { slowness: 'slow' } }, slow: {} },
  after: { patience: 'queued' },
  on: {
    'delivery.progress': { target: 'uploading', actions: 'noteProgress' },
  },
});

/** Still followed: when it gets through meanwhile, the screen says so. */
const queued = form.createStateConfig({
  on: {
    'form.closed': {
      guard: 'isKept',
      target: '#requestForm.editing',
      actions: [...startOver, 'noteClosed'],
    },
    'record.edited': {
      guard: 'isKept',
      target: '#requestForm.editing',
      actions: [...startOver, 'noteWanted'],
    },
  },
});

const sending = form.createStateConfig({
  initial: 'creating',
  states: { creating, uploading: {}, queued },
  invoke: { id: 'follow', src: 'follow', input: ({ context }) => ({ key: context.key! }) },
  on: {
    'delivery.progress': { actions: 'noteProgress' },
    'delivery.sent': [
      { guard: 'isClosed', target: 'editing', actions: ['dropUnkept', ...startOver] },
      {
        target: 'success',
        actions: ['dropUnkept', ...startOver, { type: 'noteSent', params: ({ event }) => event }],
      },
    ],
    'delivery.postponed': [
      { guard: and(['isClosed', 'isKept']), target: 'editing', actions: startOver },
      { target: '.queued', actions: 'noteArrived' },
    ],
    'delivery.refused': [
      // Nobody is looking: the record stays in the outbox, where the waiting notice tells.
      { guard: 'isClosed', target: 'editing', actions: ['logFailure', ...startOver] },
      { guard: 'isOfImages', target: '.queued', actions: ['logFailure', 'noteRefusedImages'] },
      { target: 'reopening', actions: ['logFailure', 'noteReplaced'] },
    ],
    'delivery.removed': { target: 'editing', actions: ['dropUnkept', ...startOver] },
    'delivery.unknown': { target: '.queued', actions: 'logFailure' },
    // A reload after the form was closed does not bring it back; the waiting notice tells.
    'form.closed': { actions: ['noteClosed', 'forgetDelivery'] },
  },
});

const success = form.createStateConfig({
  entry: 'noteTold',
  on: {
    'form.closed': { target: 'editing', actions: 'noteClosed' },
    'record.edited': { target: 'editing', actions: 'noteWanted' },
  },
});

const reopening = form.createStateConfig({
  invoke: {
    id: 'reopen',
    src: 'reopen',
    input: ({ context }) => ({ key: (context.wanted ?? context.key)! }),
    onDone: {
      target: 'editing',
      actions: [{ type: 'takeContent', params: ({ event }) => event.output }, 'keepDraft'],
    },
    onError: [
      {
        guard: and(['isWanted', not('isClosed')]),
        target: 'editing.unopened',
        actions: 'logFailure',
      },
      // What was refused just now is still in the form, unless the page was loaded again.
      { target: 'editing', actions: 'logFailure' },
    ],
  },
  // Asked for once: `editing` would come here again.
  exit: ['forgetWanted', 'forgetDelivery', 'replaceNothingWhenBlank'],
});

export const requestForm = form.createMachine({
  id: 'requestForm',
  context: EMPTY_FORM,
  initial: 'restoring',
  states: { restoring, editing, confirming, saving, sending, success, reopening },
  on: {
    'form.opened': { actions: 'noteOpened' },
    'form.closed': { actions: 'noteClosed' },
    'record.edited': { actions: 'noteWanted' },
  },
});
