/**
 * The owner's page: a new work from its first letter to the gallery, or a stored one whose title and day are changed.
 *
 *     opening ─┬─ writing ── preparing ── addressing ── publishing ── published
 *              └─ publishing                 └─ waiting ─┘    ├─ waiting ── addressing
 *                                                             └─ refused ── writing
 *     writing, waiting ── discarding ── writing (empty)
 *     published ── writing (empty)
 *
 *     changing ── savingChange ── changed
 *
 * `preparing`: the press waits for pictures that are still being prepared. `addressing`: the work's address is chosen,
 * and from then on publishing goes on by itself: after a lost network, a closed tab or a killed one. `waiting`: the
 * server could not be reached. What is written is kept on the phone with every change, and goes when it is published.
 * `src/owner/works` provides the effects.
 */
import {
  and,
  assertEvent,
  assign,
  fromCallback,
  fromPromise,
  not,
  sendTo,
  setup,
  type SnapshotFrom,
} from 'xstate';
import { cleanText } from '../src/domain/cleanText';
import { MAX_WORK_PICTURES, MAX_WORK_TITLE } from '../src/domain/constants';
import { wellFormed } from '../src/domain/validation';
import { unprovidedIn } from './unprovided';

/**
 * Why a chosen file cannot be published. `undecoded`: this browser cannot open it. `canvas`: this browser changes what is
 * drawn. `failed`: it has no memory for it. `lost`: the phone does not have it any more.
 */
export type PictureProblem = 'noImage' | 'empty' | 'undecoded' | 'canvas' | 'failed' | 'lost';

export type Side = 'before' | 'after';

/** A picture of the work. Its bytes are kept elsewhere, by `id`. */
export interface WorkPicture {
  id: string;
  side: Side;
  /** The name of the chosen file. */
  name: string;
  state: 'preparing' | 'ready' | 'unusable';
  /** Of an unusable one. */
  problem?: PictureProblem;
  /** It is smaller than the picture on the gallery's card. */
  isTooSmallForCard?: true;
}

/** What the phone keeps of a work that is not published yet, beside its files. */
export interface KeptWork {
  title: string;
  /** `YYYY-MM-DD`. */
  day: string;
  pictures: WorkPicture[];
  /** The id of the picture on the card; null for the first one after. */
  cover: string | null;
  /** The last part of the address of its page. Null until publishing has begun. */
  workId: string | null;
}

/** A stored work whose title and day are changed. `created` is the moment (ISO 8601) that `day` is a part of. */
export interface StoredWork {
  id: string;
  title: string;
  day: string;
  created: string;
}

/** How many bytes of how many are stored. */
export interface PublishProgress {
  sentBytes: number;
  totalBytes: number;
}

/**
 * How publishing has ended. `published`: the work stands under its id, by this try or an earlier one. `taken`: another
 * work stands there. The others are those of a change.
 */
export interface PublishOutcome {
  outcome: 'published' | 'taken' | 'refused' | 'unreachable' | 'sessionEnded';
}

export type ChangeOutcome = 'stored' | 'refused' | 'unreachable' | 'sessionEnded';

/** A problem that the editor shows beside what it is about. */
export type EditorProblem =
  | 'titleMissing'
  | 'titleTooLong'
  | 'dayMissing'
  | 'dayInFuture'
  | 'afterMissing'
  | 'unusablePicture'
  | 'coverTooSmall'
  | 'refused'
  | 'unreachable';

interface EditorContext extends KeptWork {
  /** The owner's day now: no work was finished later. */
  today: string;
  /** The stored work that is changed; null for a new one. */
  stored: StoredWork | null;
  /** Names of files for which there was no room. */
  leftOut: string[];
  progress: PublishProgress | null;
  problem: EditorProblem | null;
}

