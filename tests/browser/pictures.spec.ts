// Pictures in the size and crop of the window, and what becomes of them without the network.
import type { Page } from '@playwright/test';
import { workerControls } from './delivery/scene';
import { expect, test } from './fixtures';

/** The files of a section's pictures as the browser has chosen them; null for one that is not shown. */
const shown = (page: Page, section = 'section:has(h1)') =>
  page
    .locator(`${section} img`)
    .evaluateAll((images: HTMLImageElement[]) =>
      images.map((image) => (image.naturalWidth > 0 ? new URL(image.currentSrc).pathname : null)),
    );

const pair = (file: string) => [`/hero/after-${file}`, `/hero/before-${file}`];

const PHONE = { width: 390, height: 844 };
const WINDOWS = [
  { name: 'a phone', viewport: PHONE, scale: 2, file: 'tall-720.avif' },
  { name: 'a large phone', viewport: { width: 430, height: 932 }, scale: 3, file: 'tall-960.avif' },
  {
    name: 'a phone on its side',
    viewport: { width: 844, height: 390 },
    scale: 2,
    file: '1600.avif',
  },
  { name: 'a tablet', viewport: { width: 820, height: 1180 }, scale: 1, file: '1200.avif' },
  { name: 'a desktop', viewport: { width: 1280, height: 800 }, scale: 1, file: '800.avif' },
];

for (const { name, viewport, scale, file } of WINDOWS) {
  test.describe(name, () => {
    test.use({ viewport, deviceScaleFactor: scale });

    test('loads one file for each side of the comparison', async ({ page }) => {
      await page.goto('/');
      await expect.poll(() => shown(page)).toEqual(pair(file));
      const loaded = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map((entry) => new URL(entry.name).pathname)
          .filter((path) => path.startsWith('/hero/')),
      );
      expect(loaded.toSorted()).toEqual(pair(file));
    });
  });
}

test.describe('a phone whose network goes', () => {
  test.use({ viewport: PHONE, deviceScaleFactor: 2 });

  test('keeps its pictures when it is turned', async ({ page, context }) => {
    await page.goto('/');
    await workerControls(page);
    await page.reload();
    await expect.poll(() => shown(page)).toEqual(pair('tall-720.avif'));
    await context.setOffline(true);
    await page.setViewportSize({ width: 844, height: 390 });
    // Its name for the files of before, which are all that there is.
    await expect.poll(() => shown(page)).toEqual(pair('1600.avif'));
  });

  test('shows the pictures that did not arrive once it is back', async ({ page, context }) => {
    await page.goto('/');
    await workerControls(page);
    const gallery = page.locator('#gallerySection');
    await expect(gallery.getByRole('link')).toHaveCount(8);
    await context.setOffline(true);
    await gallery.getByRole('link').last().scrollIntoViewIfNeeded();
    const last = gallery.getByRole('listitem').last().locator('img');
    await expect(last).toHaveCount(0);
    await context.setOffline(false);
    const isShown = () => last.evaluate((image: HTMLImageElement) => image.naturalWidth > 0);
    await expect.poll(isShown).toBe(true);
  });

  test('shows a work in the pictures that are kept of it', async ({ page, context }) => {
    await page.goto('/');
    await workerControls(page);
    await page.reload();
    const card = page.locator('#gallerySection').getByRole('link').first();
    await card.scrollIntoViewIfNeeded();
    const cover = async () => (await shown(page, '#gallerySection'))[0];
    await expect.poll(cover).toMatch(/-after-1-960\.avif$/);
    await context.setOffline(true);
    await page.setViewportSize({ width: 1280, height: 800 });
    await card.click();
    await expect(page).toHaveURL(/\/work\//);
    const first = async () => (await shown(page, 'main')).find((name) => name !== null);
    await expect.poll(first).toMatch(/-after-1-1600\.avif$/);
  });
});
