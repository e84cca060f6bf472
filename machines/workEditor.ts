/**
 * The owner's page: a new work from its first letter to the gallery, or a stored one that is corrected.
 *
 *     opening ─┬▶ writing ──▶ preparing ──▶ sending ─┬▶ done
 *              ├▶ preparing                          ├▶ stopped ─▶ sending (by itself, or by a press)
 *              └▶ closed ─▶ opening                  ├▶ conflicting ─▶ preparing
 *                                                    └▶ closed (somebody else has removed it)
 *
 *     preparing, sending, stopped, conflicting ─▶ writing
 *                     a picture cannot be used, the press is taken back, or what was refused or meets theirs is corrected
 *     writing, stopped, conflicting, closed ─▶ discarding ─▶ opening
 *     done ─▶ opening
 *     done ─▶ preparing (the correction is undone, or brought back)
 *
 * `preparing`: the press waits for pictures that are still being prepared. From the press on sending goes on by itself:
 * after a lost network, a closed tab or a killed one. What is written is kept on the phone with every change, and goes when
 * it is stored. `conflicting`: somebody else has changed the same of it, and the owner chooses. `closed`, `stopped` and
 * `done` have a reason in the context (workEditorContext.ts), which decides the words alone, and what they lead to.
 * `src/owner/editor/workEditorEffects.ts` provides the effects.
 */
import { not, type SnapshotFrom } from 'xstate';
import { editor } from './workEditorSetup';
import { EMPTY_WORK, keptOf, pictureProblemOf, problemOf } from './workEditorContext';

const opening = editor.createStateConfig({
  invoke: {
    id: 'loadWork',
    src: 'loadWork',
    input: ({ context }) => context.id,
    onDone: [
      {
        guard: { type: 'isClosed', params: ({ event }) => event.output },
        target: 'closed',
        actions: { type: 'showWork', params: ({ event }) => event.output },
      },
      {
        guard: { type: 'wasSubmitted', params: ({ event }) => event.output },
        target: 'preparing',
        actions: { type: 'showWork', params: ({ event }) => event.output },
      },
      {
        target: 'writing',
        actions: { type: 'showWork', params: ({ event }) => event.output },
      },
    ],
    onError: [
      {
        guard: 'isCorrection',
        target: 'closed',
        actions: ['logFailure', { type: 'close', params: 'unread' }],
      },
      { target: 'writing', actions: ['logFailure', { type: 'showWork', params: null }] },
    ],
  },
});

/** There is nothing to write in. Whoever removed a work may put it back. */
const closed = editor.createStateConfig({
  on: {
    'opening.retried': 'opening',
    'network.back': { guard: 'isUnread', target: 'opening' },
    'work.discarded': { guard: 'isKept', target: 'discarding' },
  },
});

/** Pictures are prepared while the owner writes, and a camera or a library may answer after the press. */
const whilePreparing = {
  'pictures.chosen': { actions: ['addPictures', 'saveWork', 'prepareUnprepared'] },
  'picture.prepared': { guard: 'isOfWork', actions: ['markPrepared', 'saveWork'] },
  'picture.failed': { guard: 'isOfWork', actions: ['markUnusable', 'saveWork'] },
} as const;

const writing = editor.createStateConfig({
  entry: 'prepareUnprepared',
  on: {
    'title.changed': { actions: ['changeTitle', 'saveWork'] },
    'day.changed': { actions: ['changeDay', 'saveWork'] },
    ...whilePreparing,
    'picture.removed': { actions: ['removePicture', 'saveWork', 'removeFiles'] },
    'picture.moved': { actions: ['movePicture', 'saveWork'] },
    'side.changed': { guard: 'isOfWork', actions: ['changeSide', 'saveWork'] },
    'cover.chosen': { guard: 'isOfWork', actions: ['chooseCover', 'saveWork'] },
    'work.submitted': [
      {
        guard: 'hasProblem',
        actions: { type: 'showProblem', params: ({ context }) => problemOf(context)! },
      },
      { target: 'preparing', actions: ['hideProblem', 'hideLeftOut', 'markSubmitted', 'saveWork'] },
    ],
    'work.discarded': 'discarding',
  },
});

