/** A new version of the worker: when the page reloads, also during an upload, a form or a review. */
import type { Page } from '@playwright/test';
import { countLoads } from '../support/fixtures';
import {
  drained,
  numberedFields,
  once,
  seedOutbox,
  uploadCommand,
  workerControls,
} from '../support/deliveryActions';
import { choose, expectFilled, fillForm, pngFile } from '../support/formActions';
import { openForm, post, rate, showReviews, THANKS } from '../support/reviewActions';
import { storeDocument } from '../support/serverContent';
import { NEWER_VERSION } from '../support/versions';
import { expect, test } from '../support/ownSite';
import { isWaiting, keptForOffline, lookForUpdate, newWorkerWaits } from '../support/workerUpdate';

const VERSION = /documents\/version\/current/;

/** The gallery is read on every load, so it tells that a load has come to its end. */
async function galleryShown(page: Page): Promise<void> {
  await expect(page.locator('#gallerySection').getByRole('link')).toHaveCount(8);
}

test(
  'the first worker takes over without a reload, and each new one reloads the page once',
  { tag: ['@full', '@witness'] },
  async ({ page, siteCopy }) => {
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
  },
);

test(
  'when a new worker takes over in the middle of an upload, the request still arrives once',
  { tag: '@full' },
  async ({ page, backend, siteCopy }) => {
    await page.goto('/');
    await workerControls(page);
    const slow = backend.faults.add({
      ...uploadCommand(/^upload/),
      after: 1,
      count: 1,
      do: { kind: 'silence' },
    });
    const [saved] = await seedOutbox(page, [{ fields: numberedFields(1), pictures: [900_000] }]);
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect.poll(() => slow.hits).toBe(1);
    // From here on the page knows of the upload, so it does not let the new worker take over by itself.
    await page.getByRole('button', { name: '1 request waiting to be sent' }).click();
    await expect(page.getByText('Sending pictures: 0 of 1.')).toBeVisible();
    siteCopy.release();
    await lookForUpdate(page);
    await newWorkerWaits(page);
    const reloaded = page.waitForEvent('load');
    // Another tab, which does not know about this delivery, may decide so.
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
  },
);

test(
  'the countdown over a filled form takes ten seconds and ends in one reload, with the form kept',
  { tag: '@full' },
  async ({ page, backend, siteCopy }) => {
    const firstCheck = page.waitForResponse(VERSION);
    await page.goto('/');
    await workerControls(page);
    await firstCheck;
    await storeDocument(backend, 'version/current', { version: NEWER_VERSION });
    siteCopy.release();

    // The check waits until the form holds something; then its countdown finds the new worker.
    const checks: (() => void)[] = [];
    await page.route(VERSION, async (route) => {
      if (checks.length < 1) await new Promise<void>((resolve) => checks.push(resolve));
      await route.continue();
    });
    await page.goto('/?again#request-service');
    await fillForm(page);
    await choose(page, [await pngFile('door.png')]);
    const loads = countLoads(page);
    await expect.poll(() => checks.length).toBe(1);
    // Measured in the page, so that neither the reload nor this test's looks count.
    await page.evaluate(() => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector('[role=timer]')) return;
        observer.disconnect();
        const seen = Date.now();
        addEventListener('pagehide', () => (sessionStorage['shownFor'] = Date.now() - seen));
      }).observe(document, { childList: true, subtree: true });
    });
    checks[0]!();
    const dialog = page.getByRole('dialog', { name: 'Please wait while we update' });
    await expect(dialog).toBeFocused();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeVisible();
    await expect.poll(loads).toBe(1);
    const took = await page.evaluate(() => Number(sessionStorage['shownFor']));
    expect(took).toBeGreaterThan(8000);
    expect(took).toBeLessThan(14_000);
    await expectFilled(page);
    await expect(page.getByTestId('image-preview')).toHaveCount(1);
    const workers = () =>
      page.evaluate(async () => {
        const { waiting, installing } = (await navigator.serviceWorker.getRegistration())!;
        return [waiting, installing].filter(Boolean).length;
      });
    expect(await workers()).toBe(0);
    // If a worker still waited, closing the form would reload the page.
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect.poll(() => page.evaluate(() => location.hash)).toBe('');
    expect(await workers()).toBe(0);
    expect(loads()).toBe(1);
  },
);

test(
  'a new worker waits until a review is posted, then reloads once and the thanks are shown',
  { tag: '@full' },
  async ({ page, backend, siteCopy }) => {
    await openForm(page, backend, 'no');
    await workerControls(page);
    await rate(page, 4);
    const loads = countLoads(page);
    siteCopy.release();
    await lookForUpdate(page);
    await newWorkerWaits(page);
    await page.getByLabel('Your review').fill('Still writing.');
    expect(await isWaiting(page)).toBe(true);
    expect(loads()).toBe(0);

    const reloaded = page.waitForEvent('load');
    await post(page, 4, 'Still writing.');
    await reloaded;
    await showReviews(page);
    await expect(page.getByText(THANKS)).toBeVisible();
    expect(await isWaiting(page)).toBe(false);
    expect(loads()).toBe(1);
  },
);
