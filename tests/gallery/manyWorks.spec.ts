/** A gallery of 300 works: a slow phone stays responsive, and all works can be reached. */
import type { Page } from '@playwright/test';
import { toFields } from '../../backend/protoJson';
import { expect, test, type Backend } from '../support/fixtures';
import { appStarted } from '../support/deliveryActions';
import { storeWorks } from '../support/serverContent';
import { PAGE_THREAD, tasksOf } from '../support/tasksOf';

/** Milliseconds. About 100 on a calm machine; a shared one doubles that, and a list made at once takes over 400. */
const LONG_TASK = 300;

/** What a task may take before it keeps a tap waiting: ms. */
const UNNOTICED = 50;

/** A page of the gallery. */
const STEP = 40;

const cards = (page: Page) => page.locator('#gallerySection li > a');
const showMore = (page: Page) => page.getByRole('button', { name: 'Show more works' });

/** How many works' pictures the page has asked for. */
const picturesAsked = (backend: Backend): number =>
  new Set(backend.requests.entries.flatMap(({ url }) => /&work=\d+/.exec(url) ?? [])).size;

function rename(backend: Backend, number: number, title: string): void {
  const path = `gallery/kitchen-${number}`;
  const { fields } = backend.firestore.get(path)!;
  backend.firestore.commit([{ path, fields: { ...fields, ...toFields({ title }) } }]);
}

/** Scrolls down by the wheel until the element is in the window. */
async function wheelTo(page: Page, element: ReturnType<Page['locator']>): Promise<void> {
  await page.mouse.move(200, 300);
  const isInWindow = () =>
    element.evaluate((it) => it.getBoundingClientRect().top < window.innerHeight);
  while (!(await isInWindow())) {
    const before = await page.evaluate(() => window.scrollY);
    await page.mouse.wheel(0, 1500);
    await page.waitForFunction((y) => window.scrollY > y, before);
  }
}

/** Milliseconds of the longest task of the page's main thread. */
function longestTask(trace: Buffer): number {
  const tasks = tasksOf(trace, PAGE_THREAD);
  expect(tasks).not.toHaveLength(0);
  return Math.round(Math.max(...tasks));
}

/** Looks at all of it with a phone's CPU. Answers the longest task of each part in milliseconds. */
async function visit(page: Page, backend: Backend): Promise<Record<string, number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const browser = page.context().browser()!;
  const longest: Record<string, number> = {};
  const measure = async (name: string, act: () => Promise<void>) => {
    await browser.startTracing(page, { categories: ['toplevel'] });
    await act();
    longest[name] = longestTask(await browser.stopTracing());
  };
  storeWorks(backend, 300);
  backend.requests.clear();
  // The list comes when the page has settled without works, and Playwright with it.
  backend.faults.add({ url: /gallery\?/, count: 1, do: { kind: 'latency', ms: 5000 } });
  await page.goto('/');
  await appStarted(page);
  await expect(cards(page)).toHaveCount(0);
  await measure('listing', () => expect(cards(page)).toHaveCount(STEP));
  expect(picturesAsked(backend)).toBeLessThan(STEP);
  await measure('following', async () => {
    const listening = backend.requests.waitFor(({ url }) => url.includes('/Listen/'));
    await page.locator('#gallerySection').scrollIntoViewIfNeeded();
    await listening;
    rename(backend, 1, 'Another name');
    await expect(cards(page).first()).toHaveText('Another name');
  });
  await measure('scrolling', () => wheelTo(page, showMore(page)));
  await measure('showing more', async () => {
    // By the keyboard: the driver's click adds a task with its own hit tests.
    await showMore(page).press('Enter');
    await expect(cards(page)).toHaveCount(2 * STEP);
    await wheelTo(page, showMore(page));
  });
  expect(picturesAsked(backend)).toBeLessThanOrEqual(2 * STEP);
  return longest;
}

