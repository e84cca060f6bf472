// The count itself: whatever starts a transition, one that nothing executes is named and fails.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fromPromise, setup } from 'xstate';
import { MACHINES } from '../diagrams';
import { assertComplete } from './coverage';
import { after, coverTransitions, done, failed } from './paths';

/** A door whose guard lets nothing of these kinds happen. */
const door = (...stuck: string[]) =>
  setup({
    actors: { unlock: fromPromise(async () => undefined) },
    guards: { isFree: (_, kind: string) => !stuck.includes(kind) },
    actions: { ring: () => undefined },
    delays: { draught: 1000 },
  }).createMachine({
    id: 'door',
    initial: 'locked',
    on: { knocked: { guard: { type: 'isFree', params: 'event' }, actions: 'ring' } },
    states: {
      locked: {
        invoke: {
          id: 'unlock',
          src: 'unlock',
          onDone: 'ajar',
          onError: { guard: { type: 'isFree', params: 'onError' }, target: 'broken' },
        },
      },
      ajar: { always: [{ guard: { type: 'isFree', params: 'always' }, target: 'open' }, 'shut'] },
      open: { after: { draught: { guard: { type: 'isFree', params: 'after' }, target: 'shut' } } },
      shut: {},
      broken: {},
    },
  });

const events = [
  { type: 'knocked' },
  done('unlock'),
  failed('unlock'),
  after('door.open', 'draught'),
];

it.each([
  ['event', ['door | knocked [0]']],
  ['onError', ['state door.broken', 'door.locked | xstate.error.actor.unlock [0]']],
  ['always', ['state door.open', 'door.ajar | always [0]']],
  ['after', ['state door.shut', 'door.open | xstate.after.draught.door.open [0]']],
])('names what nothing executes: %s', (stuck, missing) => {
  const executed = coverTransitions(door(stuck), { events });
  expect(executed.uncovered).toEqual(expect.arrayContaining(missing));
  expect(() => assertComplete(executed)).toThrow(`Nothing executes:\n  ${executed.uncovered[0]}`);
});

it('names the branch that another one always wins over, and that alone', () => {
  const executed = coverTransitions(door(), { events });
  expect(executed.uncovered).toEqual(['door.ajar | always [1]']);
  expect(executed.summary).toBe('door: 5 of 5 states, 5 of 6 transitions executed');
});

it('wants an example of every event', () => {
  expect(() => coverTransitions(door(), { events: events.slice(1) })).toThrow(
    'No example of the event knocked',
  );
});

it.each(Object.keys(MACHINES))('%s has a suite that fails for what nothing executes', (name) => {
  const suite = readFileSync(new URL(`${name}.test.ts`, import.meta.url), 'utf8');
  expect(suite).toContain(`coverTransitions(${name},`);
  expect(suite).toContain('assertComplete(');
});
