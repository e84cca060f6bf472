/** docs/machines.md: fresh, of every machine, and with everything that a machine does. */
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { DOCUMENT, documentText, drawMachine, MACHINES } from '../diagrams';

test('the document is drawn as the machines are', () => {
  // Not toBe: the difference of two diagrams helps nobody.
  if (readFileSync(DOCUMENT, 'utf8') !== documentText()) {
    throw new Error('A machine has changed without its diagram: npm run diagrams');
  }
});

test('it has every machine', () => {
  const folder = fileURLToPath(new URL('../../machines/', import.meta.url));
  const sources = readdirSync(folder)
    .filter((file) => readFileSync(folder + file, 'utf8').includes('createMachine('))
    .map((file) => file.replace('.ts', ''));
  expect(Object.keys(MACHINES).toSorted()).toEqual(sources.toSorted());
});

test('a diagram has states in states, and every way from one to another', () => {
  const machine = createMachine({
    id: 'door',
    initial: 'shut',
    on: { 'house.sold': '.gone' },
    states: {
      shut: {
        invoke: { id: 'key', src: 'turnKey', onDone: 'open', onError: 'gone' },
        on: {
          'handle.turned': { guard: 'isUnlocked', target: 'open' },
          knocked: { actions: 'ring' },
        },
      },
      open: {
        initial: 'ajar',
        after: { draught: 'shut' },
        always: { guard: 'isBroken', target: 'gone' },
        states: { ajar: { on: { pushed: 'wide' } }, wide: {} },
      },
      gone: { type: 'final' },
    },
  });
  expect(drawMachine(machine)).toBe(`stateDiagram-v2
state "door" as door {
[*] --> door_shut
door_shut : shut
door_shut : runs key
door_shut : knocked
state "open" as door_open {
[*] --> door_open_ajar
door_open_ajar : ajar
door_open_wide : wide
}
door_gone : gone
door_gone : final
}
note right of door
house.sold → gone
end note
door_shut --> door_open : handle.turned [isUnlocked]<br/>key done
door_shut --> door_gone : key fails
door_open --> door_shut : after draught
door_open --> door_gone : always [isBroken]
door_open_ajar --> door_open_wide : pushed`);
});
