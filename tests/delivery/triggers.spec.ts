/** What starts a delivery: Background Sync, and a visit without it. The others: `triggers.test.ts`, `syncs.test.ts`. */
import type { Page } from '@playwright/test';
import { expect, test, type Backend } from '../support/fixtures';
import {
  drained,
  numberedFields,
  once,
  seedOutbox,
  waitingRecords,
  workerControls,
  type WaitingRecord,
} from '../support/deliveryActions';
import { storedRequests } from '../support/serverContent';
import { controlWorker } from './workerControl';

/** A request that found no server so often that no timer tries it soon. The server is still down. */
async function forsaken(page: Page, backend: Backend): Promise<WaitingRecord> {
  await backend.goDown('firestore');
  const waits = { attempts: 8, unreached: true, notBefore: Date.now() + 9 * 60_000 } as const;
  const [saved] = await seedOutbox(page, [
    { fields: numberedFields(1), pictures: [3000], ...waits },
  ]);
  return saved!;
}

test('without Background Sync, a waiting request is sent when the page is loaded', async ({
  page,
  backend,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync');
    Reflect.deleteProperty(globalThis, 'SyncManager');
  });
  await page.goto('/');
  await workerControls(page);
  const saved = await forsaken(page, backend);
  await backend.comeUp('firestore');
  expect(await waitingRecords(page)).toHaveLength(1);
  await (await controlWorker(page)).stop();
  await page.reload();
  await drained(page);
  await once(backend, saved);
});

test('Background Sync sends a request that found no server when no page is open', async ({
  page,
  backend,
}) => {
  await page.goto('/');
  await workerControls(page);
  const saved = await forsaken(page, backend);
  const worker = await controlWorker(page);
  await page.goto('about:blank');
  await backend.comeUp('firestore');
  await worker.sync();
  await expect.poll(() => storedRequests(backend).map(({ files }) => files.length)).toEqual([1]);
  await once(backend, saved);
});

test(
  'when Background Sync gives up, the request stays and is sent on the next visit',
  { tag: '@full' },
  async ({ page, context, backend }) => {
    await page.goto('/');
    await workerControls(page);
    const saved = await forsaken(page, backend);
    const worker = await controlWorker(page);
    await page.goto('about:blank');
    for (const lastChance of [false, false, true]) await worker.sync({ lastChance });
    await worker.stop();
    await backend.comeUp('firestore');

    const next = await context.newPage();
    await next.goto('/');
    await drained(next);
    await once(backend, saved);
  },
);
