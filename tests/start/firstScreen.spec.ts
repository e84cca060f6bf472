// The worker hands the first screen over before the rest of the page.
import { PAINTED_SCRIPT } from '../../sw/firstScreen';
import { PAINTED } from '../../src/contract/messages';
import { workerControls } from '../support/deliveryActions';
import { expect, hydrated, test } from '../support/prerenderedSite';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test(
  'the service worker sends the first screen first, then the rest of the same page',
  { tag: '@full' },
  async ({ page, site, context }) => {
    await page.goto('/');
    await workerControls(page);
    await page.close();
    const later = await context.newPage();
    const errors: string[] = [];
    later.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    const answer = await later.goto('/');
    expect(answer!.fromServiceWorker()).toBe(true);
    const pieces = (await answer!.text()).split(PAINTED_SCRIPT);
    expect(pieces).toHaveLength(2);
    expect(pieces[1]).toMatch(/^<nav data-fold="" /);
    expect(pieces.join('')).toBe(await (await fetch(site)).text());
    await hydrated(later.getByRole('heading', { level: 1 }));
    await expect(later.getByTestId('tiles').getByRole('link')).toHaveCount(5);
    await expect(later.locator('#gallerySection').getByRole('link')).toHaveCount(8);
    expect(errors).toEqual([]);
    expect(await later.content()).not.toContain(PAINTED_SCRIPT);
    // The page says when it has painted: without its word the rest would come half a second later, every time.
    const [worker] = context.serviceWorkers();
    const told = worker!.evaluate(
      () =>
        new Promise((resolve) => {
          addEventListener('message', ({ data }) => resolve((data as { type: string }).type), {
            once: true,
          });
        }),
    );
    await later.goto('/');
    expect(await told).toBe(PAINTED);
  },
);
