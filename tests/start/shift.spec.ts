// Nothing jumps: cumulative layout shift with pictures, fonts and data that come late.
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { deferred } from '../support/deferred';
import { expect, test, type Backend } from '../support/fixtures';
import { test as prerendered } from '../support/prerenderedSite';
import { button, showReviews, SIGN_IN } from '../support/reviewActions';
import { storeDocument, storedWorks } from '../support/serverContent';
import { settled } from '../screens/looks';

/**
 * The most that anything may have moved (web.dev calls 0.1 good). A footer moves by 0.0019.
 */
const LIMIT = 0.0025;
const LATE = { kind: 'latency', ms: 900 } as const;

interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
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
      new Promise<{ value: number; what: unknown[] }[]>((resolve) => {
        new PerformanceObserver((list) => {
          const entries = list.getEntries() as LayoutShift[];
          resolve(
            entries
              .filter(({ hadRecentInput }) => !hadRecentInput)
              .map(({ value, sources }) => ({
                value,
                what: sources.map(({ node, previousRect: before, currentRect: now }) => [
                  String(node?.textContent),
                  [before, now].map(({ x, y, width, height }) => [x, y, width, height].join()),
                ]),
              })),
          );
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve([])));
      }),
  );
  const total = shifts.reduce((sum, { value }) => sum + value, 0);
  const where = `${page.url()}, ${page.viewportSize()!.width} pixels`;
  expect(total, `${where}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(LIMIT);
}

/** Visits at once, each in a window of its own with nothing cached. */
async function inWindows(
  browser: Browser,
  visits: [options: BrowserContextOptions, visit: (page: Page) => Promise<void>][],
): Promise<void> {
  const visited = visits.map(async ([options, visit]) => {
    const context = await browser.newContext(options);
    await visit(await context.newPage());
    await context.close();
  });
  await Promise.all(visited);
}

const SIZES = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1280, height: 800 },
};

for (const [device, viewport] of Object.entries(SIZES)) {
  test(
    `on a ${device} landing page, gallery, a work and its reviews stay still while data, pictures and fonts come late`,
    { tag: '@full' },
    async ({ browser, backend, baseURL }) => {
      delayFiles(backend);
      backend.faults.add({ service: 'firestore', method: 'GET', do: LATE });
      // It has two reviews, for which the page leaves room; more would push the footer down.
      const work = `/work/${storedWorks(backend)[2]!.id}`;
      const opened = (page: Page, address: string) => page.goto(address, { waitUntil: 'commit' });
      const toGallery = (address: string) => async (page: Page) => {
        await opened(page, address);
        await expect(page.locator('#gallerySection').getByRole('link')).toHaveCount(8);
        await expectStill(page);
      };
      const toWork = (isAtReviews: boolean) => async (page: Page) => {
        await opened(page, work);
        if (isAtReviews) {
          await showReviews(page);
          await expect(button(page, SIGN_IN)).toBeVisible();
        }
        await expect(page.getByText('from 2 reviews')).toBeAttached();
        await expectStill(page);
      };
      const options = { viewport, baseURL: baseURL!, serviceWorkers: 'block' } as const;
      const visits = [toGallery('/'), toGallery('/#gallerySection'), toWork(false), toWork(true)];
      await inWindows(
        browser,
        visits.map((visit) => [options, visit]),
      );
    },
  );
}

prerendered(
  'a button of which the words have not arrived yet stands where it will',
  { tag: '@full' },
  async ({ browser, backend, baseURL }) => {
    const address = `/work/${storedWorks(backend)[0]!.id}`;
    for (const width of [320, 360, 390, 412]) {
      const viewport = { width, height: 844 };
      const options = { viewport, baseURL: baseURL!, serviceWorkers: 'block' } as const;
      const context = await browser.newContext({ ...options, javaScriptEnabled: false });
      const page = await context.newPage();
      const html = await (await page.request.get(address)).text();
      for (const words of ['Request service', 'Contact us']) {
        const start = html.indexOf(`<span>${words}</span>`, html.indexOf('<main'));
        /** Where the button is on a page of which so much has arrived. */
        const place = async (body: string) => {
          await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body }));
          await page.goto(address);
          const links = page.locator('main header a').filter({ has: page.locator('svg') });
          const { x, y } = (await links.nth(words === 'Contact us' ? 2 : 1).boundingBox())!;
          await page.unroute(address);
          return { x, y };
        };
        const whole = await place(html);
        expect(await place(html.slice(0, start)), `${words} at ${width}`).toEqual(whole);
      }
      await context.close();
    }
  },
);

for (const widths of [
  [320, 390, 768],
  [360, 412, 1280],
]) {
  prerendered(
    `no prerendered page moves at widths of ${widths.join(', ')} pixels`,
    { tag: '@full' },
    async ({ browser, backend, baseURL }) => {
      prerendered.slow();
      delayFiles(backend);
      const works = backend.firestore
        .list('gallery')
        .map(({ path }) => path.replace('gallery', 'work'));
      const visit = async (page: Page) => {
        for (const address of ['', '#gallerySection', 'work', ...works]) {
          // The same page with another hash would not be loaded.
          await page.goto('about:blank');
          await page.goto(`/${address}`, { waitUntil: 'load' });
          await expectStill(page);
        }
      };
      await inWindows(
        browser,
        widths.map((width) => [{ viewport: { width, height: 844 }, baseURL: baseURL! }, visit]),
      );
    },
  );
}

test(
  'a title that the headings’ font would break elsewhere moves nothing',
  { tag: '@full' },
  async ({ page, backend }) => {
    const title = 'A kitchen at the old mill, refinished in three days';
    await storeDocument(backend, 'gallery/long-title', { ...storedWorks(backend)[2]!, title });
    const shown = deferred<undefined>();
    const until = { kind: 'hold', until: shown.promise } as const;
    backend.faults.add({ service: 'hosting', url: /\.woff2$/, do: until });
    await page.setViewportSize({ width: 320, height: 844 });
    await page.goto('/work/long-title', { waitUntil: 'commit' });
    const heading = page.getByRole('heading', { level: 1, name: title });
    await expect(heading).toBeVisible();
    const before = await heading.boundingBox();
    shown.resolve(undefined);
    await expectStill(page);
    expect(await heading.boundingBox()).toEqual(before);
  },
);

/** Where the elements without children are. */
const placesOf = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate(
    (given) =>
      [...document.querySelectorAll(given)]
        .filter((element) => element.childElementCount === 0)
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return [element.tagName, ...[x, y, width, height].map(Math.round)].join(' ');
        }),
    selector,
  );

/** All but the header's button, which is there until the page's own has arrived. */
const STAYING = 'header *:not(nav > :first-child *), main *';

const FIRST_SCREENS: [page: string, endsBehind: string, end: string, cuts: number][] = [
  ['the landing page', 'data-fold', '</nav>', 15],
  ['a work', '<main', '</header>', 5],
];

for (const [name, endsBehind, screenEnd, leastCuts] of FIRST_SCREENS)
  prerendered(
    `wherever ${name} is cut while it arrives, what is there stays, in a window of any width`,
    { tag: '@full' },
    async ({ browser, backend, baseURL }) => {
      const work = storedWorks(backend).at(-1)!.id;
      const address = `${baseURL}/${name === 'a work' ? `work/${work}` : ''}`;
      const context = await browser.newContext({
        javaScriptEnabled: false,
        serviceWorkers: 'block',
      });
      const page = await context.newPage();
      const html = await (await page.request.get(address)).text();
      const ends = [...html.matchAll(/<\/(?:li|a|p|h1|div|section|nav|header)>/g)].map(
        ({ index, 0: tag }) => index + tag.length,
      );
      const [start, end] = [
        html.indexOf('<header'),
        html.indexOf(screenEnd, html.indexOf(endsBehind)),
      ];
      const cuts = ends.filter((each) => each > start && each <= end + screenEnd.length);
      expect(cuts.length).toBeGreaterThan(leastCuts);
      const arrived = async (length: number) => {
        await page.route(address, (route) =>
          route.fulfill({ contentType: 'text/html', body: html.slice(0, length) }),
        );
        await page.goto(address);
        const places: [width: string, places: string[]][] = [];
        for (const width of ['320', '390', '820', '1280']) {
          await page.setViewportSize({ width: Number(width), height: 1180 });
          places.push([width, await placesOf(page, STAYING)]);
        }
        await page.unroute(address);
        return places;
      };
      const whole = Object.fromEntries(await arrived(html.length));
      // At the widest. A header that hides its links for good would move nothing.
      await expect(page.locator('header nav a[href^="tel:"]')).toBeVisible();
      for (const cut of cuts) {
        for (const [width, places] of await arrived(cut)) {
          const where = `${width} pixels, cut behind ${html.slice(cut - 60, cut)}`;
          expect(places, where).toEqual(whole[width]!.slice(0, places.length));
        }
      }
      await context.close();
    },
  );