/** Renames a work a hundred times while the page scrolls. Answers the longest task in milliseconds. */
async function scrollThroughChanges(page: Page, backend: Backend): Promise<number> {
  await page.goto('/#gallerySection');
  await appStarted(page);
  await expect(cards(page)).toHaveCount(STEP);
  await showMore(page).press('Enter');
  await expect(cards(page)).toHaveCount(2 * STEP);
  rename(backend, 1, 'Followed');
  await expect(cards(page).first()).toHaveText('Followed');
  const trace = page.context().browser()!;
  await page.mouse.move(200, 300);
  await trace.startTracing(page, { categories: ['toplevel'] });
  for (let change = 1; change <= 100; change += 1) {
    rename(backend, 1 + (change % (2 * STEP)), `Changed ${change}`);
    const before = await page.evaluate(() => window.scrollY);
    await page.mouse.wheel(0, change % 20 < 10 ? -300 : 300);
    await page.waitForFunction((y) => window.scrollY !== y, before);
  }
  await expect(cards(page).nth(100 % (2 * STEP))).toHaveText('Changed 100');
  return longestTask(await trace.stopTracing());
}

test(
  '300 works on a slow phone cause no long task, and only pictures that come near are loaded',
  { tag: '@timed' },
  async ({ browser, backend, site }) => {
    test.slow();
    // A shared machine gives a thread half its speed at times; what the page needs is the least of three visits.
    const visits: Record<string, number>[] = [];
    for (let done = 0; done < 3; done += 1) {
      const context = await browser.newContext({
        baseURL: site,
        viewport: { width: 390, height: 844 },
      });
      visits.push(await visit(await context.newPage(), backend));
      await context.close();
    }
    console.log('300 works, longest tasks (ms):', JSON.stringify(visits));
    for (const part of Object.keys(visits[0]!))
      expect(Math.min(...visits.map((each) => each[part]!)), part).toBeLessThanOrEqual(LONG_TASK);
  },
);

test(
  'a hundred changes in ten seconds keep a page scrolling that shows the gallery',
  { tag: '@timed' },
  async ({ browser, backend, site }) => {
    test.slow();
    // As above, the least of three visits is what the page needs.
    const longest: number[] = [];
    for (let done = 0; done < 3; done += 1) {
      storeWorks(backend, 2 * STEP);
      const context = await browser.newContext({
        baseURL: site,
        viewport: { width: 390, height: 844 },
      });
      longest.push(await scrollThroughChanges(await context.newPage(), backend));
      await context.close();
    }
    console.log('a hundred changes, longest tasks (ms):', JSON.stringify(longest));
    expect(Math.min(...longest)).toBeLessThanOrEqual(UNNOTICED);
  },
);

test(
  'coming back to 400 cards shows those around the same place at once, and then all',
  { tag: '@full' },
  async ({ page, backend }) => {
    const count = 10 * STEP;
    storeWorks(backend, count);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/');
    await appStarted(page);
    for (let shown = STEP; shown < count; shown += STEP) {
      await expect(cards(page)).toHaveCount(shown);
      await showMore(page).click();
    }
    await expect(cards(page)).toHaveCount(count);
    const card = page.locator('#gallerySection a[href="/work/kitchen-300"]');
    await card.scrollIntoViewIfNeeded();
    // Until it is drawn, a card that was far away has the height that stands in for it.
    await card.click({ trial: true });
    // A card under the mouse is raised; its place is not.
    const place = page.locator('#gallerySection li:has(> a[href="/work/kitchen-300"])');
    const before = await place.boundingBox();
    // Each page by a list, with one document more where others follow, and once by the listener.
    const reads = count + 9 + count;
    await expect.poll(() => backend.reads.of(/^gallery$/)).toBe(reads);
    await card.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kitchen number 300');
    const first = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const look = () => {
            const there = document.querySelectorAll('#gallerySection li > a').length;
            if (there > 0) resolve(there);
            else requestAnimationFrame(look);
          };
          history.back();
          look();
        }),
    );
    expect(first).toBeLessThan(2 * STEP);
    await expect(card).toBeFocused();
    expect(await place.boundingBox()).toEqual(before);
    await expect(cards(page)).toHaveCount(count);
    expect(await place.boundingBox()).toEqual(before);
    // The way there and back has read no page again.
    expect(backend.reads.of(/^gallery$/)).toBe(reads);
  },
);
