/**
 * The owner's page: a new work from its first letter to the gallery, or a stored one that is corrected.
 *
 *     opening ─┬▶ writing ──▶ preparing ──▶ continuing ─┬▶ addressing ──▶ publishing ──▶ published
 *              └▶ preparing                    ▲        └▶ publishing
 *                                              └── waiting, exhausted, refused
 *
 *     addressing, publishing ─▶ waiting, exhausted, refused     publishing ─▶ addressing (its id is taken)
 *     preparing, addressing, publishing, waiting, exhausted, refused ─▶ writing
 *                                       a picture cannot be used, the press is taken back, or what was refused is corrected
 *     writing, waiting, exhausted ─▶ discarding ─▶ writing (empty)     published ─▶ writing (empty)
 *
 * A stored work, beside these:
 *
 *     opening ─┬▶ unopened ─▶ opening (once the server answers)          publishing ─┬▶ conflicting ─▶ preparing, writing
 *              ├▶ missing ─▶ opening                                                 └▶ removed ─▶ opening, discarding
 *              └▶ occupied ─▶ discarding ─▶ opening
 *
 *     published ─▶ preparing, then undone (the change is taken back) ─▶ preparing, then published (it is brought back)
 *     published, undone ─▶ opening
 *
 * `continuing` decides at once where publishing goes on. `preparing`: the press waits for pictures that are still being
 * prepared. From the press on publishing goes on by itself: after a lost network, a closed tab or a killed one.
 * `addressing`: the work's address is chosen; a stored work has one. `waiting`: the server could not be reached.
 * `exhausted`: as `waiting`, while the project's quota is used up. What is written is kept on the phone with every
 * change, and goes when it is published. `occupied`: the phone keeps the correction of another work.
 * `missing`: the gallery has no such work. `removed`: somebody else has removed it since it was opened. `conflicting`:
 * somebody else has changed the same of it, and the owner chooses. `undone`: stored as it was before its correction.
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
        guard: { type: 'isOfAnotherWork', params: ({ event }) => event.output },
        target: 'occupied',
        actions: { type: 'showWork', params: ({ event }) => event.output },
      },
      { guard: { type: 'isMissing', params: ({ event }) => event.output }, target: 'missing' },
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
      { guard: 'isCorrection', target: 'unopened', actions: 'logFailure' },
      { target: 'writing', actions: ['logFailure', 'empty'] },
    ],
  },
});

/** The server has not said what the stored work is. */
const unopened = editor.createStateConfig({
  on: { 'opening.retried': 'opening', 'network.back': 'opening' },
});

/** Nothing is typed yet. Whoever removed it may put it back. */
const missing = editor.createStateConfig({ on: { 'opening.retried': 'opening' } });

/** One correction at a time is kept: this one is of another work. */
const occupied = editor.createStateConfig({ on: { 'work.discarded': 'discarding' } });

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
    { guard: not('isPreparing'), target: 'continuing' },
  ],
  on: {
    // A camera or a library may answer after the press.
    'pictures.chosen': { actions: ['addPictures', 'saveWork', 'prepareAdded'] },
    'picture.prepared': { guard: 'isOfWork', actions: ['markPrepared', 'saveWork'] },
    'picture.failed': { guard: 'isOfWork', actions: ['markUnusable', 'saveWork'] },
    'submission.cancelled': {
      guard: 'isRetractable',
      target: 'writing',
      actions: ['takeBack', 'saveWork'],
    },
  },
});

const addressing = editor.createStateConfig({
  invoke: {
    id: 'chooseId',
    src: 'chooseId',
    input: ({ context }) => keptOf(context),
    onDone: {
      target: 'publishing',
      actions: [{ type: 'rememberId', params: ({ event }) => event.output }, 'saveWork'],
    },
    onError: [
      { guard: 'isQuotaUsedUp', target: 'exhausted', actions: 'logFailure' },
      { guard: 'isForbidden', target: 'refused', actions: 'logFailure' },
      {
        guard: 'isTitleTaken',
        target: 'refused',
        actions: { type: 'showProblem', params: 'titleTaken' },
      },
      { target: 'waiting', actions: 'logFailure' },
    ],
  },
  on: { 'submission.cancelled': { target: 'writing', actions: ['takeBack', 'saveWork'] } },
});

