/** The states of the request form from the press of "Send request" to its success (the map is in `requestForm.ts`). */
import { and } from 'xstate';
import { clearForm, form } from './requestFormSetup';
import { unreadOf } from './requestFormContext';

/**
 * Lasts a moment. The form is still shown, and no screen says that anything was sent. `followed.store` is where the
 * request is to be saved: memory where the visitor has agreed to it or the device does not answer, otherwise the disk.
 * Where the disk fails at this moment, the request is in memory, and `followSaved` says so at the end.
 */
export const saving = form.createStateConfig({
  invoke: {
    id: 'save',
    src: 'save',
    input: ({ context }) => ({
      ...context.content,
      store: context.followed.store,
      ...unreadOf(context),
    }),
    onDone: [
      {
        guard: { type: 'isStorageFull', params: ({ event }) => event.output },
        target: 'editing.storageFull',
      },
      {
        target: 'sending',
        actions: [
          { type: 'followSaved', params: ({ event }) => event.output },
          'rememberDelivery',
          'reportAwaited',
        ],
      },
    ],
    onError: [
      { guard: 'isClosed', target: 'editing.unsent', actions: 'logFailure' },
      { target: 'editing', actions: 'logFailure' },
    ],
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
  initial: 'nothingArrived',
  states: {
    nothingArrived: {},
    textArrived: {},
    imagesOnTheWay: {},
    imagesRefused: {},
  },
  on: {
    'delivery.progress': { target: '.imagesOnTheWay', actions: 'showProgress' },
    'delivery.unknown': { actions: 'logFailure' },
    'form.closed': {
      guard: 'isOnDisk',
      target: '#requestForm.content.editing',
      actions: clearForm,
    },
  },
});

export const sending = form.createStateConfig({
  initial: 'creating',
  states: { creating, uploading, queued },
  invoke: {
    id: 'follow',
    src: 'follow',
    input: ({ context }) => ({ key: context.followed.key }),
  },
  on: {
    'delivery.detached': { actions: 'showGoesOn' },
    'delivery.sent': {
      target: 'success',
      // In this order: `dropDraftInMemory` looks at the images, which `clearForm` removes.
      actions: [
        'dropDraftInMemory',
        { type: 'showSent', params: ({ event }) => event },
        ...clearForm,
      ],
    },
    'delivery.postponed': [
      { guard: and(['isClosed', 'isOnDisk']), target: 'editing', actions: clearForm },
      { guard: 'isTextArrived', target: '.queued.textArrived' },
      { target: '.queued.nothingArrived' },
    ],
    'delivery.refused': [
      // The form is closed: the record stays in the outbox, and the waiting notice shows it.
      { guard: 'isClosed', target: 'editing', actions: ['logFailure', ...clearForm] },
      { guard: 'isRefusalOfImages', target: '.queued.imagesRefused', actions: 'logFailure' },
      { target: 'reopening', actions: ['logFailure', 'reopenRefused'] },
    ],
    'delivery.removed': [
      // The visitor has deleted all data of the site. The text has reached the owner.
      {
        guard: 'isTextArrived',
        target: 'success',
        actions: [
          'dropDraftInMemory',
          { type: 'showSent', params: ({ event }) => event.arrived },
          ...clearForm,
        ],
      },
      { target: 'editing', actions: ['dropDraftInMemory', ...clearForm] },
    ],
    // After the form was closed, a reload does not bring this screen back. The waiting notice shows the record.
    'form.closed': { actions: 'forgetDelivery' },
  },
});

export const success = form.createStateConfig({
  initial: 'either',
  states: {
    // Nobody sees the screen of a closed form. A notice announces the request then.
    either: {
      always: [{ guard: 'isClosed', target: '#requestForm.content.editing' }, { target: 'shown' }],
    },
    shown: { entry: 'markAnnounced' },
  },
  on: { 'form.closed': 'editing' },
});

/**
 * The states of the request form while a saved request waits for files that were still being read at the press (the map
 * is in `requestForm.ts`).
 */

const goWithout = {
  target: '#requestForm.files.settled',
  actions: ['leaveOutAwaited', 'forgetAwaited'],
} as const;

export const files = form.createStateConfig({
  initial: 'settled',
  states: {
    settled: { on: { 'files.awaited': 'awaited' } },
    awaited: {
      after: { filesTimeout: goWithout },
      always: { guard: 'isNothingAwaited', target: 'settled' },
      on: {
        'file.brought': { actions: 'forgetAwaited' },
        'page.hidden': goWithout,
      },
    },
  },
});
