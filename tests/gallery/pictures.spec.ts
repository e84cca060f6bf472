// Pictures in the size and crop of the window, with and without the network.
import type { Page } from '@playwright/test';
import { workerControls } from '../support/deliveryActions';
import { expect, test } from '../support/fixtures';

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
  ['a phone', PHONE, 2, 'tall-720.avif'],
  ['a large phone', { width: 430, height: 932 }, 3, 'tall-960.avif'],
  ['a phone on its side', { width: 844, height: 390 }, 2, '1200.avif'],
  ['a tablet', { width: 820, height: 1180 }, 1, '1200.avif'],
  ['a desktop', { width: 1280, height: 800 }, 1, '800.avif'],
] as const;

test(
  'each window loads one file for each side of the comparison',
  { tag: '@full' },
  async ({ browser, site }) => {
    for (const [name, viewport, deviceScaleFactor, file] of WINDOWS) {
      const options = { viewport, deviceScaleFactor, serviceWorkers: 'block' } as const;
      const page = await browser.newPage(options);
      await page.goto(site);
      await expect.poll(() => shown(page), name).toEqual(pair(file));
      const loaded = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map((entry) => new URL(entry.name).pathname)
          .filter((path) => path.startsWith('/hero/')),
      );
      expect(loaded.toSorted(), name).toEqual(pair(file));
      await page.close();
    }
  },
);

test.describe('a bucket that sends no CORS header', { tag: '@full' }, () => {
  test.use({ viewport: PHONE, deviceScaleFactor: 2, serviceWorkers: 'block' });

  test('still shows its pictures, in the right size, after one failed try', async ({ page }) => {
    const tries = new Map<string, number>();
    await page.route('**/o/gallery%2F*', async (route) => {
      const { pathname } = new URL(route.request().url());
      tries.set(pathname, (tries.get(pathname) ?? 0) + 1);
      const answer = await route.fetch();
      // Without the header Playwright would add one.
      const headers = { ...answer.headers(), 'access-control-allow-origin': 'https://other.test' };
      await route.fulfill({ response: answer, headers });
    });
    await page.goto('/');
    const cards = page.locator('#gallerySection').getByRole('listitem');
    await expect(cards).toHaveCount(8);
    for (const card of await cards.all()) await card.scrollIntoViewIfNeeded();
    const covers = () => shown(page, '#gallerySection');
    await expect
      .poll(covers)
      .toEqual(Array.from(Array(8), () => expect.stringMatching(/-480\.avif$/)));
    expect([...new Set(tries.values())]).toEqual([2]);
    await cards.first().getByRole('link').click();
    await expect(page).toHaveURL(/\/work\//);
    const first = async () => (await shown(page, 'main'))[0];
    await expect.poll(first).toMatch(/-after-1-960\.avif$/);
    // Pictures below may be on their way still.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});

test.describe('a phone that loses its network', { tag: '@full' }, () => {
  test.use({ viewport: PHONE, deviceScaleFactor: 2 });

  test('keeps its pictures when it is turned, and shows a work in the pictures that it has', async ({
    page,
    context,
  }) => {
    await page.goto('/');
    await workerControls(page);
    await page.reload();
    await expect.poll(() => shown(page)).toEqual(pair('tall-720.avif'));
    const card = page.locator('#gallerySection').getByRole('link').first();
    await card.scrollIntoViewIfNeeded();
    const cover = async () => (await shown(page, '#gallerySection'))[0];
    await expect.poll(cover).toMatch(/-after-1-480\.avif$/);
    await context.setOffline(true);
    await page.setViewportSize({ width: 844, height: 390 });
    // Its name for the files of before, which are all that there is.
    await expect.poll(() => shown(page)).toEqual(pair('1200.avif'));
    await page.setViewportSize({ width: 1280, height: 800 });
    await card.click();
    await expect(page).toHaveURL(/\/work\//);
    const first = async () => (await shown(page, 'main')).find((name) => name !== null);
    await expect.poll(first).toMatch(/-after-1-1600\.avif$/);
  });
});
