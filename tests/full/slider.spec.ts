// The before/after slider, by every way of moving it.
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../browser/fixtures';

test.use({ serviceWorkers: 'block' });

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const slider = (page: Page): Locator => page.getByRole('slider');

/** Where the split is drawn, in percent of the picture's width. */
function drawnSplit(page: Page): Promise<number> {
  return slider(page).evaluate((range) => {
    const picture = range.parentElement!.getBoundingClientRect();
    const handle = range.nextElementSibling!.getBoundingClientRect();
    return Math.round(((handle.left + handle.width / 2 - picture.left) / picture.width) * 100);
  });
}

/** A point at so many percent of the picture's width, in its middle. */
async function pointAt(page: Page, percent: number): Promise<{ x: number; y: number }> {
  const box = (await slider(page).locator('..').boundingBox())!;
  return { x: box.x + (box.width * percent) / 100, y: box.y + box.height / 2 };
}

async function expectSplit(page: Page, percent: number): Promise<void> {
  const text = (value: number) => `${value}% before, ${100 - value}% after`;
  await expect.poll(async () => Math.abs((await drawnSplit(page)) - percent)).toBeLessThan(2);
  const value = Number(await slider(page).inputValue());
  expect(Math.abs(value - percent)).toBeLessThan(2);
  await expect(slider(page)).toHaveAttribute('aria-valuetext', text(value));
}

test('obeys arrows, Home and End, and shows that it has the focus', async ({ page }) => {
  await page.goto('/');
  await expect(slider(page)).toHaveAccessibleName('Compare the same kitchen before and after');
  await slider(page).focus();
  const outlines = () =>
    slider(page).evaluate((range) => {
      const grip = range.nextElementSibling!.firstElementChild!;
      return getComputedStyle(grip).outlineStyle;
    });
  await page.keyboard.press('ArrowLeft');
  await expectSplit(page, 49);
  expect(await outlines()).toBe('solid');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowUp');
  await expectSplit(page, 51);
  await page.keyboard.press('Home');
  await expectSplit(page, 0);
  await page.keyboard.press('End');
  await expectSplit(page, 100);
  await page.keyboard.press('PageDown');
  await expectSplit(page, 90);
  // The picture of before is shown left of the split only.
  const clip = await slider(page).evaluate(
    (range) => getComputedStyle(range.previousElementSibling!).clipPath,
  );
  expect(clip).toBe('inset(0px 10% 0px 0px)');
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('follows a finger, and lets the page scroll under a vertical one', async ({ page }) => {
    await page.goto('/');
    const session = await page.context().newCDPSession(page);
    const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', points: object[]) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: points as never });
    const from = await pointAt(page, 50);
    await touch('touchStart', [from]);
    for (const percent of [55, 62, 70, 78])
      await touch('touchMove', [await pointAt(page, percent)]);
    await touch('touchEnd', []);
    await expectSplit(page, 78);

    await touch('touchStart', [from]);
    for (const up of [40, 90, 160, 240]) await touch('touchMove', [{ x: from.x, y: from.y - up }]);
    await touch('touchEnd', []);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(50);
  });
});
