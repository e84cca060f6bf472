/**
 * The version check on load (specification, section 4), and when the page is seen again later:
 *
 *   checking ─ no newer version ─▶ current ─ seen again after ten minutes ─▶ checking
 *      │ newer ▶ holding ▶ updating ▶ settling ▶ reloading ▶ outdated ─ half an hour ─▶ checking
 *      └ newer, but reloaded for it already ────────────────────▲
 *
 * A client older than the stored version asks the service worker to update, counts down from 10 and
 * reloads. The countdown goes by a deadline, so that a throttled timer still ends on time. What is being
 * sent without having been saved is waited for (`holding`, `settling`): a reload would lose it. Where the
 * host still serves the old client after that, the page stays usable (`outdated`) and looks again later:
 * it reloads only once for each stored version.
 */
import { assertEvent, assign, fromCallback, fromPromise, setup } from 'xstate';
import { UPDATE_COUNTDOWN_SECONDS } from '../src/domain/constants';

export interface AppVersionInput {
  /** The version of this client. */
  client: number;
  /** The stored version this tab has reloaded for already. */
  reloadedFor: number | null;
  /** Milliseconds since 1970. */
  now: () => number;
}

export interface AppVersionContext extends AppVersionInput {
  /** When it was last asked for, milliseconds since 1970. */
  checkedAt: number;
  /** The stored version as last read; null while unknown. */
  stored: number | null;
  /** When the page reloads, milliseconds since 1970. */
  deadline: number;
  /** Whole seconds left, 10 to 0. */
  remaining: number;
}

export type AppVersionEvent =
  /** `now` is milliseconds since 1970. */
  | { type: 'clock.ticked'; now: number }
  /** The page has become visible; `now` is milliseconds since 1970. */
  | { type: 'page.shown'; now: number }
  /** Nothing is under way that a reload would lose. */
  | { type: 'moment.safe' };

/** Milliseconds for which a version that was asked for is taken as it was. */
const RECHECK_PAUSE = 10 * 60_000;

const missing = (name: string) => () => {
  throw new Error(`appVersion needs an implementation of ${name}.`);
};

const machine = setup({
  types: {
    context: {} as AppVersionContext,
    events: {} as AppVersionEvent,
    input: {} as AppVersionInput,
  },
  actors: {
    /** Reads the stored version; null when there is none to be had. */
    readVersion: fromPromise<number | null>(missing('readVersion')),
    /** Sends `page.shown` each time that it is. */
    watchPage: fromCallback<AppVersionEvent>(missing('watchPage')),
    updateWorker: fromPromise<void>(missing('updateWorker')),
    /** Sends `moment.safe` as soon as it is; at once when that is now. */
    awaitSafety: fromCallback<AppVersionEvent>(missing('awaitSafety')),
    /** Sends `clock.ticked` at least once a second and when the page is seen again. */
    tick: fromCallback<AppVersionEvent>(missing('tick')),
    /** Remembers the reload and reloads; false when it cannot be remembered, and so is not done. */
    reload: fromPromise<boolean, { version: number }>(missing('reload')),
  },
  actions: {
    /** Logs the failure that an actor's end brings. */
    logFailure: missing('logFailure'),
    noteCheck: assign(({ context }) => ({ checkedAt: context.now() })),
    keepStored: assign(({ context }, read: number | null) => ({ stored: read ?? context.stored })),
    startCountdown: assign(({ context }) => ({
      deadline: context.now() + UPDATE_COUNTDOWN_SECONDS * 1000,
      remaining: UPDATE_COUNTDOWN_SECONDS,
    })),
    countDown: assign(({ context, event }) => {
      assertEvent(event, 'clock.ticked');
      return { remaining: Math.max(0, Math.ceil((context.deadline - event.now) / 1000)) };
    }),
    noteReload: assign(({ context }) => ({ reloadedFor: context.stored })),
  },
  guards: {
    needsReload: ({ context }, read: number | null) =>
      read !== null && read > Math.max(context.client, context.reloadedFor ?? 0),
    isNewer: ({ context }, read: number | null) => (read ?? context.stored ?? 0) > context.client,
    isStale: ({ context, event }) =>
      event.type === 'page.shown' && event.now - context.checkedAt >= RECHECK_PAUSE,
    isDue: ({ context }) => context.remaining === 0,
    isNotRemembered: (_, isRemembered: boolean) => !isRemembered,
  },
  delays: {
    /** Milliseconds until an outdated client looks again. */
    recheckDelay: 30 * 60_000,
    /** Milliseconds after which a reload that did not happen is given up. */
    reloadPatience: 10_000,
  },
});

const read = ({ event }: { event: { output: number | null } }) => event.output;

const checking = machine.createStateConfig({
  entry: 'noteCheck',
  invoke: {
    id: 'readVersion',
    src: 'readVersion',
    onDone: [
      {
        guard: { type: 'needsReload', params: read },
        target: 'holding',
        actions: { type: 'keepStored', params: read },
      },
      {
        guard: { type: 'isNewer', params: read },
        target: 'outdated',
        actions: { type: 'keepStored', params: read },
      },
      { target: 'current' },
    ],
    onError: { target: 'current', actions: 'logFailure' },
  },
});

/** A tab may be open for days. */
const current = machine.createStateConfig({
  invoke: { id: 'watchPage', src: 'watchPage', onError: { actions: 'logFailure' } },
  on: { 'page.shown': { guard: 'isStale', target: 'checking' } },
});

const holding = machine.createStateConfig({
  invoke: {
    id: 'awaitSafety',
    src: 'awaitSafety',
    onError: { target: 'updating', actions: 'logFailure' },
  },
  on: { 'moment.safe': 'updating' },
});

/** The dialog is open: the worker is asked first, the clock runs meanwhile. */
const updating = machine.createStateConfig({
  tags: 'dialog',
  entry: 'startCountdown',
  invoke: [
    { id: 'updateWorker', src: 'updateWorker', onError: { actions: 'logFailure' } },
    { id: 'tick', src: 'tick', onError: { target: 'settling', actions: 'logFailure' } },
  ],
  always: { guard: 'isDue', target: 'settling' },
  on: { 'clock.ticked': { actions: 'countDown' } },
});

/** The time is up: only what began to be sent meanwhile is still waited for. */
const settling = machine.createStateConfig({
  tags: 'dialog',
  invoke: {
    id: 'awaitSafetyAgain',
    src: 'awaitSafety',
    onError: { target: 'reloading', actions: 'logFailure' },
  },
  on: { 'moment.safe': 'reloading' },
});

const reloading = machine.createStateConfig({
  tags: 'dialog',
  invoke: {
    id: 'reload',
    src: 'reload',
    input: ({ context }) => ({ version: context.stored! }),
    onDone: {
      guard: { type: 'isNotRemembered', params: ({ event }) => event.output },
      target: 'outdated',
    },
    onError: { target: 'outdated', actions: 'logFailure' },
  },
  after: { reloadPatience: 'outdated' },
});

/** Still the old client after its reload: usable, and looking for the new one. */
const outdated = machine.createStateConfig({
  entry: 'noteReload',
  invoke: { id: 'lookAgain', src: 'updateWorker', onError: { actions: 'logFailure' } },
  after: { recheckDelay: 'checking' },
});

export const appVersion = machine.createMachine({
  id: 'appVersion',
  context: ({ input }) => ({
    ...input,
    checkedAt: 0,
    stored: null,
    deadline: 0,
    remaining: UPDATE_COUNTDOWN_SECONDS,
  }),
  initial: 'checking',
  states: { checking, current, holding, updating, settling, reloading, outdated },
});
