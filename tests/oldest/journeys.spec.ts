// What must arrive in the oldest engines that start the app (`npm run test:oldest`).
import type { Page } from '@playwright/test';
import {
  drained,
  fillRequest,
  pressSend,
  smallPictures,
  successShown,
} from '../support/deliveryActions';
import { CATEGORY } from '../support/formActions';
import { SIGN_IN_AS_OWNER } from '../support/ownerActions';
import { expect, prepare, test } from './fixtures';
import {
  button,
  openChooser,
  openWork,
  post,
  reviewsOf,
  THANKS,
  workWith,
} from '../support/reviewActions';
import { storedWorks } from '../support/serverContent';
import { SCREENSHOTS } from '../screens/looks';

const OLDEST = { tag: '@oldest' };

/** For the eye, beside those of today's browser. */
const picture = (page: Page, name: string, browser: string) =>
  page.screenshot({ path: `${SCREENSHOTS}/${name}-chromium-${browser.split('.')[0]}.png` });

test(
  'the landing page, and a work from its gallery',
  OLDEST,
  async ({ page, backend, browser }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const [hero] = await page.locator('main img').all();
    const box = (await hero!.boundingBox())!;
    expect(Math.min(box.width, box.height)).toBeGreaterThan(200);
    // Nobody sees it until it has the focus.
    await expect(page.getByRole('link', { name: 'Skip to content' })).not.toBeInViewport();
    await picture(page, 'landing', browser.version());
    const { id, title } = storedWorks(backend)[0]!;
    await page.locator(`#gallerySection a[href="/work/${id}"]`).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  },
);

test(
  'a request with two pictures',
  OLDEST,
  async ({ page, requestsStored, objectsStored, browser }) => {
    await fillRequest(page, await smallPictures(2));
    const option = page.locator('label', { hasText: CATEGORY });
    const look = () => option.evaluate((label) => getComputedStyle(label).backgroundColor);
    const unchosen = await look();
    await option.getByRole('checkbox').check();
    await expect.poll(look).not.toBe(unchosen);
    await picture(page, 'request', browser.version());
    await pressSend(page);
    await successShown(page);
    await drained(page);
    expect(requestsStored().map(({ files }) => files.length)).toEqual([2]);
    expect(objectsStored()).toHaveLength(4);
  },
);

test(
  'a request without a network is sent when it is back',
  OLDEST,
  async ({ page, context, requestsStored, objectsStored }) => {
    await fillRequest(page, await smallPictures(2));
    await context.setOffline(true);
    await pressSend(page);
    await expect(page.getByRole('heading', { name: 'Not sent yet, but safe' })).toBeVisible();
    await context.setOffline(false);
    await drained(page);
    expect(requestsStored().map(({ files }) => files.length)).toEqual([2]);
    expect(objectsStored()).toHaveLength(4);
  },
);

test('a review, signed in with Google', OLDEST, async ({ page, backend }) => {
  const work = workWith(backend, 'no');
  await openWork(page, work);
  const chooser = await openChooser(page);
  await prepare(chooser);
  await button(chooser, 'Maria Alvarez').click();
  await post(page, 5, 'Six weeks in, still like new.');
  await expect(page.getByText(THANKS)).toBeVisible();
  expect(reviewsOf(backend, work)).toMatchObject([{ stars: 5 }]);
});

test('the owner’s page shows its sign-in', OLDEST, async ({ page }) => {
  await page.goto('/owner');
  await expect(button(page, SIGN_IN_AS_OWNER)).toBeVisible();
});