export type EditorEvent =
  | { type: 'title.changed'; title: string }
  | { type: 'day.changed'; day: string }
  | { type: 'pictures.chosen'; side: Side; files: { id: string; name: string }[] }
  | { type: 'picture.prepared'; id: string; isTooSmallForCard: boolean }
  | { type: 'picture.failed'; id: string; problem: PictureProblem }
  | { type: 'picture.removed'; id: string }
  /** Changes places with its neighbour on the same side. */
  | { type: 'picture.moved'; id: string; by: -1 | 1 }
  | { type: 'cover.chosen'; id: string }
  /** The page may stay open past midnight. */
  | { type: 'today.changed'; today: string }
  | { type: 'work.submitted' }
  /** Takes a press back that waits. */
  | { type: 'submission.cancelled' }
  | { type: 'work.discarded' }
  | { type: 'work.added' }
  | { type: 'work.corrected' }
  | { type: 'progress.made'; progress: PublishProgress }
  | { type: 'publish.ended'; result: PublishOutcome }
  | { type: 'publish.clicked' }
  | { type: 'network.back' };

const unprovided = unprovidedIn('workEditor');

/** Whether publishing has ended so. */
const hasEndedAs = (event: EditorEvent, outcome: PublishOutcome['outcome']) =>
  event.type === 'publish.ended' && event.result.outcome === outcome;

/** Tells the actor of this name to prepare pictures. */
export type PrepareEvent = { type: 'pictures.given'; ids: string[] };

const EMPTY: KeptWork = { title: '', day: '', pictures: [], cover: null, workId: null };

