/** Cache entries that are not what the worker has put there. */
import { mergeTests, type Page } from '@playwright/test';
import { appStarted, workerControls } from '../support/deliveryActions';
import { test as withOwnSite } from '../support/ownSite';
import { SCRIPT, expect, test as watched } from './watch';

const test = mergeTests(watched, withOwnSite);

const PORTAL = `<!doctype html><title>Sign in</title>${SCRIPT}`;

/** Replaces cached answers whose address matches by a login page; resolves with their number. */
const poison = (page: Page, pattern: RegExp): Promise<number> =>
  page.evaluate(
    async ([source, portal]) => {
      const headers = { 'content-type': 'text/html' };
      let count = 0;
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
          if (!new RegExp(source).test(request.url)) continue;
          await cache.put(request, new Response(portal, { headers }));
          count += 1;
        }
      }
      return count;
    },
    [pattern.source, PORTAL] as const,
  );

/** Addresses of scripts for which an HTML page is cached. */
const poisoned = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const type = (await cache.match(request))?.headers.get('content-type') ?? '';
        if (/\.js(\?|$)/.test(request.url) && /html/.test(type)) found.push(request.url);
      }
    }
    return found;
  });

test(
  'cached scripts replaced by a login page are read from the server, and are scripts again',
  { tag: '@full' },
  async ({ page }) => {
    await page.goto('/');
    await workerControls(page);
    expect(await poison(page, /\/assets\/[^?]+\.(js|css)/)).toBeGreaterThan(10);
    await page.goto('/?like=Oak#request-service');
    await appStarted(page);
    await expect(page.getByLabel('Name')).toBeVisible();
    // What this page does not need may wait for the next one that does.
    const left = async () => {
      const found = await poisoned(page);
      await page.evaluate((urls) => Promise.all(urls.map((url) => fetch(url))), found);
      return found;
    };
    await expect.poll(left).toEqual([]);
  },
);

/** The addresses of the built files that are cached, in their order. */
const precached = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const [name] = (await caches.keys()).filter((each) => each.includes('precache'));
    const requests = name === undefined ? [] : await (await caches.open(name)).keys();
    return requests.map(({ url }) => new URL(url).pathname);
  });

/** As a browser, a cleaner or a visitor does who keeps the worker. */
const clearCaches = (page: Page) =>
  page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });

test('a worker whose caches were cleared opens the site offline after the next visit', async ({
  page,
  context,
  site,
}) => {
  await page.goto('/');
  await workerControls(page);
  const all = await precached(page);
  await clearCaches(page);
  await page.goto('/');
  await expect.poll(() => precached(page)).toEqual(all);
  // Another one may be open while the files come.
  await page.close();
  await context.setOffline(true);
  const offline = await context.newPage();
  await offline.goto(`${site}/`);
  await appStarted(offline);
  await offline.goto(`${site}/work/any`);
  await expect(offline.getByRole('banner')).toBeVisible();
});

test(
  'a worker whose caches were cleared, and whose build is gone, leaves the site to the next one',
  { tag: '@full' },
  async ({ page, context, site, siteCopy }) => {
    await page.goto('/');
    await workerControls(page);
    const old = await precached(page);
    await clearCaches(page);
    siteCopy.deploy();
    // The page is loaded anew for the next worker.
    const beside = await context.newPage();
    await beside.goto('/favicon.svg');
    await page.goto('/');
    const hasOnlyNew = async () => {
      const all = await precached(beside);
      return all.length === old.length && !all.some((path) => old.includes(path) && isHashed(path));
    };
    await expect.poll(hasOnlyNew).toBe(true);
    await context.setOffline(true);
    await page.goto(`${site}/`);
    await appStarted(page);
  },
);

const isHashed = (path: string): boolean => path.startsWith('/assets/');
