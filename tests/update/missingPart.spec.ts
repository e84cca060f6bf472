// A 404 of a later part, which the browser keeps for a year as it would keep the part.
import { CLIENT_VERSION } from '../../src/domain/constants';
import type { Page } from '@playwright/test';
import { appStarted, numberedFields, seedOutbox } from '../support/deliveryActions';
import { countLoads, expect, test } from '../support/fixtures';
import { openForm } from '../support/formActions';
import { SIGN_IN, button, openChooser, showReviews, workWith } from '../support/reviewActions';
import { inTurn, startSiteProxy } from '../support/siteProxy';

// Without a worker, which would have kept the part, and without fetching the form in advance.
test.use({ serviceWorkers: 'block' });
test.beforeEach(({ page }) =>
  page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  ),
);

/** The form's code. */
const FORM = /\/assets\/RequestContent-.*\.js/;

type Scene = { page: Page; site: string; host: string };

/** A page on which nothing has loaded the form yet, behind a host that answers for it with these statuses. */
async function openPage({ page, site, host }: Scene, ...statuses: [number, ...number[]]) {
  const proxy = await startSiteProxy(site, host, FORM, inTurn(...statuses));
  const version = page.waitForResponse(/documents\/version\/current/);
  await page.goto(proxy.address);
  await appStarted(page);
  await version;
  return { ...proxy, loads: countLoads(page) };
}

test(
  'a later part whose 404 the browser has kept is fetched past the cache, and the page reloads once',
  { tag: '@full' },
  async ({ page, site, host }) => {
    const { answers, loads, close } = await openPage({ page, site, host }, 404, 200);
    await openForm(page);
    await expect(page.getByLabel('Name')).toBeVisible();
    expect(answers).toEqual(['404 ', '200 no-cache']);
    expect(loads()).toBe(1);
    await close();
  },
);

test(
  'a later part that stays away is told in its place, and nothing reloads by itself',
  { tag: '@full' },
  async ({ page, site, host }) => {
    const { loads, close } = await openPage({ page, site, host }, 404);
    await openForm(page);
    const words = page.getByText('This part of the page did not load.');
    await expect(words).toBeVisible();
    expect(loads()).toBe(0);
    // The visitor's own try is the only reload.
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(loads).toBe(1);
    await expect(words).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(loads()).toBe(1);
    await close();
  },
);

test(
  'a press that a missing part has lost is named after the reload, and its button has the focus',
  { tag: '@full' },
  async ({ page, site, host, backend }) => {
    // The sign-in's code stays away until the page looks for it past the cache, behind the press.
    let isPressed = false;
    const statusFor = (destination: string) => (isPressed && destination === 'empty' ? 200 : 404);
    const proxy = await startSiteProxy(site, host, /\/assets\/googleSignIn-.*\.js/, statusFor);
    const version = page.waitForResponse(/documents\/version\/current/);
    await page.goto(`${proxy.address}work/${workWith(backend, 'some')}`);
    await version;
    await showReviews(page);
    await expect.poll(() => proxy.answers).toContain('404 no-cache');
    await expect(page.getByText('We could not reach the sign-in service.')).toBeVisible();
    await page.waitForLoadState('networkidle');
    const loads = countLoads(page);
    isPressed = true;
    await button(page, SIGN_IN).click();
    await expect.poll(loads).toBe(1);
    const words = page.getByText(
      'This page had to load again. Please press “Sign in to write a review” once more.',
    );
    await expect(words).toBeVisible();
    await expect(button(page, SIGN_IN)).toBeFocused();

    await (await openChooser(page)).close();
    await expect(words).toHaveCount(0);
    expect(loads()).toBe(1);
    await proxy.close();
  },
);

test('the list of waiting requests says that a press came to nothing', async ({ page }) => {
  await page.goto('/');
  await appStarted(page);
  // Refused just now, by this version: nothing tries it again before its visitor does.
  const refused = { at: Date.now(), version: CLIENT_VERSION };
  const needsAttention = { step: 'create', status: 403, message: 'Refused.', ...refused } as const;
  await seedOutbox(page, [{ fields: numberedFields(1), needsAttention }]);
  await page.route('**/assets/recordActions-*', (route) => route.abort());
  await page.reload();
  const loads = countLoads(page);
  await page.getByRole('button', { name: '1 request needs your attention' }).click();
  await page.getByRole('button', { name: 'Try again' }).click();
  const words = page.getByText('The request was not tried again. Please try again.');
  await expect(words).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(words).toBeVisible();
  expect(loads()).toBe(0);
});
