// Everything by keyboard alone, at a zoom of 200 %: 1280 pixels become 640 at twice the density.
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/fixtures';
import { CATEGORY, FILLED } from '../support/formActions';
import { SIGN_IN, THANKS, button, reviewsOf, workWith } from '../support/reviewActions';

test.use({
  viewport: { width: 640, height: 400 },
  deviceScaleFactor: 2,
  serviceWorkers: 'block',
});

/** More presses than any screen has places to stop at. */
const MOST = 60;

/** Presses Tab until `target` has the focus; every stop on the way must be visible. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < MOST; presses += 1) {
    await page.keyboard.press('Tab');
    expect(await hiddenFocus(page)).toBe('');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${String(target)} was not reached with ${MOST} presses of Tab.`);
}

/** Tells whether the focus is out of the window or covered; empty if it is visible. */
function hiddenFocus(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const focused = document.activeElement;
    // Between the last stop and the first, the focus is in the browser's own bar.
    if (!focused || focused === document.body) return '';
    const name = `${focused.localName} ${focused.getAttribute('aria-label') ?? focused.textContent}`;
    // Smooth scrolling has come to an end when two frames agree.
    let top = Number.NaN;
    while (top !== focused.getBoundingClientRect().top) {
      top = focused.getBoundingClientRect().top;
      await new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      });
    }
    // A radio or a checkbox may be drawn by its label.
    const isDrawn = focused instanceof HTMLInputElement && /radio|checkbox|file/.test(focused.type);
    const shown = (isDrawn && focused.labels?.[0]) || focused;
    const own = focused.getBoundingClientRect();
    const box = own.width > 4 ? own : shown.getBoundingClientRect();
    const left = Math.max(box.left, 0);
    const right = Math.min(box.right, innerWidth);
    const upper = Math.max(box.top, 0);
    const lower = Math.min(box.bottom, innerHeight);
    if (right <= left || lower <= upper) return `${name} is out of the window`;
    const points = [0.1, 0.5, 0.9].map((part) => upper + (lower - upper) * part);
    const isSeen = points.some((y) => {
      const above = document.elementFromPoint((left + right) / 2, y);
      return above && (shown.contains(above) || focused.contains(above) || above.contains(focused));
    });
    return isSeen ? '' : `${name} is covered`;
  });
}

async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
  await expect(field).toHaveValue(text);
}

test(
  'a request can be sent by keyboard, from the landing page to the success and back',
  { tag: ['@full', '@official'] },
  async ({ page, requestsStored }) => {
    await page.goto('/');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator('#main')).toBeFocused();

    const tile = page.getByTestId('tiles').getByRole('link', { name: 'Request service' });
    await tabTo(page, tile);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('group', { name: 'Request service' })).toBeFocused();

    for (const [name, value] of Object.entries(FILLED)) {
      await type(page, page.getByLabel(new RegExp(name, 'i')), value);
    }
    await tabTo(page, page.getByLabel(CATEGORY));
    await page.keyboard.press('Space');
    await expect(page.getByLabel(CATEGORY)).toBeChecked();
    await tabTo(page, page.getByTestId('image-input'));
    await tabTo(page, button(page, 'Send request'));
    await page.keyboard.press('Enter');

    await expect(page.getByRole('heading', { name: 'Request created sucessfully' })).toBeVisible();
    await tabTo(page, button(page, 'Click here to continue'));
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(tile).toBeFocused();
    expect(requestsStored()).toHaveLength(1);
    expect(requestsStored()[0]!.categories).toHaveLength(1);
  },
);

test(
  'a review can be written by keyboard, from the gallery to the thanks',
  { tag: '@full' },
  async ({ page, backend }) => {
    const work = workWith(backend, 'no');
    await page.goto('/');
    const card = page.locator(`#gallerySection a[href="/work/${work}"]`);
    await expect(card).toBeAttached();
    await tabTo(page, card);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/work/${work}$`));
    await expect(page.getByText('No reviews yet.')).toBeAttached();

    const signIn = button(page, SIGN_IN);
    // It comes when the place for it comes near: tabbing scrolls there.
    await page.getByRole('heading', { name: 'Reviews from our clients' }).scrollIntoViewIfNeeded();
    await expect(signIn).toBeVisible();
    await tabTo(page, signIn);
    const opened = page.waitForEvent('popup');
    await page.keyboard.press('Enter');
    const popup = await opened;
    await tabTo(popup, popup.getByRole('button', { name: 'Maria Alvarez' }));
    await popup.keyboard.press('Enter');
    await expect(page.getByText('Signed in as Maria Alvarez')).toBeVisible();

    await page.bringToFront();
    const stars = page.getByRole('radio', { name: '1 star', exact: true });
    await tabTo(page, button(page, 'Post review'));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText(
      'Please rate with stars before submiting your review',
    );
    // The alert has brought the focus to the stars.
    await expect(stars).toBeFocused();
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: '4 stars' })).toBeChecked();
    await type(page, page.getByLabel('Your review'), 'Soft close, hard wearing.');
    await tabTo(page, button(page, 'Post review'));
    await page.keyboard.press('Enter');
    await expect(page.getByText(THANKS)).toBeVisible();
    expect(reviewsOf(backend, work)).toMatchObject([{ stars: 4 }]);
    await tabTo(page, button(page, 'Sign out'));
  },
);
