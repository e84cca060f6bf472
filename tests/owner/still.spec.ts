// What comes late moves nothing that is there: whoever presses a button presses that one.
import type { Page } from '@playwright/test';
import { expect, test, type Backend } from '../support/fixtures';
import { openOwnerPage } from '../support/ownerActions';
import { reviewsOf } from '../support/reviewActions';
import { moveAway, storedWorks, storeDocument, storeWorks } from '../support/serverContent';

test.use({ serviceWorkers: 'block' });

/** What the opening page asks Firestore for, by what the calls name. Each comes late once. */
const READS = {
  works: /"gallery"/,
  'the number of works': /"days"/,
  requests: /"requests"/,
  'the marks of their mails': /"alerts"/,
  'what is counted of them': /alerts[/]arrivals/,
  'quotes and services': /configurations/,
  reviews: /"reviews"/,
  'the titles of their works': /"fieldPaths":\["title"\]/,
  'removed works': /"removed"/,
  'reviews that were taken down': /"takenDown"/,
};

/** Holds back for so many milliseconds what the page asks for. */
const delay = (page: Page, msOf: (asked: string) => number) =>
  page.route(/:(?:runQuery|runAggregationQuery|batchGet)/, async (route) => {
    const ms = msOf(route.request().postData() ?? '');
    await new Promise((resume) => setTimeout(resume, ms));
    await route.fallback();
  });

/** A work that is removed, a review that was taken down, two requests, and more works than a page of the list has. */
async function fill(backend: Backend): Promise<void> {
  const samples = backend.firestore.list('gallery');
  storeWorks(backend, 40);
  backend.firestore.commit(samples);
  const [removed, shown] = storedWorks(backend).filter(({ id }) => reviewsOf(backend, id)[0]);
  const review = reviewsOf(backend, shown!.id)[0]!.id;
  moveAway(backend, `gallery/${removed!.id}`, 3_600_000);
  moveAway(backend, `gallery/${shown!.id}/reviews/${review}`, 3_600_000);
  const created = new Date(Date.UTC(2026, 10, 28, 14));
  await storeDocument(backend, 'alerts/arrivals', { ran: created.getTime(), week: 2 });
  for (const number of [1, 2]) {
    const id = `100000000${number}`;
    const text = { state: 'sent', since: created.getTime() };
    await storeDocument(backend, `alerts/${id}`, { created, text });
    const words = {
      name: 'Ada',
      categories: ['kitchen-cabinets'],
      description: 'Twelve doors.',
      files: [],
    };
    await storeDocument(backend, `requests/${id}`, { created, status: 1, ...words });
  }
}

/** What of the lists has moved in the window since the page was opened, as the browser has drawn it. */
const moved = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const nodesOf = (entry: PerformanceEntry & { sources?: { node: Node | null }[] }) =>
      entry.sources!.flatMap(({ node }) => {
        const element = node instanceof Element ? node : node?.parentElement;
        return element?.closest('main section, main nav') ? element.textContent.slice(0, 60) : [];
      });
    return new Promise((resolve) => {
      const observer = new PerformanceObserver((list) =>
        resolve(list.getEntries().flatMap(nodesOf)),
      );
      observer.observe({ type: 'layout-shift', buffered: true });
      requestAnimationFrame(() => requestAnimationFrame(() => resolve([])));
    });
  });

async function expectStill(page: Page): Promise<void> {
  await openOwnerPage(page);
  await expect(page.getByRole('button', { name: 'Show more works' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Put back/ })).toHaveCount(2);
  await expect(page.getByText('2 requests came in seven days')).toBeVisible();
  await expect(page.getByText('Mail to you: mailed')).toHaveCount(2);
  await expect(page.getByText('Kitchen cabinets', { exact: true })).toHaveCount(2);
  await expect(page.getByText('nobody sees this review').first()).toBeVisible();
  await expect(page.getByText('Chosen for the landing page')).toBeVisible();
  expect(await moved(page)).toEqual([]);
}

/** In a window as high as all the lists everything is seen to move. Rows are laid out as if each were near the window. */
const layOutAll = (page: Page) =>
  page.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('li { content-visibility: visible !important }');
    document.adoptedStyleSheets = [sheet];
  });

const reads = Object.values(READS);
/** Each later than the one before, or the other way round. */
const ORDERS = [reads, reads.toReversed()].map(
  (order) => (asked: string) => 150 * order.findIndex((named) => named.test(asked)),
);

for (const [device, width, height] of [
  ['phone', 390, 844],
  ['desktop', 1280, 800],
] as const) {
  test(`on a ${device} nothing in the window moves while one list comes after the other`, async ({
    page,
    backend,
  }) => {
    await fill(backend);
    await page.setViewportSize({ width, height });
    await delay(page, ORDERS[1]!);
    await expectStill(page);
  });

  test(
    `on a ${device} nothing of the lists moves, in whichever order they come`,
    { tag: '@full' },
    async ({ page, backend, context }) => {
      await fill(backend);
      for (const order of ORDERS) {
        const opened = await context.newPage();
        await opened.setViewportSize({ width, height: 24_000 });
        await layOutAll(opened);
        await delay(opened, order);
        await expectStill(opened);
        await opened.close();
      }
      await page.close();
    },
  );
}

for (const [late, named] of Object.entries(READS)) {
  test(
    `the lists stay where they are while they wait for ${late}`,
    { tag: '@full' },
    async ({ page, backend }) => {
      await fill(backend);
      await page.setViewportSize({ width: 390, height: 24_000 });
      await layOutAll(page);
      await delay(page, (asked) => (named.test(asked) ? 700 : 0));
      await expectStill(page);
    },
  );
}

test(
  'a work that is put back goes from below when it comes in the list, so nothing moves later',
  { tag: '@full' },
  async ({ page, backend }) => {
    await fill(backend);
    await page.setViewportSize({ width: 390, height: 24_000 });
    await openOwnerPage(page);
    const putBack = page.getByRole('button', { name: /^Put back Maple/ });
    await expect(putBack).toBeVisible();
    await delay(page, (asked) => (READS.works.test(asked) ? 700 : 0));
    await putBack.click();
    const seen = await page.waitForFunction(() => {
      const has = (label: string) =>
        [...document.querySelectorAll('button')].some((button) =>
          button.ariaLabel?.startsWith(label),
        );
      const [isBelow, isListed] = [has('Put back Maple'), has('Remove Maple')];
      return (!isBelow || isListed) && { isBelow, isListed };
    });
    expect(await seen.jsonValue()).toEqual({ isBelow: false, isListed: true });
  },
);
