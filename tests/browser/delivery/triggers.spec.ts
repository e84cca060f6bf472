/** What wakes the outbox: Background Sync where there is one, and all the others where there is not. */
import type { Page } from '@playwright/test';
import { expect, test, type Backend } from '../fixtures';
import {
  commitsOf,
  drained,
  numberedFields,
  once,
  seedOutbox,
  waitingRecords,
  workerControls,
  type WaitingRecord,
} from './scene';
import { controlWorker } from './workerControl';

/** Failures after which the back-off (over 2 minutes) is longer than any of these tests. */
const MANY = 8;

/** A request that has found no server so often that no timer of the page's tries it soon; it is still down. */
async function forsaken(page: Page, backend: Backend): Promise<WaitingRecord> {
  await backend.goDown('firestore');
  const [saved] = await seedOutbox(page, [{ fields: numberedFields(1), pictures: [3000] }]);
  for (let failures = 1; failures <= MANY; failures += 1) {
    await page.evaluate(() => {
      navigator.serviceWorker.controller!.postMessage({ type: 'outbox.deliver', force: true });
    });
    // The page's own timer may have tried as well.
    await expect
      .poll(async () => (await waitingRecords(page))[0]!.attempts)
      .toBeGreaterThanOrEqual(failures);
  }
  const [record] = await waitingRecords(page);
  expect(record!.notBefore - Date.now()).toBeGreaterThan(60_000);
  expect(commitsOf(backend)).toEqual([]);
  return saved!;
}

test.describe('17. no SyncManager', () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync');
      Reflect.deleteProperty(globalThis, 'SyncManager');
    });
    await page.goto('/');
    await workerControls(page);
  });

  test('17. no SyncManager: drains on load', async ({ page, context, backend }) => {
    const saved = await forsaken(page, backend);
    await backend.comeUp('firestore');
    const worker = await controlWorker(page);
    await worker.stop();
    await page.close();
    const next = await context.newPage();
    await next.addInitScript(() =>
      Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync'),
    );
    await next.goto('/');
    await drained(next);
    await once(backend, saved);
  });

  test('17. no SyncManager: drains on `online`', async ({ page, context, backend }) => {
    const saved = await forsaken(page, backend);
    await backend.comeUp('firestore');
    await context.setOffline(true);
    await expect(page.getByText('You are offline')).toBeVisible();
    await context.setOffline(false);
    await drained(page);
    await once(backend, saved);
  });

  test('17. no SyncManager: drains when it becomes visible', async ({ page, backend }) => {
    const saved = await forsaken(page, backend);
    await backend.comeUp('firestore');
    // Headless pages are never hidden: this is what a browser tells one that is seen again.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await drained(page);
    await once(backend, saved);
  });
});

test('Background Sync sends what has found no server, whatever its back-off', async ({
  page,
  backend,
}) => {
  await page.goto('/');
  await workerControls(page);
  const saved = await forsaken(page, backend);
  await backend.comeUp('firestore');
  const worker = await controlWorker(page);
  await worker.sync();
  await drained(page);
  await once(backend, saved);
});

test('18. Background Sync gives up (lastChance): the record stays and goes with the next visit', async ({
  page,
  context,
  backend,
}) => {
  await page.goto('/');
  await workerControls(page);
  const saved = await forsaken(page, backend);
  const worker = await controlWorker(page);
  for (const lastChance of [false, false, true]) {
    const [{ revision }] = (await waitingRecords(page)) as [WaitingRecord];
    await worker.sync({ lastChance });
    await expect.poll(async () => (await waitingRecords(page))[0]!.revision).not.toBe(revision);
  }
  expect(await waitingRecords(page)).toEqual([
    expect.objectContaining({ key: saved.key, hashes: saved.hashes }),
  ]);
  await page.close();
  await backend.comeUp('firestore');

  const next = await context.newPage();
  await next.goto('/');
  await drained(next);
  await once(backend, saved);
});
