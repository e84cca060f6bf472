/**
 * The version check on load (specification, section 4). It is repeated when the page is shown again later:
 *
 *   checking ─ no newer version ─▶ current ─ page shown after ten minutes ─▶ checking
 *      │
 *      ├ newer ─▶ waitingToUpdate ─▶ updating ─▶ waitingToReload ─▶ reloading
 *      │                                                                │ no reload happened
 *      │                                                                ▼
 *      └ newer, but already reloaded for it ───────────────────────▶ outdated ─ half an hour ─▶ checking
 *
 * A client older than the stored version asks the service worker to update, counts down (`UPDATE_COUNTDOWN_SECONDS`)
 * and reloads. The countdown goes by a deadline, so that it ends on time even if the browser slows its timer down.
 *
 * `waitingToUpdate` and `waitingToReload` wait while a reload would lose something (`src/update/safety.ts`).
 *
 * The page reloads only once for each stored version. If the host still serves the old client after that, the
 * page stays usable (`outdated`) and checks again later.
 *
 * A newer worker without a newer version is no matter of this machine: `src/update/registerWorker.ts`.
 * `src/update/appVersionEffects.ts` provides the effects.
 */
import { assertEvent, assign, fromCallback, fromPromise, setup } from 'xstate';
import type { EpochMs } from '../src/domain/clock';
import { UPDATE_COUNTDOWN_SECONDS } from '../src/domain/constants';
import { unprovidedIn } from './unprovided';

export interface AppVersionInput {
  client: number;
  /** The stored version for which this tab has reloaded, or has given it up. */
  reloadedFor: number | null;
  now: () => EpochMs;
}

export interface AppVersionContext extends AppVersionInput {
  checkedAt: EpochMs;
  /** The stored version when it was last read; null while it is unknown. */
  stored: number | null;
  /** When the countdown ends. */
  deadline: EpochMs;
  /** Whole seconds left, 10 to 0. */
  secondsLeft: number;
}

export type AppVersionEvent =
  | { type: 'clock.ticked'; now: EpochMs }
  | { type: 'page.shown'; now: EpochMs }
  /** A reload would lose nothing now. It may disturb the visitor. */
  | { type: 'reload.safe' };

/** The stored version is read again at the earliest after this many milliseconds. */
const RECHECK_PAUSE = 10 * 60_000;

const unprovided = unprovidedIn('appVersion');

const machine = setup({
  types: {
    context: {} as AppVersionContext,
    events: {} as AppVersionEvent,
    input: {} as AppVersionInput,
  },
  actors: {
    /** Reads the stored version; null if it cannot be read. */
    readVersion: fromPromise<number | null>(unprovided('readVersion')),
    /** Sends `page.shown` each time the page becomes visible. */
    watchPage: fromCallback<AppVersionEvent>(unprovided('watchPage')),
    updateWorker: fromPromise<void>(unprovided('updateWorker')),
    /** Sends `reload.safe` as soon as a reload would lose nothing, which may be at once. */
    waitUntilSafe: fromCallback<AppVersionEvent>(unprovided('waitUntilSafe')),
    /** Sends `clock.ticked` at least once a second and when the page becomes visible. */
    tick: fromCallback<AppVersionEvent>(unprovided('tick')),
    /** Remembers the reload, then reloads. If it cannot be remembered, it does not reload and returns false. */
    reload: fromPromise<boolean, { version: number }>(unprovided('reload')),
  },
  actions: {
    logFailure: unprovided('logFailure'),
    rememberCheck: assign(({ context }) => ({ checkedAt: context.now() })),
    rememberStored: assign(({ context }, read: number | null) => ({
      stored: read ?? context.stored,
    })),
    startCountdown: assign(({ context }) => ({
      deadline: context.now() + UPDATE_COUNTDOWN_SECONDS * 1000,
      secondsLeft: UPDATE_COUNTDOWN_SECONDS,
    })),
    countDown: assign(({ context, event }) => {
      assertEvent(event, 'clock.ticked');
      // If the clock was set back, the countdown begins again.
      const longest = event.now + UPDATE_COUNTDOWN_SECONDS * 1000;
      const deadline = Math.min(context.deadline, longest);
      return { deadline, secondsLeft: Math.max(0, Math.ceil((deadline - event.now) / 1000)) };
    }),
    /** The page is not reloaded for this version again. */
    giveUpReload: assign(({ context }) => ({ reloadedFor: context.stored })),
  },
  guards: {
    isReloadNeeded: ({ context }, read: number | null) =>
      read !== null && read > Math.max(context.client, context.reloadedFor ?? 0),
    isNewer: ({ context }, read: number | null) => (read ?? context.stored ?? 0) > context.client,
    isStale: ({ context, event }) =>
      event.type === 'page.shown' && Math.abs(event.now - context.checkedAt) >= RECHECK_PAUSE,
    isTimeUp: ({ context }) => context.secondsLeft === 0,
    isReloadSkipped: (_, hasReloaded: boolean) => !hasReloaded,
  },
  delays: {
    /** Milliseconds until an outdated client checks again. */
    recheckDelay: 30 * 60_000,
    /** Milliseconds after which the machine gives up a reload that did not happen. */
    reloadTimeout: 10_000,
  },
});

