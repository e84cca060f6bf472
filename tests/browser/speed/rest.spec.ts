import { hydrated } from '../hydrated';
import { expect, test } from './prerendered';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

/** What moves, by the element's classes. */
const moving = () =>
  document
    .getAnimations()
    .filter(({ playState }) => playState === 'running')
    .map(({ effect }) => (effect as KeyframeEffect).target?.className);

test('a work that is there and not scrolled moves nothing', async ({ page, backend }) => {
  const [, work] = backend.firestore.list('gallery')[0]!.path.split('/');
  await page.goto(`/work/${work}`);
  await hydrated(page.locator('#main'));
  await page.evaluate(() => document.fonts.ready.then(() => {}));
  await expect(page.getByText('Loading reviews…')).toHaveCount(0);
  // The place for a review waits below the screen, and its code with it.
  await expect(page.getByText('Loading the place for your review…')).toBeAttached();
  await expect.poll(() => page.evaluate(moving)).toEqual([]);
});

test('what is waited for shimmers', async ({ page, backend }) => {
  backend.faults.add({ service: 'firestore', url: /reviews/, do: { kind: 'silence' } });
  const [, work] = backend.firestore.list('gallery')[0]!.path.split('/');
  await page.goto(`/work/${work}`);
  await hydrated(page.locator('#main'));
  await expect(page.getByText('Loading reviews…')).toBeAttached();
  await expect
    .poll(() => page.evaluate(moving))
    .toContainEqual(expect.stringMatching(/_skeleton_.*_loading_/));
});
