/** Cache entries that are not what the worker has put there. */
import type { Page } from '@playwright/test';
import {
  appStarted,
  cameOnline,
  drained,
  numberedFields,
  once,
  seedOutbox,
  workerControls,
} from '../../browser/delivery/scene';
import { controlWorker } from '../../browser/delivery/workerControl';
import { titlesOf } from '../../browser/samples';
import { SCRIPT, expect, test } from './watch';

const PORTAL = `<!doctype html><title>Sign in</title>${SCRIPT}`;

/** Replaces what is cached for addresses that match; resolves with how many there were. */
const poison = (page: Page, pattern: RegExp, body: string, type: string): Promise<number> =>
  page.evaluate(
    async ([source, text, contentType]) => {
      let count = 0;
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
          if (!new RegExp(source).test(request.url)) continue;
          await cache.put(
            request,
            new Response(text, { headers: { 'content-type': contentType } }),
          );
          count += 1;
        }
      }
      return count;
    },
    [pattern.source, body, type] as const,
  );

test('precached scripts and styles that are pages: taken from the server instead, and what waits is sent', async ({
  page,
  backend,
}) => {
  await page.goto('/');
  await workerControls(page);
  const worker = await controlWorker(page);
  expect(await poison(page, /\/assets\/[^?]+\.(js|css)/, PORTAL, 'text/html')).toBeGreaterThan(10);
  const hold = backend.faults.add({ service: 'firestore', url: /:commit/, do: { kind: 'reset' } });
  const saved = await seedOutbox(page, [{ fields: numberedFields(1), pictures: [3000] }]);
  await worker.stop();
  hold.remove();
  await page.goto('/#request-service');
  await appStarted(page);
  await expect(page.getByLabel('Name')).toBeVisible();
  await cameOnline(page);
  await drained(page);
  await once(backend, ...saved);
});

test('the next version takes over from a poisoned precache, and repairs it', async ({ page }) => {
  await page.goto('/');
  await workerControls(page);
  await poison(page, /\/assets\/[^?]+\.js/, PORTAL, 'text/html');
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

test('a gallery and pictures that are pages: the works that are there are shown', async ({
  page,
  backend,
}) => {
  const titles = titlesOf(backend);
  await page.goto('/');
  await workerControls(page);
  // What was read under the worker is in its caches.
  await page.reload();
  const gallery = page.locator('#gallerySection');
  await gallery.scrollIntoViewIfNeeded();
  const covers = () =>
    gallery
      .locator('img')
      .evaluateAll((images) => images.filter((image) => (image as HTMLImageElement).naturalWidth));
  await expect.poll(async () => (await covers()).length).toBeGreaterThan(2);
  for (const pattern of [/documents\/gallery\?/, /\/o\/gallery%2F/]) {
    const poisoned = () => poison(page, pattern, PORTAL, 'text/html');
    await expect.poll(poisoned).toBeGreaterThan(0);
  }
  await page.reload();
  await appStarted(page);
  await gallery.scrollIntoViewIfNeeded();
  // What is cached is only the first answer: the listener brings what is stored.
  await expect(gallery.locator('[dir=auto]')).toHaveText(titles);
  await expect.poll(async () => (await covers()).length).toBeGreaterThan(2);
  // Not by the second try without CORS, which goes past the worker.
  await expect(gallery.locator('img:not([crossorigin])')).toHaveCount(0);
});
