// The focus and the scroll position after a change of the page.
import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures';
import { firstWork, storedWorks } from '../support/serverContent';

test.use({ serviceWorkers: 'block' });

const cardOf = (page: Page, work: string) =>
  page.locator(`#gallerySection a[href="/work/${work}"]`);
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));

test(
  'a new page puts the focus on its heading, and Back returns to the same card',
  { tag: '@full' },
  async ({ page, backend }) => {
    const work = firstWork(backend);
    let arrive = () => {};
    const held = new Promise<void>((resolve) => (arrive = resolve));
    await page.route(/assets\/WorkWithReviews-.*\.js/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/');
    const card = cardOf(page, work);
    await card.scrollIntoViewIfNeeded();
    await expect(page.locator('body')).toBeFocused();
    const before = await scrolled(page);
    expect(before).toBeGreaterThan(0);
    await card.click();
    await expect(page).toHaveURL(new RegExp(`/work/${work}$`));
    await expect(heading(page)).toHaveCount(0);
    arrive();
    await expect(heading(page)).toBeFocused();
    expect(await scrolled(page)).toBe(0);
    // A visitor with a mouse does not see it.
    await expect(heading(page)).toHaveCSS('outline-style', 'none');

    await page.goBack();
    await expect(card).toBeFocused();
    await expect.poll(() => scrolled(page)).toBe(before);
    await page.goForward();
    await expect(heading(page)).toBeFocused();
    await page.getByRole('banner').getByRole('link').first().click();
    await expect(page.locator('#headline')).toBeFocused();
  },
);

test(
  'a link to the form that is followed while the page is hydrated opens the form',
  { tag: '@full' },
  async ({ page }) => {
    // When the router is rendered, it writes the entry's number. Hydration goes on in later tasks, and only at its end
    // does the router listen.
    await page.addInitScript(() => {
      const replaceState = history.replaceState.bind(history);
      history.replaceState = (...entry) => {
        replaceState(...entry);
        history.replaceState = replaceState;
        queueMicrotask(() => (location.hash = '#request-service'));
      };
    });
    await page.goto('/');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL('/');
  },
);

test(
  'two links in quick succession lead to the second page, and no error is left',
  { tag: '@full' },
  async ({ page, backend }) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.goto('/');
    const [first, second] = storedWorks(backend);
    await cardOf(page, first!.id).scrollIntoViewIfNeeded();
    await page.evaluate(
      (ids) => {
        for (const id of ids)
          document.querySelector<HTMLElement>(`#gallerySection a[href="/work/${id}"]`)!.click();
      },
      [first!.id, second!.id],
    );
    await expect(page).toHaveURL(new RegExp(`/work/${second!.id}$`));
    await expect(heading(page)).toHaveText(second!.title);
    await page.goBack();
    await page.goForward();
    await expect(heading(page)).toHaveText(second!.title);
    expect(errors).toEqual([]);
  },
);

test(
  'closing a form that was opened from a work puts the focus back on its button',
  { tag: '@full' },
  async ({ page, backend }) => {
    await page.goto('/');
    await cardOf(page, firstWork(backend)).click();
    await expect(heading(page)).toBeFocused();
    const button = page.getByRole('main').getByRole('link', { name: 'Request service' });
    await button.click();
    await expect(page.getByRole('group', { name: 'Request service' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(button).toBeFocused();
  },
);
