/** Which canvases give back what was drawn. */
import { expect, it } from 'vitest';
import { isTrue } from '../../src/pictures/probe';
import { seeded } from '../support/deliveryFaults';
import { fakeCanvas } from './fakeCanvas';

const random = seeded(7);
const noise = () =>
  [random(256), random(256), random(256), 255] as [number, number, number, number];
type Colour = ReturnType<typeof noise>;
const white = (): Colour => [255, 255, 255, 255];
const changed =
  (by: () => number) =>
  ([red, green, blue, alpha]: Colour): Colour => [red + by(), green + by(), blue + by(), alpha];

it.each<[title: string, isKept: boolean, Parameters<typeof fakeCanvas>[0]]>([
  ['as it is', true, {}],
  ['with the last bit of some values changed (Brave)', true, { read: changed(() => random(2)) }],
  [
    'with noise of ±8 in both ways',
    true,
    { read: changed(() => random(17) - 8), encode: changed(() => random(17) - 8) },
  ],
  ['as noise in the encoded picture', false, { encode: noise }],
  ['as noise in the pixels that are read', false, { read: noise }],
  ['as noise in both (resistFingerprinting)', false, { encode: noise, read: noise }],
  ['as white', false, { encode: white, read: white }],
  ['as nothing', false, { encode: () => [0, 0, 0, 0] }],
  ['as stripes', false, { encode: (colour, x) => (x % 4 < 2 ? colour : noise()) }],
  ['with red and blue exchanged', false, { encode: ([r, g, b, a]) => [b, g, r, a] }],
  ['half transparent', false, { read: ([r, g, b]) => [r, g, b, 128] }],
  ['mirrored', false, { encode: (_, x) => (x < 64 ? [216, 216, 40, 255] : [216, 40, 40, 255]) }],
])('a canvas gives back what was drawn %s: %s', async (_, isKept, options) => {
  expect(await isTrue(fakeCanvas(options).canvas)).toBe(isKept);
});

it('is asked once for each canvas, and a canvas that fails is not true', async () => {
  const { canvas } = fakeCanvas({});
  let made = 0;
  const counted = {
    ...canvas,
    make: (...size: [number, number]) => ((made += 1), canvas.make(...size)),
  };
  expect(await Promise.all([isTrue(counted), isTrue(counted)])).toEqual([true, true]);
  expect(await isTrue(counted)).toBe(true);
  expect(made).toBe(2);
  const broken = {
    ...canvas,
    make: () => {
      throw new Error('There is no canvas.');
    },
  };
  expect(await isTrue(broken)).toBe(false);
});
