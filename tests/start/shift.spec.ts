// Nothing jumps: cumulative layout shift with pictures, fonts and data that come late.
import type { Page } from '@playwright/test';
import { expect, test, type Backend } from '../support/fixtures';
import { test as prerendered } from '../support/prerenderedSite';
import { button, showReviews, SIGN_IN } from '../support/reviewActions';
import { storedWorks } from '../support/serverContent';
import { settled } from '../screens/looks';

/** The most that anything may have moved (web.dev calls 0.1 good). */
const LIMIT = 0.01;
const LATE = { kind: 'latency', ms: 900 } as const;

interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

function delayFiles(backend: Backend): void {
  backend.faults.add({ service: 'hosting', url: /\.woff2$|^\/hero\//, do: LATE });
  backend.faults.add({ service: 'storage', do: LATE });
}

/** The page has its own fonts, and nothing has moved except within 500 ms of input. */
async function expectStill(page: Page): Promise<void> {
  await settled(page);
  await expect(page.locator('html')).toHaveAttribute('data-faces', '');
  const shifts = await page.evaluate(
    () =>
      new Promise<{ value: number; what: string[] }[]>((resolve) => {
        new PerformanceObserver((list) => {
          const entries = list.getEntries() as LayoutShift[];
          resolve(
            entries
              .filter(({ hadRecentInput }) => !hadRecentInput)
              .map(({ value, sources }) => ({
                value,
                what: sources.map(({ node }) => String(node?.textContent)),
              })),
          );
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve([])));
      }),
  );
  const total = shifts.reduce((sum, { value }) => sum + value, 0);
  expect(total, JSON.stringify(shifts)).toBeLessThanOrEqual(LIMIT);
}

const SIZES = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1280, height: 800 },
};

const PLACES = {
  'the landing page': '/',
  'the gallery': '/#gallerySection',
  'a work’s page': '/work',
  'the reviews of a work': '/work, its reviews',
};

for (const [device, viewport] of Object.entries(SIZES)) {
  test.describe(`on a ${device}`, { tag: '@full' }, () => {
    test.use({ viewport, serviceWorkers: 'block' });

    for (const [place, where] of Object.entries(PLACES)) {
      test(`${place} stays still while pictures, fonts and data come late`, async ({
        page,
        backend,
      }) => {
        delayFiles(backend);
        backend.faults.add({ service: 'firestore', method: 'GET', do: LATE });
        const isWork = where.startsWith('/work');
        // It has two reviews, for which the page leaves room; more would push the footer down.
        const address = isWork ? `/work/${storedWorks(backend)[2]!.id}` : where;
        await page.goto(address, { waitUntil: 'commit' });
        if (where.endsWith('reviews')) {
          await showReviews(page);
          await expect(button(page, SIGN_IN)).toBeVisible();
        }
        if (isWork) await expect(page.getByText('from 2 reviews')).toBeAttached();
        else await expect(page.locator('#gallerySection').getByRole('link')).toHaveCount(8);
        await expectStill(page);
      });
    }
  });
}

for (const width of [320, 360, 390, 412, 768, 1280]) {
  prerendered(
    `no prerendered page moves at a width of ${width} pixels`,
    { tag: '@full' },
    async ({ page, backend }) => {
      await page.setViewportSize({ width, height: 844 });
      delayFiles(backend);
      const works = backend.firestore
        .list('gallery')
        .map(({ path }) => path.replace('gallery', 'work'));
      for (const address of ['', '#gallerySection', ...works]) {
        // The same page with another hash would not be loaded.
        await page.goto('about:blank');
        await page.goto(`/${address}`, { waitUntil: 'load' });
        await expectStill(page);
      }
    },
  );
}

/** Where the elements without children are. */
const placesOf = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate(
    (given) =>
      [...document.querySelectorAll(given)]
        .filter((element) => element.childElementCount === 0 && element.checkVisibility())
        .map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return [element.tagName, ...[x, y, width, height].map(Math.round)].join(' ');
        }),
    selector,
  );

/** In a wide window the words stand centred beside the comparison, so they move a little while they arrive. */
const STAYING = { 320: 'main *', 390: 'main *', 820: 'main *', 1280: '[data-fold] *' };

for (const [width, selector] of Object.entries(STAYING)) {
  prerendered(
    `wherever a page is cut while it arrives, what is there stays at a width of ${width} pixels`,
    { tag: '@full' },
    async ({ browser, baseURL }) => {
      const context = await browser.newContext({
        viewport: { width: Number(width), height: 1180 },
        javaScriptEnabled: false,
        serviceWorkers: 'block',
      });
      const page = await context.newPage();
      const html = await (await page.request.get(`${baseURL}/`)).text();
      const ends = [...html.matchAll(/<\/(?:li|a|p|h1|div|section|nav)>/g)].map(
        ({ index, 0: tag }) => index + tag.length,
      );
      const screen = [html.indexOf('<main'), html.indexOf('</nav>', html.indexOf('data-fold'))];
      const cuts = ends.filter((end) => end > screen[0]! && end <= screen[1]! + '</nav>'.length);
      expect(cuts.length).toBeGreaterThan(15);
      const arrived = async (length: number) => {
        await page.route(`${baseURL}/`, (route) =>
          route.fulfill({ contentType: 'text/html', body: html.slice(0, length) }),
        );
        await page.goto(`${baseURL}/`);
        const places = await placesOf(page, selector);
        await page.unroute(`${baseURL}/`);
        return places;
      };
      const whole = await arrived(html.length);
      for (const cut of cuts) {
        const places = await arrived(cut);
        expect(places, html.slice(cut - 60, cut)).toEqual(whole.slice(0, places.length));
      }
      await context.close();
    },
  );
}