const read = ({ event }: { event: { output: number | null } }) => event.output;

const checking = machine.createStateConfig({
  entry: 'rememberCheck',
  invoke: {
    id: 'readVersion',
    src: 'readVersion',
    onDone: [
      {
        guard: { type: 'isReloadNeeded', params: read },
        target: 'waitingToUpdate',
        actions: { type: 'rememberStored', params: read },
      },
      {
        guard: { type: 'isNewer', params: read },
        target: 'outdated',
        actions: { type: 'rememberStored', params: read },
      },
      { target: 'current' },
    ],
    onError: { target: 'current', actions: 'logFailure' },
  },
});

/**
 * This client is not outdated. A tab may stay open for days, so the version is checked again when the page is shown.
 */
const current = machine.createStateConfig({
  invoke: { id: 'watchPage', src: 'watchPage', onError: { actions: 'logFailure' } },
  on: { 'page.shown': { guard: 'isStale', target: 'checking' } },
});

const waitingToUpdate = machine.createStateConfig({
  invoke: {
    id: 'waitUntilSafe',
    src: 'waitUntilSafe',
    onError: { target: 'updating', actions: 'logFailure' },
  },
  on: { 'reload.safe': 'updating' },
});

/** The dialog is open. The service worker updates while the clock runs. */
const updating = machine.createStateConfig({
  tags: 'dialog',
  entry: 'startCountdown',
  invoke: [
    { id: 'updateWorker', src: 'updateWorker', onError: { actions: 'logFailure' } },
    { id: 'tick', src: 'tick', onError: { target: 'waitingToReload', actions: 'logFailure' } },
  ],
  always: { guard: 'isTimeUp', target: 'waitingToReload' },
  on: { 'clock.ticked': { actions: 'countDown' } },
});

/** The countdown has ended. Since it began, something may have come that a reload would lose. */
const waitingToReload = machine.createStateConfig({
  tags: 'dialog',
  invoke: {
    id: 'waitUntilSafeAgain',
    src: 'waitUntilSafe',
    onError: { target: 'reloading', actions: 'logFailure' },
  },
  on: { 'reload.safe': 'reloading' },
});

const reloading = machine.createStateConfig({
  tags: 'dialog',
  invoke: {
    id: 'reload',
    src: 'reload',
    input: ({ context }) => ({ version: context.stored! }),
    onDone: {
      guard: { type: 'isReloadSkipped', params: ({ event }) => event.output },
      target: 'outdated',
    },
    onError: { target: 'outdated', actions: 'logFailure' },
  },
  after: { reloadTimeout: 'outdated' },
});

/**
 * The page was reloaded for the stored version, or could not be. The old client is usable and looks for the new one.
 */
const outdated = machine.createStateConfig({
  entry: 'giveUpReload',
  invoke: { id: 'updateWorkerAgain', src: 'updateWorker', onError: { actions: 'logFailure' } },
  after: { recheckDelay: 'checking' },
});

export const appVersion = machine.createMachine({
  id: 'appVersion',
  context: ({ input }) => ({
    ...input,
    checkedAt: 0,
    stored: null,
    deadline: 0,
    secondsLeft: UPDATE_COUNTDOWN_SECONDS,
  }),
  initial: 'checking',
  states: { checking, current, waitingToUpdate, updating, waitingToReload, reloading, outdated },
});
