/**
 * The service-request form (specification, section 4). It has five regions:
 *
 *   dialog    open ⇄ closed                     it begins open: the first opening starts the machine
 *   storage   working ⇄ failing, ─▶ silent      whether the device saves the draft
 *   files     settled ⇄ awaited                 whether a saved request waits for files that are still being read
 *   clearing  idle ⇄ asking                     "Clear everything you entered?"
 *   content
 *     restoring ─▶ editing ─▶ saving ─▶ ┌ sending ────────────────┐ ─▶ success ─▶ editing
 *                    ▲                  │ creating ─▶ uploading   │
 *                    │                  │     └──▶ queued ◀─┘     │ queued: saved, and not sent for now
 *                    │                  └─────────────────────────┘
 *                    └──── reopening ◀──────── refused
 *
 * Ways that the drawing leaves out:
 *
 *   restoring ─▶ sending, success   a delivery was shown before the page was loaded again, or another tab has
 *                                   submitted the draft
 *   editing ─▶ sending              another tab has submitted this very draft
 *   saving ─▶ editing               the device has no room (`storageFull`), or saving failed
 *   sending ─▶ editing              the request is gone, or was refused while the form was closed; or the form is
 *                                   closed while it waits: the outbox has it
 *   sending ─▶ success              the request was sent, or it is gone and the server has its text
 *
 * The press is the promise: it saves the request at once. A file that is still being read comes later or not at all.
 * Ten seconds later, or when the page is hidden, the request goes without the file, which a screen then names.
 *
 * Sending begins only after the request is saved, so nothing that goes wrong later loses it. Where the server refuses
 * the text, `reopening` puts the record back into the form, with everything kept, and the reason is only logged. Where
 * it refuses the pictures, the request stays `queued`.
 *
 * The context's `followed` is the saved request that `restoring.delivery`, `sending`, `success` and `reopening` are
 * about, and before it is saved, where it will be. The other states are about none.
 *
 * `requestFormDelivery.ts` has the states from saving to success, and those of the wait for files that are still being
 * read. `requestFormContext.ts` explains the context and the events, and what becomes of chosen pictures;
 * `requestFormSetup.ts` has the actions and guards. `requestFormView.ts` says which screen is shown.
 * `src/request/running/requestFormEffects.ts` provides the effects.
 */
import { and, or } from 'xstate';
import { files, saving, sending, success } from './requestFormDelivery';
import { clearForm, form } from './requestFormSetup';
import { EMPTY_FORM, following } from './requestFormContext';

const dialog = form.createStateConfig({
  initial: 'open',
  states: {
    closed: { on: { 'form.opened': 'open' } },
    open: { on: { 'form.closed': { target: 'closed', actions: 'forgetLike' } } },
  },
});

const storage = form.createStateConfig({
  initial: 'working',
  states: {
    working: { on: { 'draft.failed': 'failing' } },
    /** The last draft could not be saved, so it is only in this page. */
    failing: { on: { 'draft.saved': 'working' } },
    /** The storage did not answer in time. From then on nothing is written to it. */
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
        'draft.submitted': 'idle',
      },
    },
  },
});

const changes = <Then extends 'saveDraft'>(...then: Then[]) =>
  ({
    'fields.changed': { actions: ['changeFields', ...then] },
    'images.chosen': { actions: ['addImages', ...then] },
    'image.removed': { actions: ['removeImage', ...then] },
    'subject.removed': { actions: ['removeSubject', ...then] },
  }) as const;

/** From now on, only a notice shows the delivery that this tab has shown before. */
const leaveDelivery = ['forgetDelivery', 'followNone'] as const;

/**
 * What the device remembers is loaded. Where the page has shown a delivery before it was loaded again, the form is not
 * shown before it is known whether it will stay: nobody types into a screen that goes.
 */
