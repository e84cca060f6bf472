import { expect, test } from 'vitest';
import {
  backOff,
  dueAt,
  MAX_DELAY,
  parseRetryAfter,
  retryAt,
} from '../../src/outbox/delivery/retryTimes';

const lowest = () => 0;
const highest = (below: number) => below - 1;
const NOW = Date.UTC(2026, 0, 5, 12);
const DAY = 86_400_000;
const HOUR = 3_600_000;

test.each([
  [1, 1_000, 2_000],
  [2, 2_000, 4_000],
  [3, 4_000, 8_000],
  [9, 256_000, 512_000],
  [10, 300_000, 600_000],
  [11, 300_000, 600_000],
  [100_000, 300_000, 600_000],
])('after %i failures the next try is %i to %i ms later', (attempts, least, most) => {
  expect([backOff(attempts, lowest), backOff(attempts, highest)]).toEqual([least, most]);
  expect(most).toBeLessThanOrEqual(MAX_DELAY);
});

test.each([
  ['120', 120_000],
  [' 7 ', 7_000],
  ['0', 0],
  ['Mon, 05 Jan 2026 12:01:30 GMT', 90_000],
  ['Mon, 05 Jan 2026 11:00:00 GMT', 0],
  ['Monday, 05-Jan-26 12:00:10 GMT', 10_000],
  ['Fri, 01 Jan 2100 00:00:00 GMT', HOUR],
  ['999999999999', HOUR],
  ...[undefined, '', '-5', '1.5', 'soon', '2026-01-05'].map((header) => [header, undefined]),
] as [string | undefined, number | undefined][])('Retry-After %j means %j ms', (header, wait) => {
  expect(parseRetryAfter(header, NOW)).toBe(wait);
  expect(retryAt(1, header, NOW, highest)).toBe(NOW + Math.max(wait ?? 0, 2_000));
});

test.each([
  ['never tried', 0, 0],
  ['waiting to be tried', NOW + 5_000, NOW + 5_000],
  ['waiting as long as possible', NOW + HOUR, NOW + HOUR],
  ['written by a clock 30 days ahead', NOW + 30 * DAY, NOW],
  ['written by a clock 30 days behind', NOW - 30 * DAY, NOW - 30 * DAY],
])('the time of the next try is right for a record that is %s', (_, notBefore, due) => {
  expect(dueAt(notBefore, NOW)).toBe(due);
});
