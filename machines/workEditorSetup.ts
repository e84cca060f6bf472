/** The work editor's context and events, what is true of a work that is not published yet, its actions and guards. */
import { cleanText } from '../src/domain/cleanText';
import { MAX_WORK_PICTURES, MAX_WORK_TITLE } from '../src/domain/constants';
import { wellFormed } from '../src/domain/validation';
import { assertEvent, assign, fromCallback, fromPromise, sendTo, setup } from 'xstate';
import { unprovidedIn } from './unprovided';

/**
 * Why a chosen file cannot be published. `unreadable`: its bytes do not come. `undecoded`: this browser cannot open it.
 * `canvas`: this browser changes what is drawn. `failed`: it has no memory for it. `lost`: the phone does not have it any
 * more.
 */
export const PICTURE_PROBLEMS = [
  'noImage',
  'empty',
  'unreadable',
  'undecoded',
  'canvas',
  'failed',
  'lost',
] as const;
export type PictureProblem = (typeof PICTURE_PROBLEMS)[number];

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
  /**
   * Random, from the first picture on: the names of its files depend on it. So a file of that name says that this very
   * work was sent, and not another one with the same photo.
   */
  salt: string;
  /** “Publish” was pressed, and not taken back: publishing goes on whenever the page is opened. */
  isSubmitted: boolean;
  /** The last part of the address of its page. Null until it is chosen: nothing was sent before. */
  workId: string | null;
}

/** A stored work whose title and day are changed. `created` is the moment (ISO 8601) that `day` is a part of. */
export interface StoredWork {
  id: string;
  title: string;
  day: string;
  created: string;
}

/** What was typed into the fields of a stored work and is not saved yet: it is a change of what was opened. */
export interface TypedChange {
  stored: StoredWork;
  title: string;
  day: string;
}

export interface EditorInput {
  /** The stored work to change; null for a new one. */
  stored: StoredWork | null;
  /** What this tab keeps of an earlier change of it that was not saved. */
  typed?: TypedChange | undefined;
  today: string;
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
  outcome: 'published' | 'taken' | Exclude<ChangeOutcome, 'stored'>;
}

/** `exhausted`: the quota of the Firebase project is used up. */
export type ChangeOutcome =
  'stored' | 'conflict' | 'refused' | 'exhausted' | 'unreachable' | 'sessionEnded';

/** How a change has ended. `stored` is the work as it is then; with a conflict and without it, it was removed. */
export interface ChangeResult {
  outcome: ChangeOutcome;
  stored?: StoredWork;
}

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
  | 'exhausted'
  | 'unreachable';

