// A tab from before a deployment: the files that it has not loaded yet are gone from the host.
import type { Page } from '@playwright/test';
import { countLoads } from '../support/fixtures';
import { expect, test } from '../support/ownSite';
import { expectFilled, fillForm, openForm } from '../support/formActions';
import { firstWork } from '../support/serverContent';

test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    // Without a worker, which would have kept the old build.
    Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
    // The form is not fetched in advance.
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  }),
);

/** Opens the landing page; resolves when it has loaded everything, the version last. */
async function openLanding(page: Page): Promise<void> {
  const version = page.waitForResponse(/documents\/version\/current/);
  await page.goto('/');
  await version;
}

test(
  'a tab from before a deployment goes on in the new build, once, with what was typed',
  { tag: '@full' },
  async ({ page, backend, siteCopy }) => {
    const work = firstWork(backend);
    await openLanding(page);
    await openForm(page);
    await fillForm(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const loads = countLoads(page);
    siteCopy.deploy();
    await page.locator(`#gallerySection a[href="/work/${work}"]`).click();
    await expect(page.getByRole('heading', { name: 'Before', exact: true })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/work/${work}$`));
    await expect(page.getByText('Your connection may be weak')).toHaveCount(0);
    await page.getByRole('main').getByRole('link', { name: 'Request service' }).click();
    await expectFilled(page);
    expect(loads()).toBe(1);
  },
);
