/**
 * What the rule of `uploadLine.ts` comes to on lines of many kinds: a lead with two photos of 0.6 MB, from the press to the
 * end. Whoever changes a number of that rule sees here what it does to every line.
 */
import { expect, test } from 'vitest';
import { createUploadLine, type LineKnowledge } from '../../src/firebase/rest/uploadLine';
import { simulate, type Line } from './simulatedLine';

/** Rates in kbit/s, times in seconds. */
const FAIR = { rate: 400, roundTrip: 0.3 };
/** A line for `on` seconds, then nothing for `off`; the press comes `at` seconds after it began. */
const onAndOff = (on: number, off: number, at = 1): Line => ({
  ...FAIR,
  rate: (seconds) => ((seconds + at) % (on + off) < on ? FAIR.rate : 0),
});
const down = (from: number, until: number): Line => ({
  ...FAIR,
  rate: (seconds) => (seconds < from || seconds >= until ? FAIR.rate : 0),
});
const PROXY_60: Line = { rate: 50, roundTrip: 0.3, endAfter: 60 };
const PROXY_30: Line = { rate: 100, roundTrip: 0.3, endAfter: 30 };
const PROXY_10: Line = { rate: 100, roundTrip: 0.3, endAfter: 10 };

type Row = [name: string, line: Line, most: number, seconds: number, kB: number, requests: number];

/**
 * `most`: the seconds that it may take at all. Bytes in kB: 1,230 are the two photos. Requests with their preflights.
 */
const SENT: Row[] = [
  ['a good line', { rate: 5000, roundTrip: 0.06 }, 5, 3, 1235, 16],
  ['400', FAIR, 35, 29, 1236, 18],
  ['400, round trip of 2 s', { ...FAIR, roundTrip: 2 }, 70, 42, 1236, 18],
  ['400, round trip of 5 s', { ...FAIR, roundTrip: 5 }, 130, 72, 1236, 19],
  ['50', { rate: 50, roundTrip: 0.3 }, 250, 202, 1236, 18],
  ['30', { rate: 30, roundTrip: 0.6 }, 418, 399, 1458, 21],
  ['20', { rate: 20, roundTrip: 0.6 }, 626, 563, 1384, 21],
  ['12, a worker of 332 s', { rate: 12, roundTrip: 0.6, workerEnds: 332 }, 1800, 1564, 1506, 28],
  ['50, a proxy that ends what takes 60 s', PROXY_60, 310, 202, 1236, 18],
  ['100, a proxy that ends what takes 30 s', PROXY_30, 200, 103, 1236, 18],
  ['dead after 2 s, HTTP/2', { ...FAIR, deadAfter: 3 }, 150, 91, 1274, 21],
  ['dead after 2 s, HTTP/1.1', { ...FAIR, deadAfter: 3, deadIdle: 3 }, 150, 103, 1274, 25],
  ['dead after 8 s, HTTP/2', { ...FAIR, deadAfter: 9 }, 100, 84, 1286, 21],
  ['dead after 8 s, HTTP/1.1', { ...FAIR, deadAfter: 9, deadIdle: 2 }, 110, 90, 1286, 24],
  ['down for 30 s', down(9, 39), 100, 60, 1236, 18],
  ['5 s on, 5 s off', onAndOff(5, 5), 100, 92, 1236, 18],
  ['20 s on, 20 s off', onAndOff(20, 20), 130, 91, 1236, 18],
  ['20 s on, 20 s off, pressed after 14 s', onAndOff(20, 20, 14), 130, 122, 1236, 18],
  ['20 s on, a tunnel of 60 s', onAndOff(20, 60), 180, 90, 1236, 23],
  ['20 s on, a tunnel of 60 s, pressed after 7 s', onAndOff(20, 60, 7), 180, 156, 1487, 29],
  ['20 s on, a tunnel of 60 s, pressed after 14 s', onAndOff(20, 60, 14), 180, 157, 1550, 30],
  ['20 s on, a tunnel of 60 s, pressed in it', onAndOff(20, 60, 40), 240, 132, 1274, 28],
];
test.each(SENT)('a lead gets through: %s', async (_, line, most, seconds, kB, requests) => {
  const sent = await simulate(line);
  expect({ ...sent, requests: sent.requests.length }).toEqual({
    outcome: 'sent',
    seconds,
    kB,
    requests,
  });
  expect(sent.seconds).toBeLessThanOrEqual(most);
});

test('what no unit gets through is held back, after 1.4 MB at most', async () => {
  const { requests, ...end } = await simulate(PROXY_10);
  expect(end).toEqual({ outcome: 'held back', seconds: 475, kB: 1103 });
  expect(requests.filter((label) => label === 'upload')).toHaveLength(9);
});

const UNIT = 256 * 1024;
const LEARNT = { limit: 40_000, unit: 5000 };
const ALONE = { ...LEARNT, isAlone: true } as const;
type Learnt = LineKnowledge | undefined;
test.each<[name: string, before: LineKnowledge, bytes: number, answer: string, Learnt]>([
  ['the first unit', { limit: 60_000 }, UNIT, 'active', { limit: 65_000, unit: 10_000 }],
  ['a slower one, nothing', LEARNT, UNIT, 'active', { limit: 50_000, unit: 5000 }],
  ['after a silence it counts', ALONE, UNIT, 'active', { ...ALONE, limit: 65_000, unit: 10_000 }],
  ['a chunk counts by its units', LEARNT, 4 * UNIT, 'stored', { limit: 42_500, unit: 2500 }],
  ['no answer to a chunk doubles it', LEARNT, UNIT, 'unreachable', { ...ALONE, limit: 80_000 }],
  ['a shorter end that has arrived says nothing', LEARNT, UNIT - 1, 'stored', undefined],
  ['nor does a thumbnail without an answer', LEARNT, 4000, 'unreachable', undefined],
  ['nor a small call', LEARNT, 0, 'unreachable', undefined],
  ['nor an answer of the server, a quick one too', LEARNT, UNIT, 'retry', undefined],
  ['nor a refusal', LEARNT, UNIT, 'refused', undefined],
])('what a line learns: %s', async (_, before, bytes, type, learnt) => {
  let [now, kept] = [0, undefined as Learnt];
  const keep = async (known: LineKnowledge) => void (kept = known);
  const line = createUploadLine(before, keep, () => now);
  await line.inTurn(bytes, async () => {
    now += 10_000;
    return { type };
  });
  expect(kept).toEqual(learnt);
});
