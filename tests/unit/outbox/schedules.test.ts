import { expect, test } from 'vitest';
import { createDeliverer } from '../../../src/outbox/deliverer';
import { answerLost, dropped, portal, refusal, type Fault, type Label } from './fakeBackend';
import { createDevice, expectDelivered, image, saveSample, seeded } from './harness';

const LABELS: Label[] = ['create', 'start', 'query', 'send', 'attach'];
const FAULTS: Fault[] = [
  dropped,
  answerLost,
  portal,
  refusal(500),
  refusal(503, { 'retry-after': '30' }),
  refusal(429),
  refusal(408),
];

/**
 * A request with two pictures under random faults and deaths of the deliverer at any request, until
 * it is through. Session losses are left out: an object whose last answer was lost with its session
 * can only be sent again.
 */
async function runSchedule(seed: number) {
  const random = seeded(seed);
  const device = createDevice(seed);
  const images = [image(random(300_000) + 1, 1), image(random(900_000) + 1, 2)];
  await saveSample(device.deps, images);
  for (let n = random(12); n > 0; n -= 1) {
    device.server.fault(LABELS[random(LABELS.length)]!, FAULTS[random(FAULTS.length)]!);
  }
  for (let visits = 0; visits < 60; visits += 1) {
    const death = new AbortController();
    let left = random(3) === 0 ? random(6) : Number.POSITIVE_INFINITY;
    device.server.onRequest = () => {
      left -= 1;
      if (left < 0) death.abort();
    };
    const deliverer = createDeliverer({ ...device.deps, signal: death.signal });
    const { nextAt } = await deliverer.deliver(random(2) === 0);
    device.clock.now = Math.max(device.clock.now, random(4) === 0 ? 0 : (nextAt ?? 0));
    if ((await device.store.list()).length === 0) break;
  }
  await expectDelivered(device, images);
}

test('300 random schedules of faults and deaths: nothing lost, nothing twice', async () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    await runSchedule(seed).catch((error: unknown) => {
      throw new Error(`Schedule with seed ${seed} failed.`, { cause: error });
    });
  }
  expect.hasAssertions();
}, 60_000);
