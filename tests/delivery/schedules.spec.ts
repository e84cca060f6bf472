/**
 * Requests that the real worker sends in batches while it is killed, its page reloaded and the network cut, at
 * random moments. `SCHEDULE_SEED=n` runs the batch of one seed. Faults of the server are `npm run soak`'s.
 */
import type { BrowserContext, Page } from '@playwright/test';
import { expect, test as base, type Backend } from '../support/fixtures';
import { pick, seeded } from '../support/deliveryFaults';
import {
  countWaiting,
  numberedFields,
  once,
  seedOutbox,
  workerControls,
  type WaitingRecord,
} from '../support/deliveryActions';
import { controlWorker } from './workerControl';

const TESTS = 3;
const BATCHES = 3;
const REQUESTS = 10;
const ONLY = process.env['SCHEDULE_SEED'];

/** Playwright's own hold on the worker's network: with it, a kill in the middle of a fetch takes Chromium along. */
const NO_WORKER_NETWORK = 'PLAYWRIGHT_DISABLE_SERVICE_WORKER_NETWORK';

const test = base.extend<{ ownNetwork: void }>({
  ownNetwork: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
    async ({}, provide) => {
      process.env[NO_WORKER_NETWORK] = '1';
      await provide();
      Reflect.deleteProperty(process.env, NO_WORKER_NETWORK);
    },
    { auto: true },
  ],
});

interface Scene {
  page: Page;
  context: BrowserContext;
  backend: Backend;
  kill(): Promise<void>;
}

/** What happens to the browser while it delivers. */
const TURNS: readonly ((scene: Scene) => Promise<unknown>)[] = [
  ({ kill }) => kill(),
  ({ kill }) => kill(),
  ({ page }) => page.reload(),
  async ({ context, backend }) => {
    // The first cuts off the page, the second the worker, too.
    await context.setOffline(true);
    await backend.goDown('firestore', 'storage');
    await backend.comeUp('firestore', 'storage');
    await context.setOffline(false);
  },
];

/** The visitor's "Try now". */
function tryNow(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    active!.postMessage({ type: 'outbox.deliver', scope: 'all' });
  });
}

async function runBatch(scene: Scene, seed: number): Promise<WaitingRecord[]> {
  const { page, backend } = scene;
  const random = seeded(seed);
  const size = () => (random(6) === 0 ? 600_000 : 20_000) - random(19_000);
  const seeds = Array.from({ length: REQUESTS }, (_, index) => ({
    fields: numberedFields(seed * REQUESTS + index),
    pictures: Array.from({ length: random(3) }, size),
  }));
  const saved = await seedOutbox(page, seeds);
  const { entries } = backend.requests;
  let reached = entries.length;
  await tryNow(page);
  for (let turns = 2 + random(3); turns > 0; turns -= 1) {
    reached += random(40);
    // A batch may be finished before that; then this happens at its end.
    await backend.requests.waitFor(() => entries.length >= reached, 2000).catch(() => undefined);
    await pick(random, TURNS)(scene);
    await tryNow(page);
  }
  const rest = async () => {
    await tryNow(page);
    return countWaiting(page);
  };
  await expect.poll(rest, { intervals: [100, 250, 500] }).toBe(0);
  return saved;
}

const seedsOf = (number: number) =>
  Array.from({ length: BATCHES }, (_, batch) => number * BATCHES + batch + 1);
const runs = ONLY ? [[Number(ONLY)]] : Array.from({ length: TESTS }, (_, at) => seedsOf(at));

for (const seeds of runs) {
  test(
    `no request is lost or doubled when the worker is killed, the page reloaded and the network cut at random (seeds ${seeds.join(', ')})`,
    { tag: '@full' },
    async ({ page, context, backend }) => {
      test.slow();
      await page.goto('/');
      await workerControls(page);
      const { stop: kill } = await controlWorker(page);
      const saved: WaitingRecord[] = [];
      for (const seed of seeds) {
        await test.step(`SCHEDULE_SEED=${seed}`, async () => {
          saved.push(...(await runBatch({ page, context, backend, kill }, seed)));
          await once(backend, ...saved);
        });
      }
      expect(saved).toHaveLength(seeds.length * REQUESTS);
    },
  );
}
