/**
 * What the rule of `uploadLine.ts` comes to on lines of many kinds: a lead with two photos of 0.6 MB, from the press to the
 * end. Whoever changes a number of that rule sees here what it does to every line.
 */
import { expect, test } from 'vitest';
import { simulate, type Line } from './simulatedLine';

/** 400 kbit/s for `on` seconds, then nothing for `off`; the press comes `at` seconds after it began. */
const onAndOff = (on: number, off: number, at = 1): Line => ({
  rate: (seconds) => ((seconds + at) % (on + off) < on ? 400 : 0),
  roundTrip: 0.3,
});
const down = (from: number, until: number): Line => ({
  rate: (seconds) => (seconds < from || seconds >= until ? 400 : 0),
  roundTrip: 0.3,
});

/** Rates in kbit/s, times in seconds, bytes in kB: 1,230 are the two photos. */
test.each<[name: string, line: Line, outcome: string, seconds: number, kB: number, calls: number]>([
  ['a good one', { rate: 5000, roundTrip: 0.06 }, 'sent', 3, 1235, 10],
  ['400', { rate: 400, roundTrip: 0.3 }, 'sent', 28, 1236, 12],
  ['400, round trip of 2 s', { rate: 400, roundTrip: 2 }, 'sent', 44, 1236, 12],
  ['400, round trip of 5 s', { rate: 400, roundTrip: 5 }, 'sent', 74, 1236, 12],
  ['50', { rate: 50, roundTrip: 0.3 }, 'sent', 202, 1236, 12],
  ['30', { rate: 30, roundTrip: 0.6 }, 'sent', 337, 1236, 12],
  ['20, whole units of 256 KiB', { rate: 20, roundTrip: 0.6 }, 'sent', 583, 1434, 15],
  [
    '12, a worker that is ended every 332 s',
    { rate: 12, roundTrip: 0.6, workerEnds: 332 },
    'sent',
    1564,
    1596,
    22,
  ],
  [
    '50, a proxy that ends each request after 60 s',
    { rate: 50, roundTrip: 0.3, endAfter: 60 },
    'sent',
    202,
    1236,
    12,
  ],
  [
    '100, a proxy that ends each request after 10 s',
    { rate: 100, roundTrip: 0.3, endAfter: 10 },
    'held back',
    475,
    1103,
    31,
  ],
  ['dead 8 s into the upload', { rate: 400, roundTrip: 0.3, deadAfter: 9 }, 'sent', 73, 1299, 16],
  ['dead 2 s into the upload', { rate: 400, roundTrip: 0.3, deadAfter: 3 }, 'sent', 110, 1274, 15],
  ['down for 30 s', down(9, 39), 'sent', 73, 1299, 16],
  ['5 s on, 5 s off', onAndOff(5, 5), 'sent', 71, 1236, 12],
  ['20 s on, 20 s off', onAndOff(20, 20), 'sent', 55, 1236, 12],
  ['20 s on, a tunnel of 60 s', onAndOff(20, 60), 'sent', 90, 1274, 15],
  ['the same, pressed after 7 s', onAndOff(20, 60, 7), 'sent', 172, 1499, 18],
  ['the same, pressed after 14 s', onAndOff(20, 60, 14), 'sent', 640, 1939, 32],
])('a line: %s', async (_, line, outcome, seconds, kB, calls) => {
  const { requests, ...end } = await simulate(line);
  expect({ ...end, calls: requests.length }).toEqual({ outcome, seconds, kB, calls });
});