const editor = setup({
  types: {
    context: {} as EditorContext,
    events: {} as EditorEvent,
    input: {} as { stored: StoredWork | null; today: string },
  },
  actors: {
    /** Reads the work that the phone keeps; null if there is none. */
    loadWork: fromPromise<KeptWork | null>(unprovided('loadWork')),
    /** Prepares the pictures that it is given, and sends `picture.prepared` or `picture.failed` for each. */
    preparePictures: fromCallback<PrepareEvent>(unprovided('preparePictures')),
    /** Chooses an address that no stored work has. Rejects when the server cannot say. */
    chooseId: fromPromise<string, KeptWork>(unprovided('chooseId')),
    /** Sends `progress.made`, then `publish.ended`. It may be repeated: it finds what an earlier try has stored. */
    publish: fromCallback<EditorEvent, KeptWork>(unprovided('publish')),
    /** Removes what the phone keeps of the work. */
    clearWork: fromPromise<void>(unprovided('clearWork')),
    /** Never rejects. */
    saveChange: fromPromise<ChangeOutcome, { stored: StoredWork; title: string; day: string }>(
      unprovided('saveChange'),
    ),
    /** Sends `network.back`. */
    watchNetwork: fromCallback<EditorEvent>(unprovided('watchNetwork')),
  },
  actions: {
    /** Keeps the work on the phone, without its files. */
    saveWork: unprovided('saveWork'),
    /** Removes the files of the event's picture from the phone. */
    removeFiles: unprovided('removeFiles'),
    /** Tells the page that the sign-in is over. */
    endSession: unprovided('endSession'),
    /** Logs an actor's error. */
    logFailure: unprovided('logFailure'),

    showWork: assign(({ context }, kept: KeptWork | null) => ({
      ...(kept ?? { ...EMPTY, day: context.today }),
    })),
    showStored: assign(({ context: { stored } }) => ({ title: stored!.title, day: stored!.day })),
    empty: assign(({ context }) => ({
      ...EMPTY,
      day: context.today,
      leftOut: [],
      progress: null,
      problem: null,
    })),
    changeTitle: assign(({ event, context: { problem } }) => {
      assertEvent(event, 'title.changed');
      return { title: event.title, problem: without(problem, 'titleMissing', 'titleTooLong') };
    }),
    changeDay: assign(({ event, context: { problem } }) => {
      assertEvent(event, 'day.changed');
      return { day: event.day, problem: without(problem, 'dayMissing', 'dayInFuture') };
    }),
    addPictures: assign(({ event, context: { pictures, problem } }) => {
      assertEvent(event, 'pictures.chosen');
      const taken = event.files.slice(0, roomFor(pictures));
      return {
        pictures: [
          ...pictures,
          ...taken.map(({ id, name }): WorkPicture => ({
            id,
            name,
            side: event.side,
            state: 'preparing',
          })),
        ],
        leftOut: event.files.slice(taken.length).map(({ name }) => name),
        problem: without(problem, 'afterMissing'),
      };
    }),
    prepareAdded: sendTo('preparePictures', ({ context: { pictures }, event }) => {
      assertEvent(event, 'pictures.chosen');
      const given = new Set(event.files.map(({ id }) => id));
      return {
        type: 'pictures.given',
        ids: pictures.filter(({ id }) => given.has(id)).map(({ id }) => id),
      };
    }),
    prepareUnprepared: sendTo('preparePictures', ({ context: { pictures } }) => ({
      type: 'pictures.given',
      ids: pictures.filter(({ state }) => state === 'preparing').map(({ id }) => id),
    })),
    markPrepared: assign(({ event, context: { pictures } }) => {
      assertEvent(event, 'picture.prepared');
      const { id, isTooSmallForCard } = event;
      return {
        pictures: changed(pictures, id, {
          state: 'ready',
          ...(isTooSmallForCard && { isTooSmallForCard }),
        }),
      };
    }),
    markUnusable: assign(({ event, context: { pictures } }) => {
      assertEvent(event, 'picture.failed');
      const { id, problem } = event;
      return { pictures: changed(pictures, id, { state: 'unusable', problem }) };
    }),
    removePicture: assign(({ event, context: { pictures, cover, problem } }) => {
      assertEvent(event, 'picture.removed');
      return {
        pictures: pictures.filter(({ id }) => id !== event.id),
        cover: cover === event.id ? null : cover,
        leftOut: [],
        problem: without(problem, 'unusablePicture', 'coverTooSmall'),
      };
    }),
    movePicture: assign(({ event, context: { pictures } }) => {
      assertEvent(event, 'picture.moved');
      return { pictures: moved(pictures, event.id, event.by) };
    }),
    chooseCover: assign(({ event, context: { problem } }) => {
      assertEvent(event, 'cover.chosen');
      return { cover: event.id, problem: without(problem, 'coverTooSmall') };
    }),
    /** No field takes them any more: they are told by name. */
    leaveOut: assign(({ event }) => {
      assertEvent(event, 'pictures.chosen');
      return { leftOut: event.files.map(({ name }) => name) };
    }),
    changeToday: assign(({ event }) => {
      assertEvent(event, 'today.changed');
      return { today: event.today };
    }),
    rememberId: assign((_, workId: string) => ({ workId })),
    forgetId: assign({ workId: null }),
    showProgress: assign(({ event }) => {
      assertEvent(event, 'progress.made');
      return { progress: event.progress };
    }),
    hideProgress: assign({ progress: null }),
    showProblem: assign((_, problem: EditorProblem) => ({ problem })),
    hideProblem: assign({ problem: null, leftOut: [] }),
  },
  guards: {
    isStored: ({ context }) => context.stored !== null,
    hasBegunPublishing: (_, kept: KeptWork | null) => Boolean(kept?.workId),
    hasAddress: ({ context }) => context.workId !== null,
    hasTitle: ({ context }) => cleanTitle(context.title) !== '',
    isTitleTooLong: ({ context }) => cleanTitle(context.title).length > MAX_WORK_TITLE,
    // The day of a stored work stands in nobody's way who only changes the title.
    hasDay: ({ context: { day, stored } }) => day === stored?.day || isDay(day),
    // A day after today would stand last in the gallery for as long as it takes.
    isDayInFuture: ({ context: { day, today, stored } }) => day !== stored?.day && day > today,
    hasAfterPicture: ({ context }) => context.pictures.some(({ side }) => side === 'after'),
    hasUnusable: ({ context }) => context.pictures.some(({ state }) => state === 'unusable'),
    isCoverTooSmall: ({ context }) =>
      context.pictures.some(
        ({ id, isTooSmallForCard }) => isTooSmallForCard && id === coverOf(context),
      ),
    isPreparing: ({ context }) => context.pictures.some(({ state }) => state === 'preparing'),
    /** A picture that was removed while it was prepared still ends. */
    isOfWork: ({ context: { pictures }, event }) =>
      'id' in event && pictures.some(({ id }) => id === event.id),
    isPublished: ({ event }) => hasEndedAs(event, 'published'),
    isTaken: ({ event }) => hasEndedAs(event, 'taken'),
    isUnreachable: ({ event }) => hasEndedAs(event, 'unreachable'),
    isRefused: ({ event }) => hasEndedAs(event, 'refused'),
    isChangeStored: (_, outcome: ChangeOutcome) => outcome === 'stored',
    isSessionOver: (_, outcome: ChangeOutcome) => outcome === 'sessionEnded',
  },
  delays: {
    /** Milliseconds after which a publishing that got no answer goes on. */
    retryDelay: 30_000,
  },
});

