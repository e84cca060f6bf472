import { afterEach, expect, it, vi } from 'vitest';
import { mapInSlices } from '../../../src/backend/rest/slices';

afterEach(() => vi.unstubAllGlobals());

it('maps in order, and gives others a turn before each slice of five milliseconds', async () => {
  let now = 0;
  let turns = 0;
  vi.stubGlobal('performance', { now: () => now });
  vi.stubGlobal('scheduler', {
    yield: async () => {
      turns += 1;
    },
  });
  const doubled = await mapInSlices([1, 2, 3, 4, 5, 6], (item) => {
    now += 2;
    return item * 2;
  });
  expect(doubled).toEqual([2, 4, 6, 8, 10, 12]);
  // The first, then after three items (6 ms).
  expect(turns).toBe(2);
});

it('needs no turn for nothing, and no scheduler', async () => {
  vi.stubGlobal('scheduler', undefined);
  expect(await mapInSlices([], String)).toEqual([]);
  expect(await mapInSlices([1], String)).toEqual(['1']);
});
