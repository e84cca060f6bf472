/** A gallery of 1,000 works: only what comes near the viewport is rendered and fetched, and all can be reached. */
import type { Page } from '@playwright/test';
import { toFields, type Plain } from '../../../local/protoJson';
import { expect, test, type Backend } from '../fixtures';
import { appStarted } from '../delivery/scene';
import { goodPictures, reachAll } from '../hostile/samples';

const WORKS = 1000;
/** As useSteps.ts has it. */
const STEP = 24;

/** Replaces the samples by works with a picture address each, so that fetches can be told apart. */
function storeWorks(backend: Backend): void {
  const { url, thumb } = goodPictures(backend);
  const old = backend.firestore.list('gallery').map(({ path }) => ({ path, fields: null }));
  const works = Array.from({ length: WORKS }, (_, index) => {
    const picture = (address: string) => `${address}&work=${index + 1}`;
    const fields: Record<string, Plain> = {
      title: `Kitchen number ${index + 1}`,
      created: new Date(Date.UTC(2020, 0, 1, 0, index)),
      cover: { url: picture(url), thumb: picture(thumb), width: 800, height: 600 },
      before: [{ url: picture(url) }],
      after: [{ url: picture(url) }],
    };
    return { path: `gallery/kitchen-${index + 1}`, fields: toFields(fields) };
  });
  backend.firestore.commit([...old, ...works]);
}

const cards = (page: Page) => page.locator('#gallerySection li > a');

/** How many works' pictures the page has asked for. */
const picturesAsked = (backend: Backend): number => {
  const addresses = backend.requests
    .filter(({ service }) => service === 'storage')
    .map(({ url }) => /&work=(\d+)/.exec(url)?.[1]);
  return new Set(addresses.filter((number) => number !== undefined)).size;
};

const elements = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelectorAll('*').length);

/** Notes in the page when the first card came, and the tasks that took longer than 50 ms. */
async function watchTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const tasks: number[] = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ type: 'longtask', buffered: true });
    const seen = new MutationObserver(() => {
      if (!document.querySelector('#gallerySection li')) return;
      seen.disconnect();
      performance.mark('first card');
    });
    seen.observe(document, { childList: true, subtree: true });
    Object.assign(globalThis, { tasks });
  });
}

/** The longest task since the last call, in milliseconds. */
const longestTask = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { tasks } = globalThis as unknown as { tasks: number[] };
    return Math.round(Math.max(0, ...tasks.splice(0)));
  });

/** The number of the card in the middle of the window. */
const middleCard = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { innerHeight, innerWidth } = window;
    const distance = (card: Element) => {
      const { x, y, width, height } = card.getBoundingClientRect();
      return Math.hypot(x + width / 2 - innerWidth / 2, y + height / 2 - innerHeight / 2);
    };
    const all = [...document.querySelectorAll('#gallerySection li')];
    const nearest = all.toSorted((a, b) => distance(a) - distance(b))[0]!;
    return all.indexOf(nearest) + 1;
  });

/** Scrolls down by the wheel until so many cards are there. */
async function scrollTo(page: Page, count: number): Promise<void> {
  await page.mouse.move(200, 300);
  while ((await cards(page).count()) < count) {
    const before = await page.evaluate(() => window.scrollY);
    await page.mouse.wheel(0, 1500);
    await page.waitForFunction((y) => window.scrollY > y, before);
  }
}

