/** A new version of the worker: when the page reloads, and what an upload has to do with it. */
import type { Page } from '@playwright/test';
import { countLoads } from '../../browser/fixtures';
import {
  drained,
  numberedFields,
  once,
  saveRequest,
  seedOutbox,
  smallPictures,
  successShown,
  uploadCommand,
  uploadsOf,
  workerControls,
} from '../../browser/delivery/scene';
import { expect, test } from '../../browser/delivery/siteCopy';
import {
  isWaiting,
  keptForOffline,
  lookForUpdate,
  newWorkerWaits,
} from '../../browser/delivery/workerUpdate';

/** The gallery is read on every load, so it tells that a load has come to its end. */
async function galleryShown(page: Page): Promise<void> {
  await expect(page.locator('#gallerySection').getByRole('link')).toHaveCount(8);
}

test('a first install takes the page over without a reload, and each new version reloads it once', async ({
  page,
  siteCopy,
}) => {
  const loads = countLoads(page);
  await page.goto('/');
  await workerControls(page);
  await keptForOffline(page);
  await galleryShown(page);
  expect(loads()).toBe(1);
  for (const newer of [1, 2]) {
    const reloaded = page.waitForEvent('load');
    siteCopy.release();
    await lookForUpdate(page);
    await reloaded;
    await workerControls(page);
    await galleryShown(page);
    expect(await isWaiting(page)).toBe(false);
    await lookForUpdate(page);
    expect(loads()).toBe(1 + newer);
  }
});

test('19. a new worker version activates during an upload: once, and no reload in the middle', async ({
  page,
  backend,
  siteCopy,
}) => {
  const { saved, release } = await saveRequest(page, await smallPictures(2));
  const slow = backend.faults.add({
    ...uploadCommand(/^upload/),
    after: 1,
    count: 1,
    do: { kind: 'silence' },
  });
  const loads = countLoads(page);
  await release();
  await expect.poll(() => slow.hits).toBe(1);
  siteCopy.release();
  await lookForUpdate(page);
  await newWorkerWaits(page);
  expect(await isWaiting(page)).toBe(true);
  await expect(page.getByText('Uploading files...')).toBeVisible();

  // Its connection breaks; the upload goes on after its back-off.
  await backend.goDown('storage');
  await backend.comeUp('storage');
  await successShown(page);
  await once(backend, saved);
  expect(uploadsOf(backend, /^start$/)).toHaveLength(4);
  // Nor while the visitor reads how it went.
  expect(await isWaiting(page)).toBe(true);
  expect(loads()).toBe(0);

  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Click here to continue' }).click();
  await reloaded;
  await galleryShown(page);
  expect(loads()).toBe(1);
});

test('19. a new worker version is told to take over in the middle of an upload: once', async ({
  page,
  backend,
  siteCopy,
}) => {
  await page.goto('/');
  await workerControls(page);
  const [saved] = await seedOutbox(page, [{ fields: numberedFields(1), pictures: [900_000] }]);
  const slow = backend.faults.add({
    ...uploadCommand(/^upload/),
    after: 1,
    count: 1,
    do: { kind: 'silence' },
  });
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(() => slow.hits).toBe(1);
  siteCopy.release();
  await lookForUpdate(page);
  await newWorkerWaits(page);
  const reloaded = page.waitForEvent('load');
  // As another tab may decide, which knows nothing of this delivery.
  await page.evaluate(async () => {
    (await navigator.serviceWorker.getRegistration())!.waiting!.postMessage({
      type: 'SKIP_WAITING',
    });
  });
  await backend.goDown('storage');
  await backend.comeUp('storage');
  await reloaded;
  await drained(page);
  await once(backend, saved!);
});
