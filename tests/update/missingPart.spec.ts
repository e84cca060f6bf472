// A 404 of a later part, which the browser keeps for a year as it would keep the part.
import type { Page } from '@playwright/test';
import { appStarted } from '../support/deliveryActions';
import { countLoads, expect, test } from '../support/fixtures';
import { openForm } from '../support/formActions';
import { startSiteProxy } from '../support/siteProxy';

// Without a worker, which would have kept the part, and without fetching the form in advance.
test.use({ serviceWorkers: 'block' });
test.beforeEach(({ page }) =>
  page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  ),
);

/** The form's code. */
const PART = /\/assets\/RequestContent-.*\.js/;

/** A page on which nothing has loaded the form yet, behind a host that answers for it with these statuses. */
async function openPage(
  { page, site, host }: { page: Page; site: string; host: string },
  ...statuses: [number, ...number[]]
) {
  const proxy = await startSiteProxy(site, host, PART, statuses);
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
