/**
 * The owner's page: a new work from its first letter to the gallery, or a stored one whose title and day are changed.
 *
 *     opening ─┬▶ writing ──▶ preparing ──▶ continuing ─┬▶ addressing ──▶ publishing ──▶ published
 *              └▶ preparing                    ▲        └▶ publishing
 *                                              └── waiting, exhausted, refused
 *
 *     addressing, publishing ─▶ waiting, exhausted     publishing ─▶ refused, addressing (its id is taken)
 *     preparing, addressing, publishing, waiting, exhausted, refused ─▶ writing
 *                                       a picture cannot be used, the press is taken back, or what was refused is corrected
 *     writing, waiting, exhausted ─▶ discarding ─▶ writing (empty)     published ─▶ writing (empty)
 *
 *     changing ⇄ savingChange ─┬▶ changed
 *                              ├▶ conflicting ─▶ savingChange, changing
 *                              └▶ removed
 *
 * `continuing` decides at once where publishing goes on. `preparing`: the press waits for pictures that are still being prepared. From the press on publishing goes on by
 * itself: after a lost network, a closed tab or a killed one. `addressing`: the work's address is chosen. `waiting`: the
 * server could not be reached. `exhausted`: as `waiting`, while the project's quota is used up. What is written is kept on
 * the phone with every change, and goes when it is published; what is changed of a stored work is kept in the tab.
 * `conflicting`: somebody else has changed the same of it, and the owner chooses.
 * `src/owner/works/workEditorEffects.ts` provides the effects.
 */
import { and, not, type SnapshotFrom } from 'xstate';
import { editor } from './workEditorSetup';
import { EMPTY_WORK, keptOf, type ChangeResult } from './workEditorContext';

/** What a press needs, in the order in which it is asked for. */
const PROBLEMS_OF_TEXTS = [
  { guard: not('hasTitle'), actions: { type: 'showProblem', params: 'titleMissing' } },
  { guard: 'isTitleTooLong', actions: { type: 'showProblem', params: 'titleTooLong' } },
  { guard: not('hasDay'), actions: { type: 'showProblem', params: 'dayMissing' } },
  { guard: 'isDayInFuture', actions: { type: 'showProblem', params: 'dayInFuture' } },
] as const;

const opening = editor.createStateConfig({
  always: { guard: 'isStored', target: 'changing' },
  invoke: {
    id: 'loadWork',
    src: 'loadWork',
    onDone: [
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
    onError: { target: 'writing', actions: ['logFailure', 'empty'] },
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
      { target: 'preparing', actions: ['hideProblem', 'markSubmitted', 'saveWork'] },
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
      guard: not('hasAddress'),
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
      { guard: 'isPublished', target: 'published' },
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
      guard: not('hasAddress'),
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
    'publish.clicked': 'continuing',
    // It gets another address: the pictures that are stored under the old one can never be replaced.
    'work.corrected': { target: 'writing', actions: ['takeBack', 'hideProgress', 'saveWork'] },
  },
});

const published = editor.createStateConfig({
  invoke: {
    id: 'clearWork',
    src: 'clearWork',
    onDone: { actions: 'hideProgress' },
    // Published again, it is found as it is: nothing is doubled.
    onError: { actions: 'logFailure' },
  },
  on: { 'work.added': { target: 'writing', actions: 'empty' } },
});

const discarding = editor.createStateConfig({
  invoke: {
    id: 'clearWork',
    src: 'clearWork',
    onDone: { target: 'writing', actions: 'empty' },
    onError: { target: 'writing', actions: ['logFailure', 'empty', 'saveWork'] },
  },
});

const changing = editor.createStateConfig({
  on: {
    'title.changed': { actions: ['changeTitle', 'keepChange'] },
    'day.changed': { actions: ['changeDay', 'keepChange'] },
    'change.discarded': { actions: 'forgetChange' },
    'work.submitted': [...PROBLEMS_OF_TEXTS, { target: 'savingChange', actions: 'hideProblem' }],
  },
});

/** What a change shows that was not stored, and that nobody else has made. */
const problemOf = ({ outcome }: ChangeResult) =>
  outcome === 'refused' || outcome === 'exhausted' ? outcome : 'unreachable';

const savingChange = editor.createStateConfig({
  invoke: {
    id: 'saveChange',
    src: 'saveChange',
    input: ({ context: { stored, title, day } }) => ({ stored: stored!, title, day }),
    onDone: [
      {
        guard: { type: 'isChangeStored', params: ({ event }) => event.output },
        target: 'changed',
        actions: { type: 'showStored', params: ({ event }) => event.output },
      },
      {
        guard: { type: 'wasChanged', params: ({ event }) => event.output },
        target: 'conflicting',
        actions: [{ type: 'takeOver', params: ({ event }) => event.output }, 'keepChange'],
      },
      {
        guard: { type: 'wasRemoved', params: ({ event }) => event.output },
        target: 'removed',
      },
      {
        guard: { type: 'isSessionOver', params: ({ event }) => event.output },
        target: 'changing',
        actions: 'endSession',
      },
      {
        target: 'changing',
        actions: {
          type: 'showProblem',
          params: ({ event }) => problemOf(event.output),
        },
      },
    ],
    onError: {
      target: 'changing',
      actions: ['logFailure', { type: 'showProblem', params: 'unreachable' }],
    },
  },
});

/** The work has what somebody else wrote; what was typed is still here. */
const conflicting = editor.createStateConfig({
  on: {
    'work.submitted': 'savingChange',
    'work.corrected': 'changing',
    'change.discarded': { actions: 'forgetChange' },
  },
});

export const workEditor = editor.createMachine({
  id: 'workEditor',
  context: ({ input: { stored, typed, today } }) => ({
    ...EMPTY_WORK,
    title: (typed ?? stored)?.title ?? '',
    day: (typed ?? stored)?.day ?? today,
    today,
    stored: typed?.stored ?? stored,
    leftOut: [],
    progress: null,
    problem: null,
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
    discarding,
    changing,
    savingChange,
    conflicting,
    changed: { entry: 'forgetChange' },
    removed: { entry: 'forgetChange' },
  },
});

export type EditorSnapshot = SnapshotFrom<typeof workEditor>;
