// A new worker that is held back by the open form or by a review: one reload, into it.
import { workerControls } from '../browser/delivery/scene';
import { expect, test } from '../browser/delivery/siteCopy';
import { isWaiting, lookForUpdate, newWorkerWaits } from '../browser/delivery/workerUpdate';
import { countLoads } from '../browser/fixtures';
import { choose, expectFilled, fillForm, pngFile } from '../browser/requestForm';
import { openForm, post, rate, showReviews, THANKS } from '../browser/reviewScene';
import { storeDocument } from '../browser/stored';
import { NEWER_VERSION } from '../versions';

test('the countdown over a dirty form takes about ten seconds and ends in one reload, by the new worker', async ({
  page,
  backend,
  siteCopy,
}) => {
  await page.goto('/');
  await workerControls(page);
  await storeDocument(backend, 'version/current', { version: NEWER_VERSION });
  siteCopy.release();

  // The check waits until the form holds something; then its countdown finds the new worker.
  const checks: (() => void)[] = [];
  await page.route(/documents\/version\/current/, async (route) => {
    if (checks.length < 1) await new Promise<void>((resolve) => checks.push(resolve));
    await route.continue();
  });
  await page.goto('/?again#request-service');
  await fillForm(page);
  await choose(page, [await pngFile('door.png')]);
  const loads = countLoads(page);
  await expect.poll(() => checks.length).toBe(1);
  checks[0]!();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toBeVisible();
  const seen = Date.now();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await expect.poll(loads).toBe(1);
  const took = Date.now() - seen;
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
  // Closing the form is what a worker that still waited would reload for.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => location.hash)).toBe('');
  expect(await workers()).toBe(0);
  expect(loads()).toBe(1);
});

test('a new version waits until a review is posted, then reloads once; the thanks are there', async ({
  page,
  backend,
  siteCopy,
}) => {
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
});
