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
 *     writing, stopped, conflicting, closed ─▶ discarding ─▶ writing (empty), or opening of a stored work
 *     done ─▶ writing (empty), or opening of a stored work
 *     done ─▶ preparing (the correction is undone, or brought back)
 *
 * `preparing`: the press waits for pictures that are still being prepared. From the press on sending goes on by itself:
 * after a lost network, a closed tab or a killed one. What is written is kept on the phone with every change, and goes when
 * it is stored. `conflicting`: somebody else has changed the same of it, and the owner chooses. `closed`, `stopped` and
 * `done` have a reason in the context (workEditorContext.ts), which decides the words alone, and what they lead to.
 * `src/owner/works/workEditorEffects.ts` provides the effects.
 */
import { and, not, type SnapshotFrom } from 'xstate';
import { editor } from './workEditorSetup';
import { EMPTY_WORK, keptOf } from './workEditorContext';

/** What a press needs, in the order in which it is asked for. */
const PROBLEMS_OF_TEXTS = [
  { guard: not('hasTitle'), actions: { type: 'showProblem', params: 'titleMissing' } },
  { guard: 'isTitleTooLong', actions: { type: 'showProblem', params: 'titleTooLong' } },
  { guard: not('hasDay'), actions: { type: 'showProblem', params: 'dayMissing' } },
  { guard: 'isDayInFuture', actions: { type: 'showProblem', params: 'dayInFuture' } },
] as const;

const opening = editor.createStateConfig({
  invoke: {
    id: 'loadWork',
    src: 'loadWork',
    input: ({ context }) => context.id,
    onDone: [
      {
        // Nothing of it is shown, and nothing goes on.
        guard: { type: 'isForeign', params: ({ event }) => event.output },
        target: 'closed',
        actions: [
          { type: 'showOwner', params: ({ event }) => event.output },
          { type: 'close', params: 'foreign' },
        ],
      },
      {
        guard: { type: 'isOfAnotherWork', params: ({ event }) => event.output },
        target: 'closed',
        actions: [
          { type: 'showWork', params: ({ event }) => event.output },
          { type: 'close', params: 'occupied' },
        ],
      },
      {
        guard: { type: 'isMissing', params: ({ event }) => event.output },
        target: 'closed',
        actions: { type: 'close', params: 'missing' },
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
      { target: 'writing', actions: ['logFailure', 'empty'] },
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

/** The fields. Pictures are prepared here while the owner goes on. */
const writing = editor.createStateConfig({
  entry: 'prepareUnprepared',
  on: {
    'title.changed': { actions: ['changeTitle', 'saveWork'] },
    'day.changed': { actions: ['changeDay', 'saveWork'] },
    'pictures.chosen': { actions: ['addPictures', 'saveWork', 'prepareAdded'] },
    'picture.prepared': { guard: 'isOfWork', actions: ['markPrepared', 'saveWork'] },
    'picture.failed': { guard: 'isOfWork', actions: ['markUnusable', 'saveWork'] },
    'picture.removed': { actions: ['removePicture', 'saveWork', 'removeFiles'] },
    'picture.moved': { actions: ['movePicture', 'saveWork'] },
    'side.changed': { guard: 'isOfWork', actions: ['changeSide', 'saveWork'] },
    'cover.chosen': { guard: 'isOfWork', actions: ['chooseCover', 'saveWork'] },
    'work.submitted': [
      ...PROBLEMS_OF_TEXTS,
      {
        guard: not('hasAfterPicture'),
        actions: { type: 'showProblem', params: 'afterMissing' },
      },
      {
        guard: 'hasUnusable',
        actions: { type: 'showProblem', params: 'unusablePicture' },
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
      guard: 'hasUnusable',
      target: 'writing',
      actions: ['takeBack', 'saveWork', { type: 'showProblem', params: 'unusablePicture' }],
    },
    {
      guard: and([not('isPreparing'), 'isCoverTooSmall']),
      target: 'writing',
      actions: ['takeBack', 'saveWork', { type: 'showProblem', params: 'coverTooSmall' }],
    },
    { guard: not('isPreparing'), target: 'sending' },
  ],
  on: {
    // A camera or a library may answer after the press.
    'pictures.chosen': { actions: ['addPictures', 'saveWork', 'prepareAdded'] },
    'picture.prepared': { guard: 'isOfWork', actions: ['markPrepared', 'saveWork'] },
    'picture.failed': { guard: 'isOfWork', actions: ['markUnusable', 'saveWork'] },
    'work.corrected': {
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
      { guard: 'isStored', target: 'done', actions: 'showStored' },
      {
        guard: 'isRemoved',
        target: 'closed',
        actions: ['forgetStored', 'takeBack', { type: 'close', params: 'removed' }, 'saveWork'],
      },
      // Whoever opens the page next has the fields: nothing is written over what somebody else has made of it.
      {
        guard: 'isConflict',
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
    // It gets another address: the pictures that are stored under the old one can never be replaced.
    'work.corrected': {
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
    onDone: { actions: 'hideProgress' },
    // Sent again, it is found as it is: nothing is doubled.
    onError: { actions: 'logFailure' },
  },
  on: {
    'work.added': { guard: not('isCorrection'), target: 'writing', actions: 'empty' },
    'editor.opened': [
      { guard: 'isCorrection', target: 'opening' },
      { target: 'writing', actions: 'empty' },
    ],
    'change.undone': {
      guard: 'hasBefore',
      target: 'preparing',
      actions: ['bringBack', 'markSubmitted', 'saveWork'],
    },
  },
});

const discarding = editor.createStateConfig({
  invoke: {
    id: 'clearWork',
    src: 'clearWork',
    onDone: [
      { guard: 'isCorrection', target: 'opening' },
      { target: 'writing', actions: 'empty' },
    ],
    onError: [
      { guard: 'isCorrection', target: 'opening', actions: 'logFailure' },
      { target: 'writing', actions: ['logFailure', 'empty', 'saveWork'] },
    ],
  },
});

/** The gallery has what somebody else wrote; what was typed is still here. */
const conflicting = editor.createStateConfig({
  on: {
    'work.submitted': { target: 'preparing', actions: ['takeOver', 'markSubmitted', 'saveWork'] },
    'work.corrected': { target: 'writing', actions: ['takeOver', 'saveWork'] },
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
    before: null,
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
