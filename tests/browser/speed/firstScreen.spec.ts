// The worker hands the first screen over before the rest of the page.
import { TELL } from '../../../sw/firstScreen';
import { workerControls } from '../delivery/scene';
import { hydrated } from '../hydrated';
import { expect, test } from './prerendered';

/** What the worker is told by a page, from the moment it is listened to. */
interface Told {
  told: Promise<string>;
}

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test('a start from the worker brings the first screen, then the rest of the same page', async ({
  page,
  site,
  context,
}) => {
  await page.goto('/');
  await workerControls(page);
  await page.close();
  const [worker] = context.serviceWorkers();
  await worker!.evaluate(() => {
    (globalThis as unknown as Told).told = new Promise((resolve) => {
      addEventListener(
        'message',
        ({ data }) => data?.type === 'page.painted' && resolve(data.type),
      );
    });
  });

  const later = await context.newPage();
  const errors: string[] = [];
  later.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  const answer = await later.goto('/');
  expect(answer!.fromServiceWorker()).toBe(true);
  const pieces = (await answer!.text()).split(TELL);
  expect(pieces).toHaveLength(2);
  expect(pieces[1]).toMatch(/^<nav data-fold="" /);
  expect(pieces.join('')).toBe(await (await fetch(site)).text());
  await hydrated(later.getByRole('heading', { level: 1 }));
  await expect(later.getByTestId('tiles').getByRole('link')).toHaveCount(5);
  await expect(later.locator('#gallerySection').getByRole('link')).toHaveCount(8);
  expect(errors).toEqual([]);
  // The page itself has said when: without its word the rest comes half a second later.
  expect(await worker!.evaluate(() => (globalThis as unknown as Told).told)).toBe('page.painted');
  expect(await later.content()).not.toContain(TELL);
});

test('a link to a section finds it at once, and a page that is loaded again its place', async ({
  page,
}) => {
  await page.goto('/');
  await workerControls(page);
  await page.goto('about:blank');
  await page.goto('/#gallerySection');
  await expect(page.getByRole('heading', { name: 'Explore our work' })).toBeInViewport();
  await hydrated(page.getByRole('heading', { level: 1 }));
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  const place = await page.evaluate(() => scrollY);
  await page.reload();
  await hydrated(page.getByRole('heading', { level: 1 }));
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
});
