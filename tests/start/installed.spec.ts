/** The site as an app: its manifest, shared pictures, the badge and the caches. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { png } from '../support/makePictures';
import { TEST_SITE } from '../support/testSite';
import { expect, test } from '../support/fixtures';
import { fillForm, shareFiles } from '../support/formActions';
import {
  cameOnline,
  COMMIT,
  drained,
  numberedFields,
  pressSend,
  seedOutbox,
  successShown,
  workerControls,
} from '../support/deliveryActions';
import { readBusiness } from '../../tools/build/businessFile';

interface Picture {
  src: string;
  sizes: string;
  type: string;
  purpose?: string;
  form_factor?: string;
}

interface Manifest extends Record<string, unknown> {
  icons: Picture[];
  screenshots: Picture[];
  shortcuts: { url: string; icons: Picture[] }[];
  share_target: { action: string };
}

const manifest = () =>
  JSON.parse(readFileSync(join(TEST_SITE, 'manifest.webmanifest'), 'utf8')) as Manifest;

test('the manifest makes the site installable', { tag: '@full' }, async ({ page, site }) => {
  await page.goto('/');
  const session = await page.context().newCDPSession(page);
  const { url, errors } = await session.send('Page.getAppManifest');
  expect(url).toBe(`${site}/manifest.webmanifest`);
  expect(errors).toEqual([]);
  await workerControls(page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // Playwright's contexts are off the record, which is the one thing in the way.
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']);

  const { business, shortName } = readBusiness();
  const { shortcuts, ...rest } = manifest();
  expect(rest).toMatchObject({
    id: '/',
    scope: '/',
    start_url: '/',
    display: 'standalone',
    name: business.name,
    short_name: shortName ?? business.name,
    theme_color: expect.stringMatching(/^#[0-9A-F]{6}$/),
    background_color: expect.stringMatching(/^#[0-9A-F]{6}$/),
  });
  expect(shortcuts.map(({ url }) => url)).toEqual(['/#request-service', '/#gallerySection']);
  await expect(page.locator('link[rel="apple-touch-icon"]')).toHaveAttribute('href', /\.png$/);
});

test(
  'every picture in the manifest exists, in the size and type it names',
  { tag: '@full' },
  async ({ site }) => {
    const { icons, screenshots, shortcuts } = manifest();
    const kinds = icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`);
    expect(kinds).toEqual(
      expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
    );
    expect(screenshots.map(({ form_factor }) => form_factor).toSorted()).toEqual([
      'narrow',
      'wide',
    ]);
    for (const { src, sizes, type } of [
      ...icons,
      ...screenshots,
      ...shortcuts.flatMap((shortcut) => shortcut.icons),
    ]) {
      const answer = await fetch(site + src);
      expect([src, answer.status, answer.headers.get('content-type')]).toEqual([src, 200, type]);
      const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
      expect([src, `${width}x${height}`]).toEqual([src, sizes]);
    }
  },
);

/** Shares pictures to the app. The first has `extra` bytes. */
async function share(page: Page, names: string[], extra = 0): Promise<void> {
  const files = await Promise.all(
    names.map(async (name, index) => ({
      name,
      type: 'image/png',
      bytes: [...(await png(60, 40, index + 1))],
      zeros: index === 0 ? extra : 0,
    })),
  );
  await shareFiles(page, manifest().share_target.action, files);
  await expect(page).toHaveURL(/#request-service$/);
}

test(
  'pictures shared to the app open the form with them in it, and are sent with the request',
  { tag: '@full' },
  async ({ page, objectsStored, requestsStored }) => {
    await page.goto('/');
    await workerControls(page);
    await share(page, ['one.png', 'Küche 2.png']);
    await expect(page.getByTestId('image-preview')).toHaveCount(2);
    await expect(page.getByRole('alert')).toHaveCount(0);
    const cached = async () => (await (await caches.open('shared-pictures')).keys()).length;
    await expect.poll(() => page.evaluate(cached)).toBe(0);
    // Nothing is sent before the visitor presses the button.
    expect([...objectsStored(), ...requestsStored()]).toEqual([]);
    await fillForm(page);
    await pressSend(page);
    await successShown(page);
    expect(objectsStored()).toHaveLength(4);
  },
);

test(
  'at most two shared pictures are taken, and none that is too large',
  { tag: '@full' },
  async ({ page }) => {
    await page.goto('/');
    await workerControls(page);
    const previews = page.getByTestId('image-preview');
    await share(page, ['large.png', '1.png', '2.png', '3.png'], 25_000_000);
    await expect(previews).toHaveCount(2);
    await expect(page.getByText('Not added (larger than 10 MB): large.png')).toBeVisible();
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('No more than 2 images are allowed');
    await expect(page.getByText('Shared to this site.')).toBeVisible();
    await page.getByRole('button', { name: 'Remove all' }).click();
    await expect(previews).toHaveCount(0);
    await expect(page.getByText('Shared to this site.')).toHaveCount(0);
    await expect(alert).toHaveCount(0);
    await expect(page.getByTestId('image-input')).toBeFocused();
    // What is not taken is named as shared, too.
    await page.goto('/');
    await share(page, ['large.png'], 25_000_000);
    await expect(page.getByText('Not added (larger than 10 MB): large.png')).toBeVisible();
    await page.getByRole('button', { name: 'Remove all' }).click();
    await expect(alert).toHaveCount(0);
  },
);

test(
  'a share that brings nothing leads to the form, which says so',
  { tag: '@full' },
  async ({ page }) => {
    const { action } = manifest().share_target;
    const FAILED = 'The shared picture did not arrive. Please add it here.';
    /** Posts a body as a share does, without leaving the page; resolves to whether the form will say that it failed. */
    const fails = (hasPicture: boolean) =>
      page.evaluate(
        async ([to, isForm]) => {
          const form = new FormData();
          form.append('images', new File(['GIF89a'], 'a.gif'));
          const { url } = await fetch(to, { method: 'POST', body: isForm ? form : 'text' });
          return url.includes('shared=nothing');
        },
        [action, hasPicture] as const,
      );
    await page.goto('/');
    // Without a worker the host answers.
    expect(await fails(true)).toBe(true);
    await workerControls(page);
    expect([await fails(true), await fails(false)]).toEqual([false, true]);
    await page.evaluate(() => caches.delete('shared-pictures'));
    await page.goto('/?shared=nothing#request-service');
    await expect(page.getByRole('alert')).toContainText(FAILED);
    await expect(page).toHaveURL(/\/#request-service$/);
    await page.reload();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  },
);

test(
  'the caches hold no opaque answer, not the stored version and nothing of Firebase’s own addresses',
  { tag: '@full' },
  async ({ page, backend }) => {
    await page.goto('/');
    await workerControls(page);
    await page.reload();
    await backend.requests.waitFor(({ url }) => url.includes('/documents/version/current'));
    await page.evaluate(() => fetch('/__/firebase/init.json'));
    // The request of a page that shows a gallery picture without CORS.
    const picture = page.locator('#gallerySection img').first();
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.currentSrc))
      .toBeTruthy();
    await page.evaluate(
      async (src) => {
        const address = new URL(src);
        address.searchParams.set('again', '1');
        await fetch(address, { mode: 'no-cors' });
      },
      await picture.evaluate((img: HTMLImageElement) => img.currentSrc),
    );
    await page.locator('#gallerySection').getByRole('link').first().click();
    await expect(page.getByText('Reviews from our clients')).toBeVisible();

    const kept = () =>
      page.evaluate(async () => {
        const entries: { cache: string; url: string; type: string; status: number }[] = [];
        for (const cache of await caches.keys()) {
          const opened = await caches.open(cache);
          for (const request of await opened.keys()) {
            // The address alone would not find it: answers with CORS vary by origin.
            const { type, status } = (await opened.match(request))!;
            entries.push({ cache, url: request.url, type, status });
          }
        }
        return entries;
      });
    const names = async () => new Set((await kept()).map(({ cache }) => cache));
    await expect.poll(async () => (await names()).has('documents')).toBe(true);
    const entries = await kept();
    expect([...(await names())]).toEqual(
      expect.arrayContaining([
        'gallery',
        'documents',
        'pictures',
        expect.stringMatching(/precache/),
      ]),
    );
    expect(entries.filter(({ type, status }) => type === 'opaque' || status !== 200)).toEqual([]);
    const forbidden = /version\/current|\/__\/|again=1|\/requests\//;
    expect(entries.filter(({ url }) => forbidden.test(url))).toEqual([]);
  },
);

