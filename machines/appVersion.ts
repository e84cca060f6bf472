import { assign, fromCallback, fromPromise, setup } from 'xstate';
import { UPDATE_COUNTDOWN_SECONDS } from '../src/domain/limits';

export interface AppVersionContext {
  /** The version of this client. */
  client: number;
  /** The stored version as last read; null while unknown. */
  stored: number | null;
  /** The stored version this tab has reloaded for already. */
  reloadedFor: number | null;
  /** When the page reloads, milliseconds since 1970. */
  deadline: number;
  /** Whole seconds left, 10 to 0. */
  remaining: number;
  now: () => number;
}

export interface AppVersionInput {
  client: number;
  reloadedFor: number | null;
  /** Milliseconds since 1970. */
  now: () => number;
}

export type AppVersionEvent =
  /** `now` is milliseconds since 1970. */
  | { type: 'clock.ticked'; now: number }
  /** Nothing is under way that a reload would lose. */
  | { type: 'moment.safe' };

type Effect<Params> = (args: unknown, params: Params) => void;

const missing = (name: string) => () => {
  throw new Error(`appVersion needs an implementation of ${name}.`);
};

const failure = ({ event }: { event: { error: unknown } }) => ({ error: event.error });

const secondsUntil = (deadline: number, now: number): number =>
  Math.max(0, Math.ceil((deadline - now) / 1000));

/**
 * The version check on load (specification, section 4): a client older than the stored version asks
 * the service worker to update, counts down from 10 and reloads. The countdown goes by a deadline, so
 * that a throttled timer still ends on time. What is being sent without having been saved is waited
 * for: a reload would lose it.
 *
 * Where the host still serves the old client after that, the page stays usable (`outdated`) and looks
 * again later: it reloads only once for each stored version.
 */
export const appVersion = setup({
  types: {
    context: {} as AppVersionContext,
    events: {} as AppVersionEvent,
    input: {} as AppVersionInput,
  },
  actors: {
    /** Reads the stored version; null when there is none to be had. */
    readVersion: fromPromise<number | null>(missing('readVersion')),
    updateWorker: fromPromise<void>(missing('updateWorker')),
    /** Sends `moment.safe` as soon as it is; at once when that is now. */
    awaitSafety: fromCallback<AppVersionEvent>(missing('awaitSafety')),
    /** Sends `clock.ticked` at least once a second and when the page is seen again. */
    tick: fromCallback<AppVersionEvent>(missing('tick')),
    /** Remembers the reload and reloads; false when it cannot be remembered, and so is not done. */
    reload: fromPromise<boolean, { version: number }>(missing('reload')),
  },
  actions: {
    logFailure: missing('logFailure') as Effect<{ error: unknown }>,
    startCountdown: assign(({ context }) => ({
      deadline: context.now() + UPDATE_COUNTDOWN_SECONDS * 1000,
      remaining: UPDATE_COUNTDOWN_SECONDS,
    })),
  },
  guards: {
    isOutdated: ({ context }, { stored }: { stored: number | null }) =>
      stored !== null && stored > Math.max(context.client, context.reloadedFor ?? 0),
    isBehind: ({ context }, { stored }: { stored: number | null }) =>
      (stored ?? context.stored ?? 0) > context.client,
    isDue: ({ context }) => context.remaining === 0,
    isForgetful: (_, { remembered }: { remembered: boolean }) => !remembered,
  },
  delays: {
    /** Milliseconds until an outdated client looks again. */
    recheckDelay: 30 * 60_000,
    /** Milliseconds after which a reload that did not happen is given up. */
    reloadPatience: 10_000,
  },
}).createMachine({
  id: 'appVersion',
  context: ({ input }) => ({
    ...input,
    stored: null,
    deadline: 0,
    remaining: UPDATE_COUNTDOWN_SECONDS,
  }),
  initial: 'checking',
  states: {
    checking: {
      invoke: {
        id: 'readVersion',
        src: 'readVersion',
        onDone: [
          {
            guard: { type: 'isOutdated', params: ({ event }) => ({ stored: event.output }) },
            target: 'holding',
            actions: assign({ stored: ({ event }) => event.output }),
          },
          {
            guard: { type: 'isBehind', params: ({ event }) => ({ stored: event.output }) },
            target: 'outdated',
            actions: assign({ stored: ({ context, event }) => event.output ?? context.stored }),
          },
          { target: 'current', actions: assign({ stored: ({ event }) => event.output }) },
        ],
        onError: { target: 'current', actions: { type: 'logFailure', params: failure } },
      },
    },
    current: {},
    holding: {
      invoke: {
        id: 'awaitSafety',
        src: 'awaitSafety',
        onError: { target: 'updating', actions: { type: 'logFailure', params: failure } },
      },
      on: { 'moment.safe': 'updating' },
    },
    /** The dialog is open: the worker is asked first, the clock runs meanwhile. */
    updating: {
      tags: 'dialog',
      entry: 'startCountdown',
      invoke: [
        {
          id: 'updateWorker',
          src: 'updateWorker',
          onError: { actions: { type: 'logFailure', params: failure } },
        },
        {
          id: 'tick',
          src: 'tick',
          onError: { target: 'settling', actions: { type: 'logFailure', params: failure } },
        },
      ],
      always: { guard: 'isDue', target: 'settling' },
      on: {
        'clock.ticked': {
          actions: assign({
            remaining: ({ context, event }) => secondsUntil(context.deadline, event.now),
          }),
        },
      },
    },
    /** The time is up: only what began to be sent meanwhile is still waited for. */
    settling: {
      tags: 'dialog',
      invoke: {
        id: 'awaitSafetyAgain',
        src: 'awaitSafety',
        onError: { target: 'reloading', actions: { type: 'logFailure', params: failure } },
      },
      on: { 'moment.safe': 'reloading' },
    },
    reloading: {
      tags: 'dialog',
      invoke: {
        id: 'reload',
        src: 'reload',
        input: ({ context }) => ({ version: context.stored! }),
        onDone: {
          guard: { type: 'isForgetful', params: ({ event }) => ({ remembered: event.output }) },
          target: 'outdated',
        },
        onError: { target: 'outdated', actions: { type: 'logFailure', params: failure } },
      },
      after: { reloadPatience: 'outdated' },
    },
    /** Still the old client after its reload: usable, and looking for the new one. */
    outdated: {
      entry: assign({ reloadedFor: ({ context }) => context.stored }),
      invoke: {
        id: 'lookAgain',
        src: 'updateWorker',
        onError: { actions: { type: 'logFailure', params: failure } },
      },
      after: { recheckDelay: 'checking' },
    },
  },
});
