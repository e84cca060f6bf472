import type { Page } from '@playwright/test';
import type { FaultSpec } from '../../../local/faults/index';
import { expect, test } from '../fixtures';
import {
  appStarted,
  cameOnline,
  COMMIT,
  commitsOf,
  countWaiting,
  numberedFields,
  once,
  seedOutbox,
  uploadCommand,
  uploadsOf,
  waitingRecords,
} from './scene';

/** Milliseconds, as src/outbox/retry.ts promises them. */
const FIRST_DELAY = 2_000;
const MAX_DELAY = 600_000;
const TRIES = 10;
const NOW = new Date('2026-03-01T12:00:00Z');

const FAILURES = [
  { name: '500', fault: { kind: 'status', status: 500 }, atLeast: 0 },
  {
    name: '503 + Retry-After',
    fault: { kind: 'status', status: 503, retryAfter: 120 },
    atLeast: 120_000,
  },
  { name: '429', fault: { kind: 'status', status: 429 }, atLeast: 0 },
  { name: '408', fault: { kind: 'status', status: 408 }, atLeast: 0 },
  { name: 'reset', fault: { kind: 'reset' }, atLeast: 0 },
] satisfies { name: string; fault: FaultSpec['do']; atLeast: number }[];

/** Without a worker the page drives the very same loop, and the page's clock can be controlled. */
test.use({ serviceWorkers: 'block' });

/** A page whose clock stands still, with one record and one picture in its outbox. */
async function openWithRecord(page: Page) {
  await page.clock.install({ time: NOW });
  await page.goto('/');
  await appStarted(page);
  await page.clock.pauseAt(new Date(NOW.getTime() + 60_000));
  const [saved] = await seedOutbox(page, [{ fields: numberedFields(1), pictures: [100_000] }]);
  return saved!;
}

/** A failure's delay in milliseconds: no less than `least`, which the steps of the clock blur. */
interface Delay {
  least: number;
  most: number;
}

/** Milliseconds that the clock goes on while a try is waited for. */
const STEP = 250;

/** Lets the clock go on until the record has failed so often at a step; returns the delay it has then. */
async function failed(page: Page, step: string, times: number): Promise<Delay> {
  let stepped = 0;
  await expect(async () => {
    const [record] = await waitingRecords(page);
    const isThere = record?.step === step && record.attempts === times;
    if (!isThere) {
      await page.clock.fastForward(STEP);
      stepped += STEP;
    }
    expect(isThere).toBe(true);
  }).toPass({ timeout: 30_000 });
  const [record] = await waitingRecords(page);
  const least = record!.notBefore - (await page.evaluate(() => Date.now()));
  return { least, most: least + stepped };
}

/** Lets the step fail ten times, nobody but the page's own timer trying it again. */
async function failTenTimes(page: Page, step: string): Promise<Delay[]> {
  const delays: Delay[] = [];
  for (let times = 1; times <= TRIES; times += 1) {
    const delay = await failed(page, step, times);
    delays.push(delay);
    await page.clock.fastForward(delay.least - 1);
    const [record] = await waitingRecords(page);
    expect(record).toMatchObject({ step, attempts: times });
    if (times < TRIES) await page.clock.fastForward(1);
  }
  return delays;
}

const fullDelay = (index: number) => Math.min(FIRST_DELAY * 2 ** index, MAX_DELAY);

function expectBackOff(delays: Delay[], atLeast: number): void {
  delays.forEach(({ least, most }, index) => {
    const full = fullDelay(index);
    expect(most).toBeGreaterThanOrEqual(Math.max(full / 2, atLeast));
    expect(least).toBeLessThanOrEqual(Math.max(full, atLeast));
  });
  // Jitter: nothing random would make every delay the same share of its full length.
  const shares = delays.map(({ least }, index) => least / fullDelay(index));
  const long = shares.filter((_, index) => fullDelay(index) > 50 * STEP);
  expect(Math.max(...long) - Math.min(...long)).toBeGreaterThan(0.05);
}

for (const { name, fault, atLeast } of FAILURES) {
  test(`11. ${name}, ten times in a row: kept, delays grow with jitter, then delivered`, async ({
    page,
    backend,
    requestsStored,
    objectsStored,
  }) => {
    test.slow();
    // Chromium itself repeats, up to twice, what was reset or timed out on a connection used before.
    const sentPerTry = name === 'reset' || name === '408' ? 3 : 1;
    const saved = await openWithRecord(page);
    const refusing = [
      backend.faults.add({ ...COMMIT, do: fault }),
      backend.faults.add({ ...uploadCommand(/^start$/), do: fault }),
    ];
    await cameOnline(page);
    expectBackOff(await failTenTimes(page, 'create'), atLeast);
    const [kept] = await waitingRecords(page);
    expect(kept).toMatchObject({ step: 'create', fields: saved.fields });
    expect(kept!.pictures).toEqual(saved.pictures);
    expect(requestsStored()).toEqual([]);
    expect(commitsOf(backend).length).toBeLessThanOrEqual(TRIES * sentPerTry);

    // The text gets through, and the pictures have the same trouble.
    refusing[0]!.remove();
    expectBackOff(await failTenTimes(page, 'upload'), atLeast);
    const [half] = await waitingRecords(page);
    expect(half!.pictures).toEqual(saved.pictures);
    expect(requestsStored()).toHaveLength(1);
    expect(objectsStored()).toEqual([]);
    expect(uploadsOf(backend, /^start$/).length).toBeLessThanOrEqual(TRIES * sentPerTry);

    refusing[1]!.remove();
    await expect(async () => {
      await page.clock.fastForward(STEP);
      expect(await countWaiting(page)).toBe(0);
    }).toPass({ timeout: 30_000 });
    await once(backend, saved);
  });
}
