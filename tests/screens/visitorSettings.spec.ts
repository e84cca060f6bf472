// The visitor's system settings: less motion, forced colours; and print.
import { expect, test } from '../support/fixtures';
import { CATEGORY } from '../support/formActions';

for (const reducedMotion of ['reduce', 'no-preference'] as const) {
  test.describe(`with the motion setting “${reducedMotion}”`, { tag: '@full' }, () => {
    test.use({ contextOptions: { reducedMotion } });

    test('scrolling to a section and opening a work obey it', async ({ page }) => {
      await page.addInitScript(() => {
        Object.assign(window, { transitions: 0 });
        const start = document.startViewTransition.bind(document);
        document.startViewTransition = (...args) => {
          (window as unknown as { transitions: number }).transitions += 1;
          return start(...args);
        };
      });
      await page.goto('/');
      await expect(page.locator('#gallerySection').getByRole('link')).toHaveCount(8);
      const left = await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const onScroll = () =>
              resolve(document.getElementById('gallerySection')!.getBoundingClientRect().top);
            addEventListener('scroll', onScroll, { once: true });
            const tiles = document.querySelector('[data-testid=tiles]')!;
            tiles.querySelector<HTMLElement>('a[href="/#gallerySection"]')!.click();
          }),
      );
      // The first movement is the whole way, or a part of it.
      expect(Math.abs(left) < 200).toBe(reducedMotion === 'reduce');
      await page.locator('#gallerySection').getByRole('link').first().click();
      await expect(page).toHaveURL(/\/work\//);
      const transitions = () =>
        page.evaluate(() => (window as unknown as { transitions: number }).transitions);
      await expect.poll(transitions).toBe(reducedMotion === 'reduce' ? 0 : 1);
    });
  });
}

test.describe('with forced colours', { tag: '@full' }, () => {
  test.use({ contextOptions: { forcedColors: 'active' } });

  test(
    'the slider and a chosen category can still be seen',
    { tag: '@witness' },
    async ({ page }) => {
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
    },
  );
});
