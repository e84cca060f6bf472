// What a visitor has asked the system for: less motion, forced colours.
import { expect, test } from '../browser/fixtures';
import { CATEGORY } from '../browser/requestForm';

test.describe('reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('goes from page to page and to a section at once', async ({ page }) => {
    await page.addInitScript(() => {
      Object.assign(window, { transitions: 0 });
      const start = document.startViewTransition?.bind(document);
      document.startViewTransition = (...args) => {
        (window as unknown as { transitions: number }).transitions += 1;
        return start(...args);
      };
    });
    await page.goto('/');
    await expect(page.locator('#gallerySection').getByRole('link')).toHaveCount(8);
    const jump = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          // The first movement is the whole way.
          const onScroll = () =>
            resolve(document.getElementById('gallerySection')!.getBoundingClientRect().top);
          addEventListener('scroll', onScroll, { once: true });
          const tiles = document.querySelector('[data-testid=tiles]')!;
          tiles.querySelector<HTMLElement>('a[href="/#gallerySection"]')!.click();
        }),
    );
    expect(Math.abs(jump)).toBeLessThan(200);
    await page.locator('#gallerySection').getByRole('link').first().click();
    await expect(page).toHaveURL(/\/work\//);
    expect(
      await page.evaluate(() => (window as unknown as { transitions: number }).transitions),
    ).toBe(0);
  });
});

test('without that wish, a card becomes the page of its work', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('#gallerySection').getByRole('link')).toHaveCount(8);
  const finished = page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const start = document.startViewTransition.bind(document);
        document.startViewTransition = (...args) => {
          const transition = start(...args);
          transition.finished.then(() => resolve(location.pathname), reject);
          return transition;
        };
      }),
  );
  await page.locator('#gallerySection').getByRole('link').first().click();
  expect(await finished).toMatch(/^\/work\//);
});

test.describe('forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active' } });

  test('the slider, a chosen category and a rating are still to be seen', async ({ page }) => {
    await page.goto('/');
    const handle = page.getByRole('slider').locator('~ div');
    const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const line = await handle.evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(line).not.toBe(canvas);

    await page.goto('/#request-service');
    await page.getByLabel(CATEGORY).check();
    const look = (label: string) =>
      page.getByText(label, { exact: true }).evaluate((text) => {
        const box = text.closest('label')!;
        const style = getComputedStyle(box);
        const mark = box.querySelectorAll('svg').length;
        return [style.borderColor, style.backgroundColor, style.outlineStyle, mark].join();
      });
    const unchosen = await look('Bathroom vanity');
    // Colours change by a transition.
    await expect.poll(() => look('Kitchen cabinets')).not.toBe(unchosen);
  });
});
