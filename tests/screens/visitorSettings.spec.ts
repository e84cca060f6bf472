// The visitor's system settings: less motion, forced colours; and print.
import { expect, test } from '../support/fixtures';
import { CATEGORY } from '../support/formActions';
import { LIST, workWith } from '../support/reviewActions';

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

test(
  'printed, a work’s page has no buttons and no placeholders',
  { tag: '@full' },
  async ({ page, backend }) => {
    backend.faults.add({ ...LIST, do: { kind: 'silence' } });
    await page.goto(`/work/${workWith(backend, 'some')}`);
    await expect(page.getByText('Loading reviews…')).toBeAttached();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Reviews from our clients' })).toBeVisible();
    for (const gone of [
      'nav a:not([href^="tel:"])',
      'button',
      '[aria-busy=true]',
      'a[href$="#request-service"]',
    ])
      await expect(page.locator(gone).filter({ visible: true })).toHaveCount(0);
  },
);

test.describe('with forced colours', { tag: '@full' }, () => {
  test.use({ contextOptions: { forcedColors: 'active' } });

  test('the chosen kind of works has a frame of its own', async ({ page }) => {
    await page.goto('/');
    const frames = async () => {
      const look = (kinds: Element[]) => kinds.map((kind) => getComputedStyle(kind).borderWidth);
      return (await page.getByRole('group').locator('[aria-pressed]').evaluateAll(look)).join();
    };
    await expect.poll(frames).toMatch(/^3px(,1px)+$/);
  });

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