export interface EditorContext extends KeptWork {
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
  /** `salt`: for a work that has none yet. */
  | { type: 'pictures.chosen'; side: Side; files: { id: string; name: string }[]; salt: string }
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
  /** Leaves a stored work as it is. */
  | { type: 'change.discarded' }
  | { type: 'work.added' }
  | { type: 'work.corrected' }
  | { type: 'progress.made'; progress: PublishProgress }
  | { type: 'publish.ended'; result: PublishOutcome }
  | { type: 'publish.clicked' }
  | { type: 'network.back' };

/** Tells the actor that prepares pictures which ones. */
export type PrepareEvent = { type: 'pictures.given'; ids: string[]; salt: string };

export const EMPTY_WORK: KeptWork = {
  title: '',
  day: '',
  pictures: [],
  cover: null,
  salt: '',
  isSubmitted: false,
  workId: null,
};

/**
 * What a title says: without what nobody sees, and without half an emoji, which a full field cuts and no server takes.
 */
export const cleanTitle = (title: string): string => wellFormed(cleanText('description', title));

/** Whether nothing of a work was entered yet. */
export const isBlankWork = ({ title, pictures }: Pick<KeptWork, 'title' | 'pictures'>): boolean =>
  title.trim() === '' && pictures.length === 0;

/** How many more pictures a work may have. */
export const roomFor = (pictures: readonly WorkPicture[]): number =>
  Math.max(0, MAX_WORK_PICTURES - pictures.length);

/** The id of the picture on the card: the chosen one, or the first one after. */
export const coverOf = ({ pictures, cover }: Pick<KeptWork, 'pictures' | 'cover'>) =>
  (pictures.find(({ id }) => id === cover) ?? pictures.find(({ side }) => side === 'after'))?.id;

/** As firestore.rules. A year with too few digits is a slip of the finger: the work would stand first in the gallery. */
const FIRST_DAY = '2000-01-01';

/** Whether this is a day as a field of dates gives it: `YYYY-MM-DD`, one that the calendar has, and from 2000 on. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < FIRST_DAY) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

export const keptOf = ({
  title,
  day,
  pictures,
  cover,
  salt,
  isSubmitted,
  workId,
}: KeptWork): KeptWork => ({ title, day, pictures, cover, salt, isSubmitted, workId });

/** The effects, actions, guards and delays of the work editor, by name. `workEditor.ts` says when each is used. */

const unprovided = unprovidedIn('workEditor');

/** Whether publishing has ended so. */
const hasEndedAs = (event: EditorEvent, outcome: PublishOutcome['outcome']) =>
  event.type === 'publish.ended' && event.result.outcome === outcome;

export const editor = setup({
  types: {
    context: {} as EditorContext,
    events: {} as EditorEvent,
    input: {} as EditorInput,
  },
  actors: {
    /** Reads the work that the phone keeps; null if there is none. */
    loadWork: fromPromise<KeptWork | null>(unprovided('loadWork')),
    /** Prepares the pictures that it is given, and sends `picture.prepared` or `picture.failed` for each. */
    preparePictures: fromCallback<PrepareEvent>(unprovided('preparePictures')),
    /**
     * Chooses an address that no stored work has. If this work is stored already, by a try that the phone has forgotten, it
     * is the address of that. Rejects when the server cannot say; with the code `resource-exhausted` of Firestore when the
     * project's quota is used up.
     */
    chooseId: fromPromise<string, KeptWork>(unprovided('chooseId')),
    /** Sends `progress.made`, then `publish.ended`. It may be repeated: it finds what an earlier try has stored. */
    publish: fromCallback<EditorEvent, KeptWork>(unprovided('publish')),
    /** Removes what the phone keeps of the work. */
    clearWork: fromPromise<void>(unprovided('clearWork')),
    /** Never rejects. */
    saveChange: fromPromise<ChangeResult, TypedChange>(unprovided('saveChange')),
    /** Sends `network.back`. */
    watchNetwork: fromCallback<EditorEvent>(unprovided('watchNetwork')),
  },
  actions: {
    /** Keeps the work on the phone, without its files. */
    saveWork: unprovided('saveWork'),
    /** Removes the files of the event's picture from the phone. */
    removeFiles: unprovided('removeFiles'),
    /** Keeps what is typed into the fields of a stored work in this tab, past the end of a sign-in. */
    keepChange: unprovided('keepChange'),
    forgetChange: unprovided('forgetChange'),
    /** Tells the page that the sign-in is over. */
    endSession: unprovided('endSession'),
    /** Logs an actor's error. */
    logFailure: unprovided('logFailure'),

    showWork: assign(({ context }, kept: KeptWork | null) => ({
      ...(kept ?? { ...EMPTY_WORK, day: context.today }),
    })),
    empty: assign(({ context }) => ({
      ...EMPTY_WORK,
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
    addPictures: assign(({ event, context: { pictures, salt, problem } }) => {
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
        salt: salt || event.salt,
        leftOut: event.files.slice(taken.length).map(({ name }) => name),
        problem: without(problem, 'afterMissing'),
      };
    }),
    prepareAdded: sendTo('preparePictures', ({ context: { pictures, salt }, event }) => {
      assertEvent(event, 'pictures.chosen');
      const given = new Set(event.files.map(({ id }) => id));
      return {
        type: 'pictures.given',
        ids: pictures.filter(({ id }) => given.has(id)).map(({ id }) => id),
        salt,
      };
    }),
    prepareUnprepared: sendTo('preparePictures', ({ context: { pictures, salt } }) => ({
      type: 'pictures.given',
      ids: pictures.filter(({ state }) => state === 'preparing').map(({ id }) => id),
      salt,
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
    markSubmitted: assign({ isSubmitted: true }),
    /** What is changed now gets an address anew. */
    takeBack: assign({ isSubmitted: false, workId: null }),
    rememberId: assign((_, workId: string) => ({ workId })),
    forgetId: assign({ workId: null }),
    showProgress: assign(({ event }) => {
      assertEvent(event, 'progress.made');
      return { progress: event.progress };
    }),
    hideProgress: assign({ progress: null }),
    /** Another owner may have changed what this one has not. */
    showStored: assign(({ context }, { stored = context.stored! }: ChangeResult) => ({
      stored,
      title: stored.title,
      day: stored.day,
    })),
    /** What was typed is a change of what is stored now; what was not touched is as it is there. */
    takeOver: assign(({ context: { stored, title, day } }, result: ChangeResult) => ({
      stored: result.stored!,
      title: title === stored!.title ? result.stored!.title : title,
      day: day === stored!.day ? result.stored!.day : day,
    })),
    showProblem: assign((_, problem: EditorProblem) => ({ problem })),
    hideProblem: assign({ problem: null, leftOut: [] }),
  },
  guards: {
    isStored: ({ context }) => context.stored !== null,
    wasSubmitted: (_, kept: KeptWork | null) => Boolean(kept?.isSubmitted),
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
    isExhausted: ({ event }) => hasEndedAs(event, 'exhausted'),
    isQuotaUsedUp: ({ event }) =>
      'error' in event && (event.error as { code?: unknown }).code === 'resource-exhausted',
    isRefused: ({ event }) => hasEndedAs(event, 'refused'),
    isChangeStored: (_, { outcome }: ChangeResult) => outcome === 'stored',
    wasChanged: (_, { outcome, stored }: ChangeResult) => outcome === 'conflict' && Boolean(stored),
    wasRemoved: (_, { outcome, stored }: ChangeResult) => outcome === 'conflict' && !stored,
    isSessionOver: (_, { outcome }: ChangeResult) => outcome === 'sessionEnded',
  },
  delays: {
    /** Milliseconds after which a publishing that got no answer goes on. */
    retryDelay: 30_000,
  },
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
