import type { Page } from '@playwright/test';
import { appStarted } from '../support/deliveryActions';
import { expect, test } from '../support/fixtures';

test.use({ serviceWorkers: 'block' });

test('on a desktop the WhatsApp link opens WhatsApp Web; every card leads to a work and shows its picture', async ({
  page,
}) => {
  await page.goto('/');
  // The app decides which address a browser gets.
  await expect(page.getByRole('link', { name: /Click here to chat with us/ })).toHaveAttribute(
    'href',
    /^https:\/\/web\.whatsapp\.com\/send\?/,
  );
  const cards = page.locator('#gallerySection').getByRole('link');
  await expect(cards).toHaveCount(8);
  for (const card of await cards.all()) {
    await expect(card).toHaveAttribute('href', /^\/work\/[a-z0-9-]+$/);
    const picture = card.getByRole('img');
    await expect(picture).toHaveAttribute('alt', /^Sample illustration/);
    await picture.scrollIntoViewIfNeeded();
    const width = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
    await expect.poll(width).toBeGreaterThan(100);
  }
});

/** How many links to the form can be seen in the window and not behind the header. */
const requestsInView = (page: Page) =>
  page.getByRole('link', { name: 'Request service' }).evaluateAll((links) => {
    const header = document.querySelector('header')!;
    const start = header.getBoundingClientRect().bottom;
    return links.filter((link) => {
      const { top, bottom } = link.getBoundingClientRect();
      return header.contains(link) || (bottom > start && top < innerHeight);
    }).length;
  });

test(
  'wherever the visitor scrolls, one or two links to the form are in view',
  { tag: '@full' },
  async ({ page }) => {
    await page.goto('/');
    await appStarted(page);
    for (const [width, height] of [
      [768, 1024],
      [1440, 900],
      [2560, 1440],
    ] as const) {
      await page.setViewportSize({ width, height });
      const end = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
      for (let top = 0; top < end; top += 90) {
        await page.evaluate((to) => window.scrollTo({ top: to, behavior: 'instant' }), top);
        const where = `${width} × ${height}, scrolled by ${top}`;
        await expect.poll(() => requestsInView(page), where).toBeGreaterThan(0);
        await expect.poll(() => requestsInView(page), where).toBeLessThan(3);
      }
    }
  },
);

test(
  'on a wide screen the page is at most 1,500 pixels wide, with five columns of works',
  { tag: '@full' },
  async ({ page }) => {
    const columns = () =>
      page.locator('#gallerySection ul').evaluate((list) => ({
        width: list.clientWidth,
        columns: getComputedStyle(list).gridTemplateColumns.split(' ').length,
      }));
    await page.setViewportSize({ width: 2560, height: 1440 });
    await page.goto('/');
    await expect(page.locator('#gallerySection li')).toHaveCount(8);
    await expect.poll(columns).toEqual({ width: 1500, columns: 5 });
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect.poll(columns).toEqual({ width: 1216, columns: 4 });
  },
);

test.describe('on a phone', () => {
  test.use({ userAgent: 'Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/130.0.0.0 Mobile' });

  test('the contact bar hides while the page itself shows the same links', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 664 });
    await page.goto('/');
    const bar = page.getByRole('navigation', { name: 'Contact' });
    const tiles = page.getByTestId('tiles').getByRole('link');
    const scrollTo = (top: 'center' | 'start', element: typeof bar) =>
      element.evaluate((node, block) => node.scrollIntoView({ block, behavior: 'instant' }), top);
    await expect(bar).toBeVisible();
    await scrollTo('center', tiles.first());
    await expect(bar).toBeHidden();
    await scrollTo('start', page.getByRole('heading', { name: 'Explore our work' }));
    await expect(bar).toBeVisible();
  });
});
