/** How often a tab reloads by itself for new workers. */
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeStorage } from '../support/fakeStorage';
import { claimReloadForWorker, mayReloadForWorker } from '../../src/update/reloadedFor';

const NOW = Date.UTC(2026, 5, 1);
const MINUTE = 60_000;
const KEY = 'reloadedFor.workers';
const values = new Map<string, string>();

beforeEach(() => {
  values.clear();
  vi.stubGlobal('sessionStorage', fakeStorage(values));
});

it('a worker that is another one at each load reloads a tab three times, and again after ten minutes', () => {
  const reloads = (...minutes: number[]) =>
    minutes.map((minute) => {
      const now = NOW + minute * MINUTE;
      const may = mayReloadForWorker(now);
      expect(claimReloadForWorker(now)).toBe(may);
      return may;
    });
  expect(reloads(0, 0.1, 0.2, 0.3, 0.4, 9)).toEqual([true, true, true, false, false, false]);
  expect(reloads(10, 10, 10.1, 10.3, 10.4)).toEqual([true, false, true, true, false]);
});

it.each([
  [
    'of a clock that was put back',
    JSON.stringify([1, 2, 3].map((day) => NOW + day * 1440 * MINUTE)),
  ],
  ['of something else', '{"a":1}'],
  ['that are no times', '["x",null,{}]'],
])('values %s hold up no reload', (_, stored) => {
  values.set(KEY, stored);
  expect(claimReloadForWorker(NOW)).toBe(true);
});

it.each([
  ['is blocked', undefined],
  ['is broken', { getItem: () => '{', setItem: () => {} }],
  [
    'is full',
    {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('Full.', 'QuotaExceededError');
      },
    },
  ],
])('a tab whose storage %s does not reload, because it could not remember that', (_, storage) => {
  vi.stubGlobal('sessionStorage', storage);
  expect(claimReloadForWorker(NOW)).toBe(false);
});
