import type { Page } from '@playwright/test';
import type { FaultSpec } from '../../../local/faults/index';
import { expect, test } from '../fixtures';
import {
  cameOnline,
  COMMIT,
  commitsOf,
  drained,
  numberedFields,
  once,
  seedOutbox,
  uploadCommand,
  uploadsOf,
  waitingRecords,
} from './scene';

/** Milliseconds, as src/domain/retry.ts promises them. */
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
  await expect(page.getByTestId('tiles')).toBeVisible();
  await page.clock.pauseAt(new Date(NOW.getTime() + 60_000));
  const [saved] = await seedOutbox(page, [{ fields: numberedFields(1), pictures: [100_000] }]);
  return saved!;
}

/**
 * Lets the step fail ten times, each next try exactly when it is due, and returns the delays. A try
 * before its time would show as one too many in the backend's log.
 */
async function failTenTimes(page: Page): Promise<number[]> {
  const delays: number[] = [];
  await cameOnline(page);
  for (let tries = 1; tries <= TRIES; tries += 1) {
    await expect.poll(async () => (await waitingRecords(page))[0]?.attempts).toBe(tries);
    const [record] = await waitingRecords(page);
    const delay = record!.notBefore - (await page.evaluate(() => Date.now()));
    delays.push(delay);
    if (tries === TRIES) break;
    await page.clock.fastForward(delay - 1);
    await cameOnline(page);
    await page.clock.fastForward(1);
    await cameOnline(page);
  }
  return delays;
}

function expectBackOff(delays: number[], atLeast: number): void {
  delays.forEach((delay, index) => {
    const full = Math.min(FIRST_DELAY * 2 ** index, MAX_DELAY);
    expect(delay).toBeGreaterThanOrEqual(Math.max(full / 2, atLeast));
    expect(delay).toBeLessThanOrEqual(Math.max(full, atLeast));
  });
  // Jitter: nothing random would make every delay the same share of its full length.
  const shares = delays.map(
    (delay, index) => delay / Math.min(FIRST_DELAY * 2 ** index, MAX_DELAY),
  );
  expect(new Set(shares).size).toBeGreaterThan(1);
  expect(delays.at(-1)).toBeGreaterThan(delays[0]!);
}

for (const { name, fault, atLeast } of FAILURES) {
  test(`11. ${name}, ten times in a row: kept, delays grow with jitter, then delivered`, async ({
    page,
    backend,
    requestsStored,
    objectsStored,
  }) => {
    test.slow();
    // Chromium itself repeats what was reset or timed out on a connection that it had used before.
    const sentPerTry = name === 'reset' || name === '408' ? 2 : 1;
    const saved = await openWithRecord(page);
    const refusing = [
      backend.faults.add({ ...COMMIT, do: fault }),
      backend.faults.add({ ...uploadCommand(/^start$/), do: fault }),
    ];
    expectBackOff(await failTenTimes(page), atLeast);
    const [kept] = await waitingRecords(page);
    expect(kept).toMatchObject({ step: 'create', fields: saved.fields, hashes: saved.hashes });
    expect(requestsStored()).toEqual([]);
    expect(commitsOf(backend).length).toBeLessThanOrEqual(TRIES * sentPerTry);

    // The text gets through, and the pictures have the same trouble.
    refusing[0]!.remove();
    await page.clock.fastForward(MAX_DELAY);
    expectBackOff(await failTenTimes(page), atLeast);
    const [half] = await waitingRecords(page);
    expect(half).toMatchObject({ step: 'upload', hashes: saved.hashes });
    expect(requestsStored()).toHaveLength(1);
    expect(objectsStored()).toEqual([]);
    expect(uploadsOf(backend, /^start$/).length).toBeLessThanOrEqual(TRIES * sentPerTry);

    refusing[1]!.remove();
    await page.clock.fastForward(MAX_DELAY);
    await cameOnline(page);
    await drained(page);
    await once(backend, saved);
  });
}

test('11. nobody but the clock: an open page tries again by itself', async ({ page, backend }) => {
  const saved = await openWithRecord(page);
  const refusing = backend.faults.add({ ...COMMIT, do: { kind: 'status', status: 503 } });
  await cameOnline(page);
  const attempts = async () => (await waitingRecords(page))[0]?.attempts;
  await expect.poll(attempts).toBe(1);
  for (const tries of [2, 3, 4]) {
    await expect(async () => {
      await page.clock.fastForward(10_000);
      expect(await attempts()).toBeGreaterThanOrEqual(tries);
    }).toPass();
  }
  refusing.remove();
  await expect(async () => {
    await page.clock.fastForward(60_000);
    expect(await waitingRecords(page)).toEqual([]);
  }).toPass();
  await once(backend, saved);
});
