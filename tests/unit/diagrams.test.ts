/** The pictures of the machines: fresh, complete, and large enough for their texts. */
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { chartOf } from '../../tools/diagrams/chart';
import { drawMachine } from '../../tools/diagrams/draw';
import { layOut } from '../../tools/diagrams/layout';
import { MACHINES } from '../../tools/diagrams/machines';

const folder = (name: string) => fileURLToPath(new URL(`../../${name}/`, import.meta.url));

describe('docs/machines', () => {
  test.each(Object.entries(MACHINES))('%s is drawn as it is', (name, machine) => {
    const drawn = readFileSync(`${folder('docs/machines')}${name}.svg`, 'utf8');
    // Not toBe: the difference of two pictures helps nobody.
    if (drawn !== drawMachine(name, machine)) {
      throw new Error(`${name} has changed without its picture: npm run diagrams`);
    }
  });

  test('has every machine and nothing else', () => {
    const sources = readdirSync(folder('machines'))
      .filter((file) => readFileSync(folder('machines') + file, 'utf8').includes('createMachine('))
      .map((file) => file.replace('.ts', ''));
    expect(Object.keys(MACHINES).toSorted()).toEqual(sources.toSorted());
    expect(readdirSync(folder('docs/machines')).toSorted()).toEqual(
      sources.map((name) => `${name}.svg`).toSorted(),
    );
  });
});

const machine = createMachine({
  id: 'door',
  initial: 'shut',
  on: { 'house.sold': '.gone' },
  states: {
    shut: { on: { 'handle.turned': { guard: 'isUnlocked', target: 'open', actions: 'creak' } } },
    open: {
      initial: 'ajar',
      after: { draught: 'shut' },
      states: { ajar: { on: { pushed: 'wide' } }, wide: { tags: 'cold' } },
    },
    gone: { type: 'final' },
  },
});

test('a state, a transition, a guard or an action more changes the picture', () => {
  const before = drawMachine('door', machine);
  const { config } = machine;
  const changed = [
    { ...config, states: { ...config.states, broken: {} } },
    { ...config, on: { ...config.on, knocked: {} } },
    { ...config, on: { 'house.sold': { target: '.gone', guard: 'isPaid' } } },
    { ...config, on: { 'house.sold': { target: '.gone', actions: 'wave' } } },
    { ...config, on: { 'house.sold': '.shut' } },
    { ...config, initial: 'open' },
  ];
  for (const each of changed) {
    expect(drawMachine('door', createMachine(each as never))).not.toBe(before);
  }
});

test('the chart names what the machine does', () => {
  const [shut, open, gone] = chartOf(machine).states;
  expect(shut).toMatchObject({
    isInitial: true,
    rows: [
      { label: 'handle.turned', guard: 'isUnlocked', actions: ['creak'], target: 'door.open' },
    ],
  });
  expect(open).toMatchObject({
    rows: [{ kind: 'own', label: 'after draught', target: 'door.shut' }],
    states: [{ name: 'ajar' }, { name: 'wide', tags: ['cold'] }],
  });
  expect(gone!.isFinal).toBe(true);
});

test.each(Object.entries({ ...MACHINES, door: machine }))(
  'in %s no box overlaps another, and no two lanes share a place',
  (_, each) => {
    const { boxes, lanes, width, height } = layOut(chartOf(each));
    for (const box of boxes) {
      expect(box.x).toBeGreaterThan(0);
      expect(box.x + box.width).toBeLessThan(width);
      expect(box.y + box.height).toBeLessThan(height);
      for (const other of boxes.filter((one) => one !== box)) {
        const isNested =
          other.state.id.startsWith(`${box.state.id}.`) ||
          box.state.id.startsWith(`${other.state.id}.`);
        const isApart = other.y >= box.y + box.height || box.y >= other.y + other.height;
        expect(isNested || isApart, `${box.state.id} and ${other.state.id}`).toBe(true);
      }
    }
    const span = ({ target, sources }: (typeof lanes)[number]) => {
      const ys = [target.headerY, ...sources.map(({ y }) => y)];
      return [Math.min(...ys), Math.max(...ys)] as const;
    };
    for (const lane of lanes) {
      for (const other of lanes) {
        if (other === lane || other.x !== lane.x) continue;
        const [from, to] = span(lane);
        const [otherFrom, otherTo] = span(other);
        expect(to < otherFrom || otherTo < from).toBe(true);
      }
    }
  },
);