test('landing: elements and pictures near the viewport only, while it is scrolled on a slow phone', async ({
  page,
  backend,
}) => {
  test.slow();
  storeWorks(backend);
  await page.setViewportSize({ width: 390, height: 844 });
  await watchTasks(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto('/');
  await expect(cards(page)).toHaveCount(STEP);
  await appStarted(page);
  const firstCard = await page.evaluate(
    () => performance.getEntriesByName('first card')[0]!.startTime,
  );
  const atStart = { longest: await longestTask(page), elements: await elements(page) };
  expect(atStart.elements).toBeLessThan(900);
  expect(picturesAsked(backend)).toBeLessThanOrEqual(STEP);

  await scrollTo(page, 240);
  const shown = await cards(page).count();
  const scrolled = { longest: await longestTask(page), elements: await elements(page) };
  expect(shown).toBeLessThan(240 + 3 * STEP);
  expect(scrolled.elements).toBeLessThan(atStart.elements + 15 * (shown - STEP) + 100);
  expect(picturesAsked(backend)).toBeLessThanOrEqual(shown);
  const heap = (await session.send('Runtime.getHeapUsage')) as { usedSize: number };
  test.info().annotations.push({
    type: `${WORKS} works`,
    description: [
      `first card after ${Math.round(firstCard)} ms`,
      `longest task ${atStart.longest} ms at start, ${scrolled.longest} ms while scrolling (CPU 4 times slower)`,
      `${atStart.elements} elements at start, ${scrolled.elements} with ${shown} cards`,
      `${picturesAsked(backend)} pictures asked for`,
      `${Math.round(heap.usedSize / 1e6)} MB of JavaScript`,
    ].join('; '),
  });
});

test.describe('without a worker, which fills its caches by reads of its own', () => {
  test.use({ serviceWorkers: 'block' });

  test('a work that is added comes without a reload, and the others are read once', async ({
    page,
    backend,
  }) => {
    test.slow();
    storeWorks(backend);
    // The rest of the list comes later than the page would like to follow the gallery.
    backend.faults.add({ url: /pageToken/, count: 1, do: { kind: 'latency', ms: 3000 } });
    const [model] = backend.firestore.list('gallery');
    await page.goto('/#gallerySection');
    await expect(cards(page).first()).toHaveAttribute('href', '/work/kitchen-1');
    await backend.requests.waitFor(({ url }) => url.includes('/Listen/'));
    const fields = {
      ...model!.fields,
      ...toFields({ title: 'The newest', created: new Date(Date.UTC(2026, 0, 1)) }),
    };
    backend.firestore.commit([{ path: 'gallery/newest', fields }]);
    await expect(page.locator('#gallerySection li').first()).toHaveAttribute(
      'aria-setsize',
      '1001',
    );
    // The list, and of the listener the new one, perhaps after a query without results.
    const readTwice = backend.reads.of(/^gallery(\/[^/]+)?$/) - WORKS;
    expect(readTwice).toBeGreaterThanOrEqual(1);
    expect(readTwice).toBeLessThanOrEqual(2);
    await reachAll(page, WORKS + 1);
    await expect(cards(page).last()).toContainText('The newest');
  });
});

test('every work can be reached by scrolling, and the last one is the last', async ({
  page,
  backend,
}) => {
  test.slow();
  storeWorks(backend);
  await page.goto('/#gallerySection');
  await expect(page.locator('#gallerySection li').first()).toHaveAttribute('aria-setsize', '1000');
  await reachAll(page, WORKS);
  await expect(cards(page).last()).toContainText('Kitchen number 1000');
  await expect(page.getByRole('button', { name: 'Show more works' })).toHaveCount(0);
  expect(picturesAsked(backend)).toBeLessThan(WORKS);
});

test('the keyboard goes from card to card beyond the first step', async ({ page, backend }) => {
  storeWorks(backend);
  await page.goto('/');
  await expect(cards(page)).toHaveCount(STEP);
  await cards(page).first().focus();
  for (let number = 2; number <= 3 * STEP; number += 1) {
    await page.keyboard.press('Tab');
    await expect(page.locator('#gallerySection li > a:focus')).toContainText(`No. ${number}`);
  }
});

test('where nothing tells what is near, a button shows more and the focus goes on in the new ones', async ({
  page,
  backend,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'IntersectionObserver');
  });
  storeWorks(backend);
  await page.goto('/');
  await expect(cards(page)).toHaveCount(STEP);
  const more = page.getByRole('button', { name: 'Show more works' });
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(cards(page)).toHaveCount(2 * STEP);
  await expect(cards(page).nth(STEP)).toBeFocused();
});

for (const [where, viewport, works] of [
  ['among 1,000 works', { width: 1280, height: 720 }, WORKS],
  ['among eight on a phone', { width: 390, height: 844 }, 0],
] as const) {
  test(`a work and back, ${where}: the gallery is where it was`, async ({ page, backend }) => {
    if (works > 0) storeWorks(backend);
    await page.setViewportSize(viewport);
    await page.goto('/');
    await expect(cards(page)).not.toHaveCount(0);
    await appStarted(page);
    if (works > 0) await scrollTo(page, 150);
    else await cards(page).nth(6).scrollIntoViewIfNeeded();
    const before = await middleCard(page);
    expect(before).toBeGreaterThan(works > 0 ? 60 : 5);
    const title = await cards(page)
      .nth(before - 1)
      .locator('[dir=auto]')
      .innerText();
    await cards(page)
      .nth(before - 1)
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await page.goBack();
    // The card that was pressed is in the window again, without any scrolling of ours.
    await expect(cards(page).nth(before - 1)).toBeInViewport();
    await page.goForward();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  });
}

test('the first works are there while the rest of the list is read', async ({ page, backend }) => {
  storeWorks(backend);
  const second = backend.faults.add({
    service: 'firestore',
    url: /documents\/gallery\?.*pageToken/,
    do: { kind: 'silence' },
  });
  await page.goto('/');
  await expect(cards(page)).toHaveCount(STEP);
  await expect(cards(page).first()).toContainText('Kitchen number 1');
  expect(second.hits).toBe(1);
});
