/** Cache entries that are not what the worker has put there. */
import type { Page } from '@playwright/test';
import { appStarted, workerControls } from '../../browser/delivery/scene';
import { SCRIPT, expect, test } from './watch';

const PORTAL = `<!doctype html><title>Sign in</title>${SCRIPT}`;

/** Puts a portal's page in the place of what is cached for addresses that match; resolves with how many. */
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

test('the next version takes over from a poisoned precache, and repairs it; until then the server has the scripts', async ({
  page,
}) => {
  await page.goto('/');
  await workerControls(page);
  expect(await poison(page, /\/assets\/[^?]+\.(js|css)/)).toBeGreaterThan(10);
  await page.goto('/#request-service');
  await appStarted(page);
  await expect(page.getByLabel('Name')).toBeVisible();
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.unregister();
  });
  await page.goto('/');
  await workerControls(page);
  const pages = await page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const type = (await cache.match(request))!.headers.get('content-type')!;
        if (/\.js(\?|$)/.test(request.url) && /html/.test(type)) found.push(request.url);
      }
    }
    return found;
  });
  expect(pages).toEqual([]);
});
