import { deferred } from '../support/deferred';
import { expect, hydrated, test } from '../support/prerenderedSite';
import { firstWork } from '../support/serverContent';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

/** Running animations, except those by scrolling; placeholders as 'waited for', others by their markup. */
const moving = () =>
  document
    .getAnimations()
    .filter(({ playState, timeline }) => playState === 'running' && timeline === document.timeline)
    .map(({ effect }) => {
      const { target } = effect as KeyframeEffect;
      return target?.closest('[aria-busy=true]') ? 'waited for' : target?.outerHTML;
    });

test(
  'a loaded page that nobody scrolls animates nothing',
  { tag: '@full' },
  async ({ page, backend }) => {
    const answer = deferred<undefined>();
    const hold = { kind: 'hold', until: answer.promise } as const;
    backend.faults.add({ service: 'firestore', url: /reviews/, do: hold });
    await page.goto(`/work/${firstWork(backend)}`);
    await hydrated(page.locator('#main'));
    // A placeholder shimmers.
    await expect.poll(() => page.evaluate(moving)).toContain('waited for');
    answer.resolve(undefined);
    await page.evaluate(() => document.fonts.ready.then(() => {}));
    await expect(page.getByText('Loading reviews…')).toHaveCount(0);
    // The place for a review waits below the screen, and its code with it.
    await expect(page.getByText('Loading the review form…')).toBeAttached();
    await expect.poll(() => page.evaluate(moving)).toEqual([]);
    // A property of the root, even without an effect, has the style of each element computed again.
    await expect(page.locator('html')).not.toHaveAttribute('style');
  },
);

test(
  'opening the form does not render the page behind it again',
  { tag: '@full' },
  async ({ page }) => {
    await page.goto('/');
    const heading = page.getByRole('heading', { level: 1 });
    // Once hydrated, the part with the heading is rendered a second time, for this address.
    const whatsapp = page.getByRole('main').getByRole('link', { name: 'Whatsapp us' }).first();
    await expect(whatsapp).toHaveAttribute('href', /web\.whatsapp\.com/);
    // React gives an element that it renders again new props.
    const props = await heading.evaluateHandle((element) => {
      const key = Object.keys(element).find((name) => name.startsWith('__reactProps'))!;
      return { read: () => (element as unknown as Record<string, object>)[key]! };
    });
    const before = await props.evaluateHandle(({ read }) => read());
    await page
      .getByRole('navigation', { name: 'Contact' })
      .getByRole('link', { name: 'Request service' })
      .tap();
    await expect(page.getByRole('dialog').getByLabel('Name')).toBeVisible();
    expect(await props.evaluate(({ read }, old) => read() === old, before)).toBe(true);
  },
);

test('a form whose code is loaded opens at once', async ({ page }) => {
  const code = page.waitForResponse(/RequestContent.*js/);
  await page.clock.install({ time: '2026-06-01T12:00:00Z' });
  await page.goto('/');
  await page.keyboard.press('Shift');
  const link = page.getByTestId('tiles').getByRole('link', { name: 'Request service' });
  await hydrated(link);
  // The focus loads the code.
  await link.focus();
  await page.evaluate((address) => import(address), (await code).url());
  await page.clock.pauseAt('2026-06-01T12:01:00Z');
  await link.tap();
  // Within 200 ms by the page's clock, however busy this machine is: React would keep a fallback for 300.
  let left = 200;
  const isShown = async () => {
    if (left > 0) await page.clock.runFor(1);
    left -= 1;
    return page.getByRole('dialog').getByLabel('Name').isVisible();
  };
  await expect.poll(isShown, { intervals: [50] }).toBe(true);
});
