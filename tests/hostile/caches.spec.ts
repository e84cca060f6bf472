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
  'cached scripts replaced by a login page are read from the server, and fetched again by the next version',
  { tag: '@full' },
  async ({ page, siteCopy }) => {
    await page.goto('/');
    await workerControls(page);
    expect(await poison(page, /\/assets\/[^?]+\.(js|css)/)).toBeGreaterThan(10);
    await page.goto('/#request-service');
    await appStarted(page);
    await expect(page.getByLabel('Name')).toBeVisible();
    expect((await poisoned(page)).length).toBeGreaterThan(10);
    siteCopy.release();
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await expect.poll(() => poisoned(page)).toEqual([]);
  },
);
