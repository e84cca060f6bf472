// A new version of the site comes while somebody writes a review.
import { expect, test } from '../browser/delivery/siteCopy';
import { workerControls } from '../browser/delivery/scene';
import { isWaiting, lookForUpdate, newWorkerWaits } from '../browser/delivery/workerUpdate';
import { countLoads } from '../browser/fixtures';
import {
  button,
  openForm,
  openWork,
  post,
  rate,
  showReviews,
  workWith,
  THANKS,
} from '../browser/reviewScene';

test('it waits until the review is posted, then reloads once; the thanks are there', async ({
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
  await lookForUpdate(page);
  await newWorkerWaits(page);
  expect(await isWaiting(page)).toBe(true);
  const reloaded = page.waitForEvent('load');
  await popup.getByRole('button', { name: 'Maria Alvarez' }).click();
  await reloaded;
  await showReviews(page);
  await expect(page.getByText('Signed in as Maria Alvarez')).toBeVisible();
});
