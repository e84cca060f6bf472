// A new version of the site comes while somebody writes a review.
import { expect, test } from '../browser/delivery/siteCopy';
import { workerControls } from '../browser/delivery/scene';
import { isWaiting, lookForUpdate, newWorkerWaits } from '../browser/delivery/workerUpdate';
import { countLoads } from '../browser/fixtures';
import { openForm, post, rate, showReviews, THANKS } from '../browser/reviewScene';

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
