/** The worker's memory while it sends many requests in a row. */
import { expect, test } from '../support/fixtures';
import {
  cameOnline,
  countWaiting,
  numberedFields,
  once,
  seedOutbox,
  workerControls,
} from '../support/deliveryActions';
import { workerHeap } from './workerHeap';

const REQUESTS = 100;
/** Measured from here on, when everything that is loaded once has been loaded. */
const WARM = 20;
/** Bytes of a picture. */
const PICTURE = 40_000;
/** Bytes that may stay in memory for a request that was sent: noise, far less than a thumbnail. */
const ALLOWED = 1000;

test(
  `sending ${REQUESTS} waiting requests with two pictures each does not use more memory for each one`,
  { tag: '@full' },
  async ({ page, backend }) => {
    test.setTimeout(600_000);
    await page.goto('/');
    await workerControls(page);
    const heapUsed = await workerHeap(page);
    const saved = [];
    for (let from = 0; from < REQUESTS; from += 50) {
      const seeds = Array.from({ length: 50 }, (_, index) => ({
        fields: numberedFields(from + index),
        pictures: [PICTURE, PICTURE],
      }));
      saved.push(...(await seedOutbox(page, seeds)));
    }
    await cameOnline(page);
    const sent = async () => REQUESTS - (await countWaiting(page));
    const after = async (count: number) => {
      await expect.poll(sent, { timeout: 500_000, intervals: [500] }).toBeGreaterThanOrEqual(count);
      return { sent: await sent(), bytes: await heapUsed() };
    };
    const early = await after(WARM);
    const late = await after(REQUESTS);
    await once(backend, ...saved);
    const perRecord = Math.round((late.bytes - early.bytes) / (late.sent - early.sent));
    test.info().annotations.push({
      type: 'memory',
      description: `${perRecord} bytes of the worker's heap per record, from ${early.bytes} at ${early.sent} to ${late.bytes} at ${late.sent}`,
    });
    expect(perRecord).toBeLessThan(ALLOWED);
  },
);