const preparing = editor.createStateConfig({
  entry: 'prepareUnprepared',
  always: [
    {
      guard: 'hasPictureProblem',
      target: 'writing',
      actions: [
        'takeBack',
        { type: 'showProblem', params: ({ context }) => pictureProblemOf(context)! },
        'saveWork',
      ],
    },
    { guard: not('isPreparing'), target: 'sending' },
  ],
  on: {
    ...whilePreparing,
    'press.takenBack': {
      guard: 'isRetractable',
      target: 'writing',
      actions: ['takeBack', 'saveWork'],
    },
  },
});

const sending = editor.createStateConfig({
  invoke: {
    id: 'sendWork',
    src: 'sendWork',
    input: ({ context }) => keptOf(context),
    onError: { target: 'stopped', actions: ['logFailure', 'showStop'] },
  },
  on: {
    'address.chosen': { actions: ['rememberAddress', 'saveWork'] },
    'progress.made': { actions: 'showProgress' },
    // The phone has lost it. A work is never published without a picture that was chosen for it.
    'picture.failed': {
      guard: 'isOfWork',
      target: 'writing',
      actions: [
        'markUnusable',
        'takeBack',
        { type: 'showProblem', params: 'unusablePicture' },
        'saveWork',
      ],
    },
    'sending.ended': [
      {
        guard: { type: 'hasEndedAs', params: 'stored' },
        target: 'done',
        actions: 'showStored',
      },
      {
        guard: { type: 'hasEndedAs', params: 'removed' },
        target: 'closed',
        actions: ['forgetStored', 'takeBack', { type: 'close', params: 'removed' }, 'saveWork'],
      },
      // Whoever opens the page next has the fields: nothing is written over what somebody else has made of it.
      {
        guard: { type: 'hasEndedAs', params: 'conflict' },
        target: 'conflicting',
        actions: ['showTheirs', 'takeBack', 'saveWork'],
      },
      { target: 'stopped', actions: ['showStop', 'tellRefusal'] },
    ],
  },
});

const stopped = editor.createStateConfig({
  after: { retryDelay: { guard: 'isPassing', target: 'sending' } },
  on: {
    'sending.retried': { target: 'sending', actions: 'hideProblem' },
    'network.back': { guard: 'isPassing', target: 'sending' },
    // Its address is chosen anew then.
    'press.takenBack': {
      guard: 'isRetractable',
      target: 'writing',
      actions: ['takeBack', 'saveWork'],
    },
    // Where no answer ever comes, no other work could be added. This one may be in the gallery already.
    'work.discarded': { guard: 'isPassing', target: 'discarding' },
  },
});

const done = editor.createStateConfig({
  invoke: {
    id: 'clearWork',
    src: 'clearWork',
    // Sent again, it is found as it is: nothing is doubled.
    onError: { actions: 'logFailure' },
  },
  on: {
    'work.added': { guard: not('isCorrection'), target: 'opening' },
    'editor.opened': 'opening',
    'change.undone': {
      guard: 'hasUndo',
      target: 'preparing',
      actions: ['bringBack', 'markSubmitted', 'saveWork'],
    },
  },
});

const discarding = editor.createStateConfig({
  invoke: {
    id: 'clearWork',
    src: 'clearWork',
    onDone: 'opening',
    onError: { target: 'opening', actions: 'logFailure' },
  },
});

/** The gallery has what somebody else wrote; what was typed is still here. */
const conflicting = editor.createStateConfig({
  on: {
    'work.submitted': { target: 'preparing', actions: ['takeOver', 'markSubmitted', 'saveWork'] },
    'press.takenBack': { target: 'writing', actions: ['takeOver', 'saveWork'] },
    'work.discarded': 'discarding',
  },
});

export const workEditor = editor.createMachine({
  id: 'workEditor',
  context: ({ input: { id, today, account } }) => ({
    ...EMPTY_WORK,
    account,
    day: today,
    id,
    today,
    theirs: null,
    undoTo: null,
    leftOut: [],
    progress: null,
    problem: null,
    isUndoing: false,
    reason: null,
    keptBy: null,
  }),
  initial: 'opening',
  invoke: [
    { id: 'preparePictures', src: 'preparePictures' },
    { id: 'watchNetwork', src: 'watchNetwork' },
  ],
  on: {
    'today.changed': { actions: 'changeToday' },
    'pictures.chosen': { actions: 'leaveOut' },
  },
  states: {
    opening,
    closed,
    writing,
    preparing,
    sending,
    stopped,
    conflicting,
    done,
    discarding,
  },
});

export type EditorSnapshot = SnapshotFrom<typeof workEditor>;
