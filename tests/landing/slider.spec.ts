// The before/after slider, by every way of moving it.
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/fixtures';
import { hydrated } from '../support/prerenderedSite';

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

/** A point at this percentage of the picture's width, at half its height. */
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

test(
  'in a page that a translator has turned from right to left, keys move the split their own way',
  { tag: '@full' },
  async ({ page }) => {
    await page.goto('/');
    await hydrated(slider(page));
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
    await slider(page).focus();
    await page.keyboard.press('ArrowRight');
    await expectSplit(page, 51);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expectSplit(page, 49);
  },
);

test(
  'the slider obeys arrows, Home and End, and shows that it has the focus',
  { tag: '@full' },
  async ({ page }) => {
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
  },
);

test.describe('on a phone', { tag: '@full' }, () => {
  test.use(PHONE);

  test('the slider follows a finger, and stays still when the finger scrolls the page', async ({
    page,
  }) => {
    await page.goto('/');
    await hydrated(slider(page));
    const session = await page.context().newCDPSession(page);
    const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', points: object[]) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: points as never });
    const from = await pointAt(page, 50);
    await touch('touchStart', [from]);
    for (const percent of [55, 62, 70, 78])
      await touch('touchMove', [await pointAt(page, percent)]);
    await touch('touchEnd', []);
    await expectSplit(page, 78);

    // Away from the split, so that a jump would show. The split does not move meanwhile.
    await page.evaluate(() => {
      const range = document.querySelector<HTMLInputElement>('input[type=range]')!;
      const seen = new Set<string>();
      new MutationObserver(() => seen.add(range.parentElement!.style.cssText)).observe(
        range.parentElement!,
        { attributes: true },
      );
      Object.assign(window, { seen });
    });
    const other = await pointAt(page, 12);
    await touch('touchStart', [other]);
    for (const up of [2, 40, 90, 160, 240])
      await touch('touchMove', [{ x: other.x + 5, y: other.y - up }]);
    await touch('touchEnd', []);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(50);
    await expectSplit(page, 78);
    expect(await page.evaluate(() => [...(window as never as { seen: Set<string> }).seen])).toEqual(
      [],
    );
  });

  test('two fingers on the slider zoom the page, and then a finger moves the page, not the split', async ({
    page,
  }) => {
    await page.goto('/');
    await hydrated(slider(page));
    const session = await page.context().newCDPSession(page);
    const zoom = () => page.evaluate(() => visualViewport!.scale);
    const fingers = async (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: object[]) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: points as never });
    const apart = async (by: number) => [
      { ...(await pointAt(page, 50 - by)), id: 1 },
      { ...(await pointAt(page, 50 + by)), id: 2 },
    ];
    const steps = await Promise.all([10, 14, 18, 22, 26, 30, 34].map(apart));
    await fingers('touchStart', steps[0]![0]!);
    await fingers('touchStart', ...steps[0]!);
    for (const both of steps) await fingers('touchMove', ...both);
    await fingers('touchEnd');
    await expect.poll(zoom).toBeGreaterThan(1.5);
    await expectSplit(page, 50);
    const left = () => page.evaluate(() => visualViewport!.pageLeft);
    const before = await left();
    const { y } = steps[0]![0]!;
    await fingers('touchStart', { x: 120, y });
    for (const x of [130, 150, 180, 220, 260]) await fingers('touchMove', { x, y });
    await fingers('touchEnd');
    await expect.poll(left).toBeLessThan(before);
    await expectSplit(page, 50);
  });

  test('the slider goes back when a drag turns into scrolling, and moves to a tap', async ({
    page,
  }) => {
    await page.goto('/');
    await hydrated(slider(page));
    const at = (type: string, more: object) =>
      slider(page)
        .locator('..')
        .dispatchEvent(type, {
          pointerId: 1,
          isPrimary: true,
          pointerType: 'touch',
          buttons: 1,
          ...more,
        });
    const clientX = async (percent: number) => ({ clientX: (await pointAt(page, percent)).x });
    await at('pointerdown', await clientX(50));
    await at('pointermove', await clientX(58));
    await expectSplit(page, 58);
    await at('pointercancel', {});
    await expectSplit(page, 50);
    // So does it when a second finger comes.
    await at('pointerdown', await clientX(50));
    await at('pointermove', await clientX(58));
    await expectSplit(page, 58);
    await at('pointerdown', { ...(await clientX(30)), pointerId: 2, isPrimary: false });
    await expectSplit(page, 50);
    await at('pointermove', await clientX(70));
    await expectSplit(page, 50);
    const { x, y } = await pointAt(page, 25);
    await page.touchscreen.tap(x, y);
    await expectSplit(page, 25);
  });
});

test(
  'the slider follows a mouse from anywhere on the picture',
  { tag: '@full' },
  async ({ page }) => {
    await page.goto('/');
    await hydrated(slider(page));
    const from = await pointAt(page, 20);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 5, from.y);
    await expectSplit(page, 50);
    const to = await pointAt(page, 70);
    await page.mouse.move(to.x, to.y + 900, { steps: 4 });
    await page.mouse.up();
    await expectSplit(page, 70);
  },
);