/** What a press needs, in the order in which it is asked for. */
const PROBLEMS_OF_TEXTS = [
  { guard: not('hasTitle'), actions: { type: 'showProblem', params: 'titleMissing' } },
  { guard: 'isTitleTooLong', actions: { type: 'showProblem', params: 'titleTooLong' } },
  { guard: not('hasDay'), actions: { type: 'showProblem', params: 'dayMissing' } },
  { guard: 'isDayInFuture', actions: { type: 'showProblem', params: 'dayInFuture' } },
] as const;

const opening = editor.createStateConfig({
  always: { guard: 'isStored', target: 'changing', actions: 'showStored' },
  invoke: {
    id: 'loadWork',
    src: 'loadWork',
    onDone: [
      {
        guard: { type: 'hasBegunPublishing', params: ({ event }) => event.output },
        target: 'publishing',
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
      { target: 'preparing', actions: 'hideProblem' },
    ],
    'work.discarded': 'discarding',
  },
});

const preparing = editor.createStateConfig({
  always: [
    {
      guard: 'hasUnusable',
      target: 'writing',
      actions: { type: 'showProblem', params: 'unusablePicture' },
    },
    {
      guard: and([not('isPreparing'), 'isCoverTooSmall']),
      target: 'writing',
      actions: { type: 'showProblem', params: 'coverTooSmall' },
    },
    { guard: not('isPreparing'), target: 'addressing' },
  ],
  on: {
    // A camera or a library may answer after the press.
    'pictures.chosen': { actions: ['addPictures', 'saveWork', 'prepareAdded'] },
    'picture.prepared': { guard: 'isOfWork', actions: ['markPrepared', 'saveWork'] },
    'picture.failed': { guard: 'isOfWork', actions: ['markUnusable', 'saveWork'] },
    'submission.cancelled': 'writing',
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
    onError: { target: 'waiting', actions: 'logFailure' },
  },
  on: { 'submission.cancelled': 'writing' },
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
        'forgetId',
        { type: 'showProblem', params: 'unusablePicture' },
        'saveWork',
      ],
    },
    'publish.ended': [
      { guard: 'isPublished', target: 'published' },
      // The phone keeps another id before anything is stored under it: a kill in between would publish the work twice.
      { guard: 'isTaken', target: 'addressing', actions: ['forgetId', 'saveWork'] },
      { guard: 'isUnreachable', target: 'waiting' },
      { guard: 'isRefused', target: 'refused' },
      // The work stays on the phone, and publishing goes on after the next sign-in.
      { target: 'waiting', actions: 'endSession' },
    ],
  },
});

