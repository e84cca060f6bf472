/** The offer to install the site, where the browser has one. */
import type { Page } from '@playwright/test';
import { expect, test } from '../../browser/fixtures';

/** The browser offers the installation; its own dialog ends as told. */
async function offer(page: Page, outcome: 'accepted' | 'dismissed' = 'accepted'): Promise<void> {
  await page.evaluate((result) => {
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: () => {
        Object.assign(globalThis, { prompted: true });
        return Promise.resolve({ outcome: result });
      },
    });
    window.dispatchEvent(event);
    Object.assign(globalThis, { prevented: event.defaultPrevented });
  }, outcome);
}

const hint = (page: Page) => page.getByRole('complementary', { name: 'Keep us at hand' });

test.beforeEach(async ({ page }) => {
  await page.goto('/');
  // From here on the page listens.
  await expect(page.locator('#gallerySection').getByRole('link')).toHaveCount(8);
});

test('the install hint stands below everything else', async ({ page, axe }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(hint(page)).toHaveCount(0);
  await offer(page);
  expect(await page.evaluate(() => Reflect.get(globalThis, 'prevented') as boolean)).toBe(true);
  await expect(hint(page)).toBeVisible();
  await expect(hint(page)).not.toBeInViewport();
  await hint(page).scrollIntoViewIfNeeded();
  expect(await axe(page)).toEqual([]);
  await hint(page).getByRole('button', { name: 'Install' }).click();
  await page.waitForFunction('globalThis.prompted');
  await page.evaluate(() => window.dispatchEvent(new Event('appinstalled')));
  await expect(hint(page)).toHaveCount(0);
});

test('"Not now" is remembered on later visits', async ({ page }) => {
  await offer(page);
  await hint(page).getByRole('button', { name: 'Not now' }).click();
  await expect(hint(page)).toHaveCount(0);
  await expect(page.locator('#main')).toBeFocused();
  await page.reload();
  await expect(page.locator('#gallerySection').getByRole('link')).toHaveCount(8);
  await offer(page);
  await page.waitForFunction('globalThis.prevented');
  await expect(hint(page)).toHaveCount(0);
});

test('who closes the dialog of the browser is not asked again', async ({ page }) => {
  await offer(page, 'dismissed');
  await hint(page).getByRole('button', { name: 'Install' }).click();
  await expect(hint(page)).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.length)).toBe(1);
});