test(
  'the app badge counts the waiting requests and goes with the last one',
  { tag: '@full' },
  async ({ page, context, backend }) => {
    await page.goto('/');
    await workerControls(page);
    const [worker] = context.serviceWorkers();
    const badge = () =>
      worker!.evaluate(() => (globalThis as unknown as { badge: number | undefined }).badge);
    await worker!.evaluate(() => {
      const set = (badge: number) => {
        Object.assign(globalThis, { badge });
        return Promise.resolve();
      };
      Object.assign(navigator, { setAppBadge: set, clearAppBadge: () => set(0) });
    });
    const down = backend.faults.add({ ...COMMIT, do: { kind: 'status', status: 503 } });
    await seedOutbox(page, [{ fields: numberedFields(1) }, { fields: numberedFields(2) }]);
    await cameOnline(page);
    await expect.poll(() => down.hits).toBeGreaterThan(1);
    // In a tab there is no icon, and an engine without badges ends a page whose worker asks for one.
    expect(await badge()).toBeUndefined();
    // No test can open an installed app's window.
    await page.addInitScript(() => {
      const { matchMedia } = window;
      window.matchMedia = (query) => matchMedia(query.replace('(display-mode: standalone)', 'all'));
    });
    await page.reload();
    await expect.poll(() => page.evaluate(() => caches.has('installed'))).toBe(true);
    await cameOnline(page);
    await expect.poll(badge).toBe(2);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await page.getByRole('button', { name: '2 requests waiting to be sent' }).click();
    await page.getByRole('button', { name: 'Delete' }).first().click();
    await page.getByText('Delete this request for good?').waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).first().click();
    await expect.poll(badge).toBe(1);
    down.remove();
    await cameOnline(page);
    await drained(page);
    await expect.poll(badge).toBe(0);
  },
);