const publishing = editor.createStateConfig({
  invoke: {
    id: 'publish',
    src: 'publish',
    input: ({ context }) => keptOf(context),
    onError: { target: 'waiting', actions: 'logFailure' },
  },
  on: {
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
    'publish.ended': [
      { guard: and(['isPublished', 'isUndoing']), target: 'undone', actions: 'showStored' },
      { guard: 'isPublished', target: 'published', actions: 'showStored' },
      {
        guard: 'isRemoved',
        target: 'removed',
        actions: ['forgetStored', 'takeBack', 'saveWork'],
      },
      // Whoever opens the page next has the fields: nothing is written over what somebody else has made of it.
      {
        guard: 'isConflict',
        target: 'conflicting',
        actions: ['showTheirs', 'takeBack', 'saveWork'],
      },
      // The phone keeps another id before anything is stored under it: a kill in between would publish the work twice.
      { guard: 'isTaken', target: 'addressing', actions: ['forgetId', 'saveWork'] },
      { guard: 'isUnreachable', target: 'waiting' },
      { guard: 'isExhausted', target: 'exhausted' },
      { guard: 'isRefused', target: 'refused' },
      // The work stays on the phone, and publishing goes on after the next sign-in.
      { target: 'waiting', actions: 'endSession' },
    ],
  },
});

const waiting = editor.createStateConfig({
  after: { retryDelay: 'continuing' },
  on: {
    'publish.clicked': 'continuing',
    'network.back': 'continuing',
    'submission.cancelled': {
      guard: 'isRetractable',
      target: 'writing',
      actions: ['takeBack', 'saveWork'],
    },
    // Where no answer ever comes, no other work could be added. This one may be in the gallery already.
    'work.discarded': 'discarding',
  },
});

/** Decides where publishing goes on. */
const continuing = editor.createStateConfig({
  always: [{ guard: 'hasAddress', target: 'publishing' }, { target: 'addressing' }],
});

const refused = editor.createStateConfig({
  on: {
    'publish.clicked': { target: 'continuing', actions: 'hideProblem' },
    // It gets another address: the pictures that are stored under the old one can never be replaced.
    'work.corrected': { target: 'writing', actions: ['takeBack', 'saveWork'] },
  },
});

const clearing = {
  id: 'clearWork',
  src: 'clearWork',
  onDone: { actions: 'hideProgress' },
  // Published again, it is found as it is: nothing is doubled.
  onError: { actions: 'logFailure' },
} as const;

const published = editor.createStateConfig({
  invoke: clearing,
  on: {
    'work.added': { guard: not('isCorrection'), target: 'writing', actions: 'empty' },
    'editor.opened': [
      { guard: 'isCorrection', target: 'opening' },
      { target: 'writing', actions: 'empty' },
    ],
    'change.undone': {
      guard: 'hasBefore',
      target: 'preparing',
      actions: ['bringBack', 'markUndoing', 'markSubmitted', 'saveWork'],
    },
  },
});

const undone = editor.createStateConfig({
  invoke: clearing,
  on: {
    'editor.opened': 'opening',
    'change.redone': {
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

/** It can be put back for a week, and what was typed is kept. */
const removed = editor.createStateConfig({
  on: { 'opening.retried': 'opening', 'work.discarded': 'discarding' },
});

export const workEditor = editor.createMachine({
  id: 'workEditor',
  context: ({ input: { id, today } }) => ({
    ...EMPTY_WORK,
    day: today,
    id,
    today,
    theirs: null,
    before: null,
    leftOut: [],
    progress: null,
    problem: null,
    isUndoing: false,
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
    unopened,
    missing,
    occupied,
    writing,
    preparing,
    addressing,
    publishing,
    waiting,
    // The same as `waiting`, for another cause.
    exhausted: waiting,
    continuing,
    refused,
    published,
    undone,
    discarding,
    conflicting,
    removed,
  },
});

export type EditorSnapshot = SnapshotFrom<typeof workEditor>;
