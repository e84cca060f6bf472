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
} from '../delivery/scene';
import { controlWorker } from '../delivery/workerControl';
import { titlesOf } from '../samples';
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

test('pictures that are pages: fetched anew', async ({ page }) => {
  await page.goto('/');
  await workerControls(page);
  await page.reload();
  await page.locator('#gallerySection').scrollIntoViewIfNeeded();
  const covers = page.locator('#gallerySection img');
  await expect(covers).toHaveCount(8);
  const loaded = () =>
    covers.evaluateAll(
      (images) =>
        (images as HTMLImageElement[]).filter(
          ({ complete, naturalWidth }) => complete && naturalWidth > 0,
        ).length,
    );
  await expect.poll(loaded).toBeGreaterThan(2);
  const cached = () => poison(page, /\/o\/gallery%2F/, PORTAL, 'text/html');
  await expect.poll(cached).toBeGreaterThan(2);
  await page.reload();
  await page.locator('#gallerySection').scrollIntoViewIfNeeded();
  await expect(covers).toHaveCount(8);
  await expect.poll(loaded).toBeGreaterThan(2);
  // Not by the second try without CORS, which goes past the worker.
  await expect(page.locator('#gallerySection img:not([crossorigin])')).toHaveCount(0);
});

test('a gallery that is a page, broken, or hostile JSON: the works that are there are shown', async ({
  page,
  backend,
}) => {
  const titles = titlesOf(backend);
  const work = { name: 'x/documents/gallery/x', fields: { title: { stringValue: SCRIPT } } };
  const bodies: [string, string, string][] = [
    ['a page', PORTAL, 'text/html'],
    ['a page that says it is JSON', PORTAL, 'application/json'],
    ['a hostile work', JSON.stringify({ documents: [work, null] }), 'application/json'],
  ];
  await page.goto('/');
  await workerControls(page);
  // A list that was read under the worker is in its cache.
  await page.reload();
  await appStarted(page);
  for (const [what, body, type] of bodies) {
    await test.step(what, async () => {
      await expect.poll(() => poison(page, /documents\/gallery\?/, body, type)).toBeGreaterThan(0);
      await page.reload();
      await appStarted(page);
      // What is cached is only the first answer: the listener brings what is stored.
      await page.locator('#gallerySection').scrollIntoViewIfNeeded();
      await expect(page.locator('#gallerySection [dir=auto]')).toHaveText(titles);
    });
  }
});

test('shared pictures that are none', async ({ page }) => {
  await page.goto('/');
  await workerControls(page);
  await page.evaluate(async (body) => {
    const cache = await caches.open('shared-pictures');
    const headers = { 'content-type': 'text/html', 'x-file-name': '%E0%A4%A' };
    await cache.put('/share-target/0', new Response(body, { headers }));
    await cache.put(
      '/share-target/1',
      new Response(body, { headers: { 'content-type': 'image/png' } }),
    );
  }, PORTAL);
  await page.goto('/#request-service');
  await expect(page.getByText(/Not added/)).toBeVisible();
  await expect(page.getByTestId('image-preview')).toHaveCount(0);
});
