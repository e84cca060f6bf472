import { assertEvent, assign, fromCallback, fromPromise, sendTo, setup } from 'xstate';
import { unprovidedIn } from './unprovided';
import {
  changesOf,
  closedBy,
  EMPTY_WORK,
  isRetractable,
  isUndoable,
  openedWork,
  pictureProblemOf,
  problemOf,
  roomFor,
  type Closed,
  type EditorContext,
  type EditorEvent,
  type EditorInput,
  type EditorProblem,
  type KeptWork,
  type PrepareEvent,
  type SendOutcome,
  type StoredWork,
  type WorkPicture,
} from './workEditorContext';

/** The effects, actions, guards and delays of the work editor, by name. `workEditor.ts` says when each is used. */

const unprovided = unprovidedIn('workEditor');

export const editor = setup({
  types: {
    context: {} as EditorContext,
    events: {} as EditorEvent,
    input: {} as EditorInput,
  },
  actors: {
    /**
     * Reads the work that the phone keeps, of whatever id and account. Where it keeps none: null for a new work; for a
     * stored one (the input is its id) what the server has, or null if that is gone. Rejects when the server cannot
     * say.
     */
    loadWork: fromPromise<KeptWork | null, string | null>(unprovided('loadWork')),
    /** Prepares the pictures that it is given, and sends `picture.prepared` or `picture.failed` for each. */
    preparePictures: fromCallback<PrepareEvent>(unprovided('preparePictures')),
    /**
     * Sends `address.chosen` for a new work, `progress.made`, then `sending.ended`, or `picture.failed` for one that the phone
     * has lost. It may be repeated: it finds what an earlier try has stored.
     */
    sendWork: fromCallback<EditorEvent, KeptWork>(unprovided('sendWork')),
    clearWork: fromPromise<void>(unprovided('clearWork')),
    watchNetwork: fromCallback<EditorEvent>(unprovided('watchNetwork')),
  },
  actions: {
    /** Keeps the work on the phone, without its files. */
    saveWork: unprovided('saveWork'),
    removeFiles: unprovided('removeFiles'),
    tellRefusal: unprovided('tellRefusal'),
    logFailure: unprovided('logFailure'),

    /** What was found is the work, unless it is not to be opened as that. Nothing of another account's is shown. */
    showWork: assign(({ context }, found: KeptWork | null) => {
      const reason = closedBy(found, context);
      const keptBy = reason === 'foreign' ? found!.account : null;
      const shown = keptBy === null ? found : null;
      return {
        ...(shown ?? { ...EMPTY_WORK, day: context.today }),
        account: context.account,
        keptBy,
        leftOut: [],
        progress: null,
        problem: null,
        reason,
      };
    }),
    close: assign((_, reason: Closed) => ({ reason })),
    changeTitle: assign(({ event, context: { problem } }) => {
      assertEvent(event, 'title.changed');
      return {
        title: event.title,
        problem: without(problem, 'titleMissing', 'titleTooLong', 'titleTaken'),
      };
    }),
    changeDay: assign(({ event, context: { problem } }) => {
      assertEvent(event, 'day.changed');
      return { day: event.day, problem: without(problem, 'dayMissing', 'dayInFuture') };
    }),
    addPictures: assign(({ event, context }) => {
      assertEvent(event, 'pictures.chosen');
      const { pictures, salt, problem } = context;
      const taken = event.files.slice(0, roomFor(context));
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
    changeSide: assign(({ event, context: { pictures, problem } }) => {
      assertEvent(event, 'side.changed');
      return {
        pictures: toOtherSide(pictures, event.id),
        problem: without(problem, 'afterMissing'),
      };
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
    /** What is changed of a new work now gets an address anew, unless an earlier try has arrived under the old one. */
    takeBack: assign(({ context: { stored, workId, earlierId } }) => ({
      isSubmitted: false,
      workId: stored?.id ?? null,
      earlierId: stored ? null : (workId ?? earlierId),
      progress: null,
      isUndoing: false,
      reason: null,
    })),
    /** A new work whose earlier try was removed by somebody else is a new one again. */
    forgetStored: assign(({ context: { id, stored } }) => ({
      stored: id === null ? null : stored,
    })),
    rememberAddress: assign(({ event }) => {
      assertEvent(event, 'address.chosen');
      return { workId: event.workId };
    }),
    showProgress: assign(({ event }) => {
      assertEvent(event, 'progress.made');
      return { progress: event.progress };
    }),
    /** Another owner may have changed what this one has not. */
    showStored: assign(({ event, context }) => {
      assertEvent(event, 'sending.ended');
      const { stored, isUndoing } = context;
      const now = event.result.stored;
      const ended: Partial<EditorContext> = {
        undoTo: null,
        isUndoing: false,
        progress: null,
        reason: isUndoing ? 'undone' : 'stored',
      };
      if (!now || !stored) return ended;
      const mine = changesOf(context);
      // Only what was changed here: an undo takes back nothing of what somebody else has changed meanwhile.
      const before: StoredWork = {
        ...now,
        ...(mine.title && { title: stored.title }),
        ...(mine.day && { day: stored.day, created: stored.created }),
        ...(mine.pictures && { before: stored.before, after: stored.after, cover: stored.cover }),
      };
      const canUndo = Object.values(mine).includes(true) && isUndoable(before, now);
      return {
        ...ended,
        ...openedWork(now),
        account: context.account,
        undoTo: canUndo ? before : null,
      };
    }),
    /** The same correction the other way round; and once more, it is the correction again. */
    bringBack: assign(({ context: { stored, undoTo, account, reason } }) => ({
      ...openedWork(undoTo!),
      stored,
      account,
      undoTo: null,
      isUndoing: reason === 'stored',
    })),
    /** Why sending has stopped. A session that is over is none of its reasons: after the next sign-in it goes on. */
    showStop: assign(({ event }) => {
      const outcome = event.type === 'sending.ended' ? event.result.outcome : 'unreachable';
      const isStop = outcome === 'exhausted' || outcome === 'refused' || outcome === 'titleTaken';
      return {
        reason: isStop ? outcome : 'unreachable',
        ...(outcome === 'titleTaken' && { problem: outcome }),
      };
    }),
    showTheirs: assign(({ event }) => {
      assertEvent(event, 'sending.ended');
      return { theirs: event.result.stored! };
    }),
    /** The owner has seen what is stored now, and what was not touched is as it is there. */
    takeOver: assign(({ context }) => {
      const { theirs, stored, title, day, pictures, cover } = context;
      const instead = openedWork(theirs!);
      // A new work that meets its own earlier try was never opened: there is nothing to compare it with, so all counts as
      // the owner's own.
      const mine = stored ? changesOf(context) : { title: true, day: true, pictures: true };
      return {
        stored: theirs,
        theirs: null,
        workId: instead.workId,
        title: mine.title ? title : instead.title,
        day: mine.day ? day : instead.day,
        pictures: mine.pictures ? pictures : instead.pictures,
        cover: mine.pictures ? cover : instead.cover,
      };
    }),
    showProblem: assign((_, problem: EditorProblem) => ({ problem })),
    hideProblem: assign({ problem: null }),
    hideLeftOut: assign({ leftOut: [] }),
  },
  guards: {
    isCorrection: ({ context }) => context.id !== null,
    isClosed: ({ context }, found: KeptWork | null) => closedBy(found, context) !== null,
    wasSubmitted: (_, kept: KeptWork | null) => Boolean(kept?.isSubmitted),
    isRetractable: ({ context }) => isRetractable(context),
    hasProblem: ({ context }) => problemOf(context) !== null,
    hasPictureProblem: ({ context }) => pictureProblemOf(context) !== null,
    isPreparing: ({ context }) => context.pictures.some(({ state }) => state === 'preparing'),
    /** A picture that was removed while it was prepared still ends. */
    isOfWork: ({ context: { pictures }, event }) =>
      'id' in event && pictures.some(({ id }) => id === event.id),
    hasEndedAs: ({ event }, outcome: SendOutcome['outcome']) =>
      event.type === 'sending.ended' && event.result.outcome === outcome,
    /** What stopped it passes by itself. */
    isPassing: ({ context: { reason } }) => reason === 'unreachable' || reason === 'exhausted',
    isUnread: ({ context }) => context.reason === 'unread',
    /** The phone keeps what stands in the way, or what was changed of a work that is gone. */
    isKept: ({ context: { reason } }) =>
      reason === 'occupied' || reason === 'foreign' || reason === 'removed',
    hasUndo: ({ context }) => context.undoTo !== null,
  },
  delays: {
    /** Milliseconds after which a publishing that got no answer is tried again. */
    retryDelay: 30_000,
  },
});

const without = (problem: EditorProblem | null, ...solved: EditorProblem[]) =>
  problem !== null && solved.includes(problem) ? null : problem;

const changed = (pictures: WorkPicture[], id: string, change: Partial<WorkPicture>) =>
  pictures.map((picture) => (picture.id === id ? { ...picture, ...change } : picture));

/** Puts the picture of this id, if there is one, at the end of the other side. */
function toOtherSide(pictures: WorkPicture[], id: string): WorkPicture[] {
  const picture = pictures.find((each) => each.id === id);
  if (!picture) return pictures;
  const side = picture.side === 'before' ? 'after' : 'before';
  return [...pictures.filter((each) => each !== picture), { ...picture, side }];
}

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
