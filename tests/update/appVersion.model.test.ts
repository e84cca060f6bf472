// The version check, on a clock that the test moves: its scenarios execute every state and transition.
import type { AnyEventObject } from 'xstate';
import { describe, expect, it } from 'vitest';
import { appVersion } from '../../machines/appVersion';
import { CLIENT_VERSION } from '../../src/domain/constants';
import { NEWER_VERSION, NEWEST_VERSION, OLDER_VERSION } from '../support/versions';
import { assertComplete } from '../support/machineCoverage';
import { done, drive, failed, withoutEffects } from '../support/machinePaths';

const SAFE = { type: 'reload.safe' };
const NEWER = done('readVersion', NEWER_VERSION);
const NOT_RELOADED = [SAFE, failed('tick'), SAFE, done('reload', false)];

/** The machine after it has read `stored`. */
function start(stored: number | null = NEWER_VERSION, reloadedFor: number | null = null) {
  let now = 1_000_000;
  const input = { client: CLIENT_VERSION, reloadedFor, now: () => now };
  const version = drive(withoutEffects(appVersion), { input });
  version.run(done('readVersion', stored));
  return {
    ...version,
    hasDialog: () => version.actor.getSnapshot().hasTag('dialog'),
    /** Lets time pass; returns the seconds that are left then. */
    pass(milliseconds: number) {
      now += milliseconds;
      version.run({ type: 'clock.ticked', now });
      return version.context().secondsLeft;
    },
  };
}

/** While it counts down. */
function counting() {
  const version = start();
  expect(version.run(SAFE)).toBe('updating');
  return version;
}

describe('the countdown', () => {
  it('waits for unsaved text, then counts from 10 to 0 in seconds', () => {
    const { context, hasDialog, pass, run } = start();
    pass(60_000);
    expect([run(), hasDialog()]).toEqual(['waitingToUpdate', false]);
    expect([run(SAFE), hasDialog(), context().secondsLeft]).toEqual(['updating', true, 10]);
    for (const left of [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]) expect(pass(1000)).toBe(left);
  });

  it('waits again for unsaved text at its end, then reloads once', () => {
    const { child, hasDialog, inputOf, pass, run } = counting();
    expect(pass(10_000)).toBe(0);
    expect([run(), hasDialog(), child('reload')]).toEqual(['waitingToReload', true, undefined]);
    expect(run(SAFE)).toBe('reloading');
    expect(inputOf('reload')).toEqual({ version: NEWER_VERSION });
  });

  it('shows each number for a whole second', () => {
    const { pass } = counting();
    expect([pass(1), pass(998), pass(1)]).toEqual([10, 10, 9]);
  });

  it('ends on time even if the browser slowed its timer down', () => {
    const { pass, run } = counting();
    expect([pass(9_400), pass(60_000)]).toEqual([1, 0]);
    expect(run(SAFE)).toBe('reloading');
  });

  it('begins again if the clock is set back, instead of lasting for years', () => {
    const { pass } = counting();
    expect([pass(3000), pass(-7 * 365 * 86_400_000), pass(4000)]).toEqual([7, 10, 6]);
  });

  it('leaves the site usable when the reload cannot be remembered', () => {
    const { hasDialog, pass, run } = counting();
    pass(10_000);
    expect([run(SAFE, done('reload', false)), hasDialog()]).toEqual(['outdated', false]);
  });
});

it.each<[string, AnyEventObject[], string]>([
  ['asks', [failed('readVersion')], 'current'],
  ['watches the page', [done('readVersion', null), failed('watchPage')], 'current'],
  ['waits', [NEWER, failed('waitUntilSafe')], 'updating'],
  ['updates', [NEWER, SAFE, failed('updateWorker')], 'updating'],
  ['counts', [NEWER, SAFE, failed('tick')], 'waitingToReload'],
  ['waits again', [NEWER, SAFE, failed('tick'), failed('waitUntilSafeAgain')], 'reloading'],
  ['reloads', [NEWER, SAFE, failed('tick'), SAFE, failed('reload')], 'outdated'],
  ['looks for the new client', [NEWER, ...NOT_RELOADED, failed('updateWorkerAgain')], 'outdated'],
])('what fails while it %s holds nothing up', (_, events, state) => {
  const input = { client: CLIENT_VERSION, reloadedFor: null, now: () => 0 };
  expect(drive(withoutEffects(appVersion), { input }).run(...events)).toBe(state);
});

it.each([
  ['the same version', CLIENT_VERSION, null, 'current'],
  ['an older version', OLDER_VERSION, null, 'current'],
  ['a missing or unreadable version', null, null, 'current'],
  [
    'one that was reloaded for already: the site stays usable',
    NEWER_VERSION,
    NEWER_VERSION,
    'outdated',
  ],
])('no dialog is shown for %s', (_, stored, reloadedFor, state) => {
  const { run, hasDialog } = start(stored, reloadedFor);
  expect([run(), hasDialog()]).toEqual([state, false]);
});

it('the version is asked again when the page is seen ten minutes later', () => {
  const { run } = start(CLIENT_VERSION);
  const shown = (now: number) => ({ type: 'page.shown', now });
  const since = 1_000_000;
  expect(run(shown(since + 599_999))).toBe('current');
  expect(run(shown(since + 600_000))).toBe('checking');
  expect(run(done('readVersion', NEWER_VERSION), SAFE)).toBe('updating');
});

it('the version is asked again when the clock was set back meanwhile', () => {
  const { run } = start(CLIENT_VERSION);
  expect(run({ type: 'page.shown', now: 1_000_000 - 600_000 })).toBe('checking');
});

it('a still newer version starts another countdown', () => {
  expect(start(NEWEST_VERSION, NEWER_VERSION).run(SAFE)).toBe('updating');
});

it('an old client that stays looks again after half an hour', () => {
  const { clock, run } = start(NEWER_VERSION, NEWER_VERSION);
  clock.increment(30 * 60_000 - 1);
  expect(run()).toBe('outdated');
  clock.increment(1);
  expect(run()).toBe('checking');
});

it('a reload that does not happen is given up after ten seconds', () => {
  const { clock, run, pass } = counting();
  pass(10_000);
  expect(run(SAFE)).toBe('reloading');
  clock.increment(9999);
  expect(run()).toBe('reloading');
  clock.increment(1);
  expect(run()).toBe('outdated');
});

it('the scenarios execute every state and transition', () => assertComplete(appVersion));