const waiting = editor.createStateConfig({
  after: { retryDelay: 'retrying' },
  on: {
    'publish.clicked': 'retrying',
    'network.back': 'retrying',
    'submission.cancelled': { guard: not('hasAddress'), target: 'writing' },
    // The work may be in the gallery already. But where no answer ever comes, no other work could be added.
    'work.discarded': 'discarding',
  },
});

/** Decides where publishing goes on. */
const retrying = editor.createStateConfig({
  always: [{ guard: 'hasAddress', target: 'publishing' }, { target: 'addressing' }],
});

const refused = editor.createStateConfig({
  on: {
    'publish.clicked': 'retrying',
    // With another address: what is stored under the old one may not be changed.
    'work.corrected': { target: 'writing', actions: ['forgetId', 'hideProgress', 'saveWork'] },
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
    'title.changed': { actions: 'changeTitle' },
    'day.changed': { actions: 'changeDay' },
    'work.submitted': [...PROBLEMS_OF_TEXTS, { target: 'savingChange', actions: 'hideProblem' }],
  },
});

const savingChange = editor.createStateConfig({
  invoke: {
    id: 'saveChange',
    src: 'saveChange',
    input: ({ context: { stored, title, day } }) => ({ stored: stored!, title, day }),
    onDone: [
      {
        guard: { type: 'isChangeStored', params: ({ event }) => event.output },
        target: 'changed',
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
          params: ({ event }) => (event.output === 'refused' ? 'refused' : 'unreachable'),
        },
      },
    ],
    onError: {
      target: 'changing',
      actions: ['logFailure', { type: 'showProblem', params: 'unreachable' }],
    },
  },
});

export const workEditor = editor.createMachine({
  id: 'workEditor',
  context: ({ input: { stored, today } }) => ({
    ...EMPTY,
    day: today,
    today,
    stored,
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
    retrying,
    refused,
    published,
    discarding,
    changing,
    savingChange,
    changed: {},
  },
});

export type EditorSnapshot = SnapshotFrom<typeof workEditor>;

/**
 * What a title says: without what nobody sees, and without half an emoji, which a full field cuts and no server takes.
 */
export const cleanTitle = (title: string): string => wellFormed(cleanText('description', title));

/** How many more pictures a work may have. */
export const roomFor = (pictures: readonly WorkPicture[]): number =>
  Math.max(0, MAX_WORK_PICTURES - pictures.length);

/** The id of the picture on the card: the chosen one, or the first one after. */
export const coverOf = ({ pictures, cover }: Pick<KeptWork, 'pictures' | 'cover'>) =>
  (pictures.find(({ id }) => id === cover) ?? pictures.find(({ side }) => side === 'after'))?.id;

/** A year with too few digits is a slip of the finger: the work would stand first in the gallery for ever. */
const FIRST_DAY = '1900-01-01';

/** Whether this is a day as a field of dates gives it: `YYYY-MM-DD`, one that the calendar has, and from 1900 on. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < FIRST_DAY) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

export const keptOf = ({ title, day, pictures, cover, workId }: KeptWork): KeptWork => ({
  title,
  day,
  pictures,
  cover,
  workId,
});

/** The problem, unless it is one of these, which are solved. */
const without = (problem: EditorProblem | null, ...solved: EditorProblem[]) =>
  problem !== null && solved.includes(problem) ? null : problem;

const changed = (pictures: WorkPicture[], id: string, change: Partial<WorkPicture>) =>
  pictures.map((picture) => (picture.id === id ? { ...picture, ...change } : picture));

/** Changes places with the neighbour on the same side, if there is one. */
function moved(pictures: WorkPicture[], id: string, by: -1 | 1): WorkPicture[] {
  const at = pictures.findIndex((picture) => picture.id === id);
  const side = pictures[at]?.side;
  if (at < 0) return pictures;
  let other = at + by;
  while (pictures[other] && pictures[other]!.side !== side) other += by;
  if (!pictures[other]) return pictures;
  const result = [...pictures];
  [result[at], result[other]] = [pictures[other]!, pictures[at]!];
  return result;
}
