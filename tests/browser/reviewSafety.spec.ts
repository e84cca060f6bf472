// A new version of the site comes while somebody writes a review.
import type { Page } from '@playwright/test';
import { expect, test } from './delivery/siteCopy';
import { workerControls } from './delivery/scene';
import { button, openWork, post, rate, showReviews, signIn, workWith, THANKS } from './reviewScene';

/** Has the browser look for a new worker; resolves when that one waits. */
function findNewWorker(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const registration = (await navigator.serviceWorker.ready) as ServiceWorkerRegistration;
    const installed = new Promise<void>((resolve) => {
      registration.addEventListener('updatefound', () => {
        const worker = registration.installing!;
        worker.addEventListener('statechange', () => {
          if (worker.state === 'installed') resolve();
        });
      });
    });
    await registration.update();
    await installed;
  });
}

const isWaiting = (page: Page): Promise<boolean> =>
  page.evaluate(async () => Boolean((await navigator.serviceWorker.ready).waiting));

test('it waits until the review is posted, then reloads once; the thanks are there', async ({
  page,
  backend,
  siteCopy,
}) => {
  const work = workWith(backend, 'no');
  await openWork(page, work);
  await workerControls(page);
  await signIn(page);
  await rate(page, 4);
  let loads = 0;
  page.on('load', () => (loads += 1));
  siteCopy.release();
  await findNewWorker(page);
  await page.getByLabel('Your review').fill('Still writing.');
  expect(await isWaiting(page)).toBe(true);
  expect(loads).toBe(0);

  const reloaded = page.waitForEvent('load');
  await post(page, 4, 'Still writing.');
  await reloaded;
  await showReviews(page);
  await expect(page.getByText(THANKS)).toBeVisible();
  expect(await isWaiting(page)).toBe(false);
  expect(loads).toBe(1);
});

test('it waits while the sign-in window is open, and no longer', async ({
  page,
  backend,
  siteCopy,
}) => {
  await openWork(page, workWith(backend, 'no'));
  await workerControls(page);
  const opened = page.waitForEvent('popup');
  await button(page, 'Sign in to write a review').click();
  const popup = await opened;
  siteCopy.release();
  await findNewWorker(page);
  expect(await isWaiting(page)).toBe(true);
  const reloaded = page.waitForEvent('load');
  await popup.getByRole('button', { name: 'Maria Alvarez' }).click();
  await reloaded;
  await showReviews(page);
  await expect(page.getByText('Signed in as Maria Alvarez')).toBeVisible();
});
