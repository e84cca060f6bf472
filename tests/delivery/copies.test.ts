/**
 * A proxy, or the browser itself, sends a request a second time when the connection breaks before its answer is there.
 * Each call of a delivery is sent twice: whatever becomes of the first copy, all of it arrives once.
 */
// @module-tag official
// @module-tag full
import { beforeEach, expect, test } from 'vitest';
import type { FaultAction } from '../../backend/faults/types';
import type { Fetch } from '../../src/firebase/rest/httpCall';
import { backend, expectDelivered } from './localBackend';
import { answerLost, labelOf, type Label, type Saved } from './device';
import { device } from './testDevice';

let saved: Saved;
beforeEach(async () => {
  // Three chunks.
  saved = await device.save([700_000]);
});

/** `lost`: the call whose lost answer makes a delivery ask at all. */
const CALLS: { call: Label; lost?: Label }[] = [
  { call: 'create' },
  { call: 'receipt', lost: 'create' },
  { call: 'whole' },
  { call: 'start' },
  { call: 'upload' },
  { call: 'query', lost: 'upload' },
  { call: 'finalize' },
  { call: 'metadata', lost: 'finalize' },
  { call: 'attach' },
];

type Copy = (send: () => Promise<Response>) => Promise<Response>;

const drained = async (answer: Promise<Response>) => {
  await (await answer).arrayBuffer();
};
const ignored = (answer: Promise<Response>) => drained(answer).catch(() => undefined);

/** The first copy meets this fault at the server; the second one is answered. */
const first =
  (action: FaultAction, when?: 'after'): Copy =>
  async (send) => {
    const fault = backend.faults.add({ do: action, ...(when && { when }), count: 1 });
    await ignored(send());
    fault.remove();
    return send();
  };

const COPIES: Record<string, Copy> = {
  'is served, and its answer is lost': first({ kind: 'reset' }, 'after'),
  'never arrives': first({ kind: 'reset' }),
  'arrives in part': first({ kind: 'cut', afterBytes: 100_000 }),
  'is served, and a proxy answers for it': first({ kind: 'status', status: 502 }, 'after'),
  'arrives at the same time': async (send) => {
    const [, second] = await Promise.all([ignored(send()), send()]);
    return second;
  },
  'arrives after the second one was answered': async (send) => {
    const answer = await send();
    const whole = await answer.arrayBuffer();
    await ignored(send());
    return new Response(whole, answer);
  },
};

/** Sends the first `count` calls of this kind twice, or those of every kind. */
function doubled(copy: Copy, call: Label | undefined, count: number): Fetch {
  let left = count;
  return async (url, init) => {
    const isMet = (call === undefined || labelOf(url, init) === call) && left > 0;
    if (isMet) left -= 1;
    const send = () => device.wire.fetch(url, init);
    return isMet ? copy(send) : send();
  };
}

/** At each time that the last pass has named. */
async function deliver(fetch: Fetch): Promise<void> {
  for (let passes = 0; passes < 10; passes += 1) {
    const { nextAt } = await device.start({ fetch }).deliver();
    if (nextAt === undefined) return;
    device.clock.now = nextAt;
  }
}

const TIMES = [
  ['once', 1],
  ['twice', 2],
  ['always', Infinity],
] as const;

for (const [what, copy] of Object.entries(COPIES)) {
  for (const [often, count] of TIMES) {
    for (const { call, lost } of CALLS) {
      test(`the first copy of ${call} ${what}, ${often}: everything arrives once`, async () => {
        if (lost) device.wire.fault(lost, answerLost);
        await deliver(doubled(copy, call, count));
        await expectDelivered(device, saved);
        // Nobody is sent round: a session for the picture.
        const starts = device.wire.log.filter((line) => line === 'start');
        expect(starts).toHaveLength(call === 'start' ? 2 : 1);
      });
    }
  }

  test(`the first copy of every call ${what}: everything arrives once`, async () => {
    await deliver(doubled(copy, undefined, Infinity));
    await expectDelivered(device, saved);
  });
}

test('an answer that a cache on the way has kept doubles nothing', async () => {
  // It keeps what it may not keep, and answers every later GET of the address with it.
  const kept = new Map<string, Response>();
  const caching: Fetch = async (url, init) => {
    const known = init.method === 'GET' ? kept.get(url) : undefined;
    if (known) return known.clone();
    const answer = await device.wire.fetch(url, init);
    if (init.method === 'GET') kept.set(url, answer.clone());
    return answer;
  };
  // The create and a picture are asked for while they are not there, and their next answers are lost.
  device.wire.fault('create', { when: 'before' }, answerLost);
  device.wire.fault('finalize', {
    when: 'before',
    answer: () => new Response('', { status: 410 }),
  });
  device.wire.fault('finalize', answerLost);
  await deliver(caching);
  await expectDelivered(device, saved);
});
