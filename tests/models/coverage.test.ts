// The count itself: whatever starts a transition, one that nothing executes is named and fails.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fromPromise, setup } from 'xstate';
import { MACHINES } from '../diagrams';
import { assertComplete } from './coverage';
import { after, coverTransitions, done, failed } from './paths';

/** A door with a transition of each kind; the guard of the one called `stuck` never lets it be. */
const door = (stuck?: string) =>
  setup({
    types: { events: {} as { type: 'handle.turned' } | { type: 'knocked' } },
    actors: { unlock: fromPromise(async () => undefined) },
    guards: { isFree: (_, name: string) => name !== stuck },
    actions: { ring: () => undefined, creak: () => undefined },
    delays: { draught: 1000 },
  }).createMachine({
    id: 'door',
    initial: 'locked',
    on: { knocked: { guard: { type: 'isFree', params: 'of the root' }, actions: 'ring' } },
    states: {
      locked: {
        invoke: {
          id: 'unlock',
          src: 'unlock',
          onDone: { guard: { type: 'isFree', params: 'onDone' }, target: 'shut' },
          onError: { guard: { type: 'isFree', params: 'onError' }, target: 'broken' },
        },
      },
      shut: { on: { 'handle.turned': { target: 'ajar' } } },
      ajar: {
        always: [
          { guard: { type: 'isFree', params: 'always' }, target: 'open' },
          { target: 'broken' },
        ],
      },
      open: { after: { draught: { guard: { type: 'isFree', params: 'after' }, target: 'shut' } } },
      broken: {
        on: { 'handle.turned': { guard: { type: 'isFree', params: 'event' }, actions: 'creak' } },
      },
    },
  });

const walk = (stuck?: string) =>
  coverTransitions(door(stuck), {
    events: [
      { type: 'handle.turned' },
      { type: 'knocked' },
      done('unlock'),
      failed('unlock'),
      after('door.open', 'draught'),
    ],
  });

describe('what nothing executes', () => {
  it.each([
    ['of the root', ['door | knocked [0]']],
    ['onError', ['door.locked | xstate.error.actor.unlock [0]', 'state door.broken']],
    ['always', ['door.ajar | always [0]', 'state door.open']],
    ['after', ['door.open | xstate.after.draught.door.open [0]']],
    ['event', ['door.broken | handle.turned [0]']],
    [
      'onDone',
      ['door.locked | xstate.done.actor.unlock [0]', 'state door.shut', 'door.ajar | always [0]'],
    ],
  ])('is named: %s', (stuck, missing) => {
    expect(walk(stuck).uncovered).toEqual(expect.arrayContaining(missing));
  });

  it('is the branch that another one always wins over, and that alone', () => {
    const executed = walk();
    expect(executed.uncovered).toEqual(['door.ajar | always [1]']);
    expect(executed.summary).toBe('door: 5 of 5 states, 7 of 8 transitions executed');
    expect(executed.covered).toContain('door.ajar | always [0]');
    expect(() => assertComplete(executed)).toThrow('Nothing executes:\n  door.ajar | always [1]');
  });
});

it('wants an example of every event', () => {
  const events = [{ type: 'handle.turned' }, done('unlock'), failed('unlock')];
  expect(() => coverTransitions(door(), { events })).toThrow(
    'No example of the event knocked, xstate.after.draught.door.open',
  );
});

it.each(Object.keys(MACHINES))('%s has a suite that fails for what nothing executes', (name) => {
  const suite = readFileSync(new URL(`${name}.test.ts`, import.meta.url), 'utf8');
  expect(suite).toContain(`coverTransitions(${name},`);
  expect(suite).toContain('assertComplete(');
});
