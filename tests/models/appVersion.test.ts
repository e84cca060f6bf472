// Every transition of the version check, by generated paths; then the countdown on a simulated clock.
import { describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate';
import { appVersion, type AppVersionEvent } from '../../machines/appVersion';
import { CLIENT_VERSION } from '../../src/domain/constants';
import { NEWER_VERSION, NEWEST_VERSION } from '../versions';
import { assertComplete } from './coverage';
import { after, coverTransitions, done, failed } from './paths';

describe('generated paths', () => {
  it('execute every state and transition', () => {
    const executed = coverTransitions(appVersion, {
      input: { client: 0.62, reloadedFor: null, now: () => 0 },
      events: [
        { type: 'moment.safe' },
        { type: 'clock.ticked', now: 1000 },
        { type: 'clock.ticked', now: 10_000 },
        done('readVersion', 0.62),
        done('readVersion', 0.63),
        done('readVersion', null),
        failed('readVersion'),
        done('updateWorker'),
        failed('updateWorker'),
        failed('tick'),
        failed('awaitSafety'),
        failed('awaitSafetyAgain'),
        done('reload', true),
        done('reload', false),
        failed('reload'),
        done('lookAgain'),
        failed('lookAgain'),
        after('appVersion.reloading', 'reloadPatience'),
        after('appVersion.outdated', 'recheckDelay'),
      ],
      view: ({ context }) => [context.stored, context.reloadedFor, context.remaining],
    });
    assertComplete(executed);
  });
});

interface Options {
  stored?: number | null;
  reloadedFor?: number | null;
  remember?: boolean;
  /** Whether something unsaved is under way when the version is known. */
  unsaved?: boolean;
}

/** The machine on a clock that the test moves. */
function start({
  stored = NEWER_VERSION,
  reloadedFor = null,
  remember = true,
  unsaved = false,
}: Options = {}) {
  const clock = { now: 1_000_000 };
  let tick: () => void = () => undefined;
  const reload = vi.fn((_version: number) => remember);
  const order: string[] = [];
  let isUnsaved = unsaved;
  const waiting: (() => void)[] = [];
  const actor = createActor(
    appVersion.provide({
      actors: {
        readVersion: fromPromise(async () => stored),
        updateWorker: fromPromise<void>(async () => {
          order.push('worker asked');
        }),
        awaitSafety: fromCallback<AppVersionEvent>(({ sendBack }) => {
          const tell = () => sendBack({ type: 'moment.safe' });
          if (isUnsaved) waiting.push(tell);
          else tell();
        }),
        tick: fromCallback<AppVersionEvent>(({ sendBack }) => {
          order.push('clock started');
          tick = () => sendBack({ type: 'clock.ticked', now: clock.now });
        }),
        reload: fromPromise(async ({ input }) => reload(input.version)),
      },
      actions: { logFailure: () => undefined },
    }),
    { input: { client: CLIENT_VERSION, reloadedFor, now: () => clock.now } },
  ).start();
  const reached = (value: string) => waitFor(actor, (snapshot) => snapshot.value === value);
  return {
    actor,
    reload,
    order,
    reached,
    setUnsaved(value: boolean) {
      isUnsaved = value;
      if (!value) for (const tell of waiting.splice(0)) tell();
    },
    pass(milliseconds: number) {
      clock.now += milliseconds;
      tick();
      return actor.getSnapshot().context.remaining;
    },
  };
}

describe('the countdown', () => {
  it('goes from 10 to 0, a number a second, then reloads once', async () => {
    const { actor, order, pass, reached, reload } = start();
    await reached('updating');
    expect(actor.getSnapshot().hasTag('dialog')).toBe(true);
    expect(order).toEqual(['worker asked', 'clock started']);
    expect(actor.getSnapshot().context.remaining).toBe(10);
    for (const left of [9, 8, 7, 6, 5, 4, 3, 2, 1]) expect(pass(1000)).toBe(left);
    expect(reload).not.toHaveBeenCalled();
    expect(pass(1000)).toBe(0);
    expect(actor.getSnapshot().value).toBe('reloading');
    expect(reload).toHaveBeenCalledExactlyOnceWith(NEWER_VERSION);
  });

  it('shows a number for the whole of its second', async () => {
    const { pass, reached } = start();
    await reached('updating');
    expect(pass(1)).toBe(10);
    expect(pass(998)).toBe(10);
    expect(pass(1)).toBe(9);
  });

  it('ends on time when the timer was throttled', async () => {
    const { actor, pass, reached } = start();
    await reached('updating');
    expect(pass(9_400)).toBe(1);
    expect(pass(60_000)).toBe(0);
    expect(actor.getSnapshot().value).toBe('reloading');
  });
});

describe('what is unsaved', () => {
  it('is waited for before the countdown begins', async () => {
    const { actor, order, pass, reached, setUnsaved } = start({ unsaved: true });
    await reached('holding');
    expect(actor.getSnapshot().hasTag('dialog')).toBe(false);
    pass(60_000);
    setUnsaved(false);
    expect(actor.getSnapshot()).toMatchObject({ value: 'updating', context: { remaining: 10 } });
    expect(order).toEqual(['worker asked', 'clock started']);
    expect(pass(1000)).toBe(9);
  });

  it('is waited for at the end when it began during the countdown', async () => {
    const { actor, pass, reached, reload, setUnsaved } = start();
    await reached('updating');
    setUnsaved(true);
    expect(pass(10_000)).toBe(0);
    expect(actor.getSnapshot().value).toBe('settling');
    expect(actor.getSnapshot().hasTag('dialog')).toBe(true);
    expect(reload).not.toHaveBeenCalled();
    setUnsaved(false);
    expect(reload).toHaveBeenCalledExactlyOnceWith(NEWER_VERSION);
  });
});

describe('no dialog', () => {
  it.each([
    ['the same version', CLIENT_VERSION],
    ['an older one', 0.6],
    ['none, or one that cannot be read', null],
  ])('for %s', async (_, stored) => {
    const { actor, reached } = start({ stored });
    await reached('current');
    expect(actor.getSnapshot().hasTag('dialog')).toBe(false);
  });

  it('for a version that was reloaded for already: the site stays usable', async () => {
    const { actor, reached, order } = start({ stored: NEWER_VERSION, reloadedFor: NEWER_VERSION });
    await reached('outdated');
    expect(actor.getSnapshot().hasTag('dialog')).toBe(false);
    expect(order).toEqual(['worker asked']);
  });
});

it('counts down again for a version newer than the one it has reloaded for', async () => {
  const { reached } = start({ stored: NEWEST_VERSION, reloadedFor: NEWER_VERSION });
  await reached('updating');
});

it('stays usable when the reload cannot be remembered', async () => {
  const { actor, pass, reached } = start({ remember: false });
  await reached('updating');
  pass(10_000);
  await reached('outdated');
  expect(actor.getSnapshot().hasTag('dialog')).toBe(false);
});