const restoring = form.createStateConfig({
  initial: 'either',
  states: {
    either: { always: [{ guard: 'isFollowing', target: 'delivery' }, { target: 'draft' }] },
    delivery: {
      invoke: {
        id: 'restoreDelivery',
        src: 'restoreDelivery',
        input: ({ context }) => ({ key: context.followed.key }),
        onDone: [
          {
            guard: { type: 'isSent', params: ({ event }) => event.output },
            target: '#requestForm.content.success',
            actions: [
              ...clearForm,
              {
                type: 'showSent',
                params: ({ event: { output } }) => (output.is === 'sent' ? output.sent : undefined),
              },
            ],
          },
          {
            guard: { type: 'isWaiting', params: ({ event }) => event.output },
            target: '#requestForm.content.sending',
            actions: { type: 'followFound', params: ({ event }) => event.output },
          },
          { target: 'draft', actions: leaveDelivery },
        ],
        onError: { target: 'draft', actions: ['logFailure', ...leaveDelivery] },
      },
      after: { restoreDeliveryTimeout: { target: 'draft', actions: leaveDelivery } },
      // The visitor does not want to see the delivery now.
      on: {
        'form.closed': { target: 'draft', actions: leaveDelivery },
        'like.clicked': { target: 'draft', actions: [...leaveDelivery, 'wishLike'] },
      },
    },
    draft: {
      invoke: {
        id: 'restoreDraft',
        src: 'restoreDraft',
        onDone: [
          // Also where another tab has submitted the draft: what was typed meanwhile belongs to another request.
          {
            guard: 'isChanged',
            target: '#requestForm.content.editing',
            actions: [{ type: 'mergeDraft', params: ({ event }) => event.output }, 'saveDraft'],
          },
          {
            guard: { type: 'isSubmitted', params: ({ event }) => event.output },
            target: '#requestForm.content.sending',
            actions: [
              {
                type: 'followAgain',
                params: ({ event }) => ({ key: event.output.submittedKey! }),
              },
              'rememberDelivery',
            ],
          },
          // An unchanged draft is not saved again: that would renew its date.
          {
            guard: { type: 'isFromEarlierDay', params: ({ event }) => event.output },
            target: '#requestForm.content.editing.earlierDay',
            actions: { type: 'mergeDraft', params: ({ event }) => event.output },
          },
          {
            target: '#requestForm.content.editing',
            actions: { type: 'mergeDraft', params: ({ event }) => event.output },
          },
        ],
        onError: { target: '#requestForm.content.editing', actions: 'logFailure' },
      },
      after: {
        restoreTimeout: { target: '#requestForm.content.editing', actions: 'reportSilence' },
      },
      // Nothing is saved yet: that would overwrite the draft that is being loaded.
      on: changes(),
    },
  },
});

/** What another tab has done concerns the content that is in the form. */
const newsOfOthers = {
  'draft.dropped': { guard: 'isChanged', actions: 'saveDraft' },
  'draft.submitted': {
    target: '#requestForm.content.sending',
    actions: [
      ...clearForm,
      { type: 'followAgain', params: ({ event }: { event: { key: string } }) => event },
      'rememberDelivery',
    ],
  },
  'record.sent': {
    guard: 'isUnchangedCopy',
    target: '#requestForm.content.editing.ready',
    actions: ['dropDraft', ...clearForm],
  },
} as const;

const editing = form.createStateConfig({
  initial: 'ready',
  entry: 'followNone',
  states: {
    ready: {},
    /** The content is a draft of an earlier day and unchanged since: the form asks whether to go on. */
    earlierDay: { always: { guard: 'isChanged', target: 'ready' } },
    /** A request could not be saved while the form was closed. A notice says so. */
    unsent: { tags: 'unsent', on: { 'form.opened': 'ready' } },
    storageFull: {
      initial: 'either',
      states: {
        either: { always: [{ guard: 'isOpen', target: 'seen' }, { target: 'unseen' }] },
        unseen: { tags: 'unsent', on: { 'form.opened': 'seen' } },
        seen: {},
      },
    },
  },
  always: { guard: 'isToBeLike', target: '.ready', actions: ['takeLike', 'saveDraft'] },
  on: {
    ...changes('saveDraft'),
    ...newsOfOthers,
    'form.cleared': { target: '.ready', actions: ['dropDraft', ...clearForm] },
    'form.submitted': [
      {
        guard: and(['isComplete', or(['isForMemory', 'isStorageSilent'])]),
        target: 'saving',
        actions: ['forgetAlerts', 'chooseMemory'],
      },
      { guard: 'isComplete', target: 'saving', actions: 'forgetAlerts' },
    ],
  },
});

/** The server has refused the request just now. It is still in the form, unless the page was loaded again. */
const reopening = form.createStateConfig({
  invoke: {
    id: 'reopen',
    src: 'reopen',
    input: ({ context }) => ({ key: context.followed.key }),
    onDone: {
      target: 'editing',
      actions: [{ type: 'showReopened', params: ({ event }) => event.output }, 'saveDraft'],
    },
    onError: { target: 'editing', actions: 'logFailure' },
  },
  exit: ['forgetDelivery', 'forgetReplacedIfBlank'],
});

const content = form.createStateConfig({
  initial: 'restoring',
  states: { restoring, editing, saving, sending, success, reopening },
  on: {
    'form.opened': { actions: 'nameWork' },
    'like.clicked': { actions: 'wishLike' },
    'notes.found': { actions: 'showNotes' },
    'files.chosen': { actions: 'showReading' },
    'file.left': { actions: 'dropReading' },
  },
});

/**
 * A function, because making the machine takes longer than evaluating all other code of the form: its caller chooses
 * when.
 */
export const createRequestForm = () =>
  form.createMachine({
    id: 'requestForm',
    context: ({ input: { earlier, followedKey } }) => ({
      ...EMPTY_FORM,
      ...earlier,
      ...(followedKey !== undefined && { followed: following(followedKey) }),
    }),
    type: 'parallel',
    states: { dialog, storage, files, clearing, content },
  });
