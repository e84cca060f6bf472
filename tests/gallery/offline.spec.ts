// One visit without scrolling, then a later one without a network.
import type { Page } from '@playwright/test';
import {
  appStarted,
  drained,
  once,
  pressSend,
  smallPictures,
  waitingRecords,
  workerControls,
} from '../support/deliveryActions';
import { expect, keptPictures, test } from '../support/prerenderedSite';
import { choose, fillForm } from '../support/formActions';
import { storeWorks } from '../support/serverContent';
import { readManifest } from '../../tools/seed/index';

const PHONE = { width: 390, height: 844 };

/** The file that each picture shows; null for one that is not there. */
const shown = (page: Page, place: string) =>
  page
    .locator(`${place} img`)
    .evaluateAll((images: HTMLImageElement[]) =>
      images.map((image) => (image.naturalWidth > 0 ? image.currentSrc : null)),
    );

test(
  'a visitor who never scrolled has the gallery and unopened works offline, and a request is sent later',
  { tag: '@official' },
  async ({ profiles, backend }) => {
    const { works } = readManifest();
    const profile = profiles.create();
    const first = await profile.launch();
    const { page } = first;
    await page.setViewportSize(PHONE);
    await page.goto('/');
    await workerControls(page);
    await expect.poll(() => keptPictures(page)).toHaveLength(works.length);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    const pictures = backend.requests.filter(({ service }) => service === 'storage');
    const bytes = pictures.reduce((sum, { sent }) => sum + sent, 0);
    console.log(`fetched in advance: ${pictures.length} pictures, ${bytes} bytes`);
    expect(pictures.length).toBe(works.length);
    expect(bytes).toBeLessThanOrEqual(2_000_000);
    const seen = page.locator('#gallerySection').getByRole('link').first();
    const address = (await seen.getAttribute('href'))!;
    const gallery = await keptPictures(page);
    await seen.click();
    const cover = async (on: Page) => (await shown(on, 'main'))[0];
    await expect.poll(() => cover(page)).toBeTruthy();
    await expect
      .poll(async () => (await keptPictures(page)).length)
      .toBeGreaterThan(gallery.length);
    await first.close();

    await backend.goDown();
    const { page: cold, context } = await profile.launch();
    await context.setOffline(true);
    await cold.setViewportSize(PHONE);
    await cold.goto('/');
    await cold.locator('#gallerySection').scrollIntoViewIfNeeded();
    const cards = () => shown(cold, '#gallerySection');
    await expect.poll(async () => (await cards()).toSorted()).toEqual(gallery);

    await cold.goto(address);
    await expect.poll(() => cover(cold)).toBeTruthy();

    const last = works.at(-1)!;
    const answer = await cold.goto(`/work/${last.id}`);
    // The general page for works: this work's own page was never loaded.
    expect(await answer!.text()).toContain('<title>Our work |');
    await expect(cold.getByRole('heading', { level: 1 })).toHaveText(last.title);
    await expect(cold.getByText('Some pictures are not saved on this device yet.')).toBeVisible();
    const before = cold.getByRole('region', { name: 'Before', exact: true });
    await expect(before.getByText('Not available offline').first()).toBeVisible();
    const ground = before.locator('[style*="data:image/bmp"]');
    await expect(ground).toHaveCount(last.before.length);
    await expect(
      cold.getByRole('main').getByRole('link', { name: 'Request service' }),
    ).toBeVisible();

    await cold.goto('/#request-service');
    await fillForm(cold);
    await choose(cold, await smallPictures(2));
    await pressSend(cold);
    await expect(cold.getByRole('heading', { name: 'Not sent yet, but safe' })).toBeVisible();
    const saved = await waitingRecords(cold);
    expect(saved.map(({ pictures }) => pictures.length)).toEqual([2]);
    await backend.comeUp();
    await context.setOffline(false);
    await drained(cold);
    await once(backend, ...saved);
  },
);

test(
  'where nothing answers, the whole page says so, although the browser believes that it is online',
  { tag: '@full' },
  async ({ page, backend }) => {
    const { works } = readManifest();
    await page.goto('/');
    await workerControls(page);
    await expect.poll(() => keptPictures(page)).toHaveLength(works.length);
    await backend.goDown();
    const last = works.at(-1)!;
    await page.goto(`/work/${last.id}`);
    const before = page.getByRole('region', { name: 'Before', exact: true });
    await expect(before.getByText('Not available offline').first()).toBeVisible();
    await expect(page.getByText('Some pictures are not saved on this device yet.')).toBeVisible();
    await expect(page.getByText('The reviews did not load.')).toBeVisible();
    const notice = page.getByLabel('Your requests').getByText('We cannot be reached');
    await expect(notice).toBeVisible();
    expect(await page.evaluate(() => navigator.onLine)).toBe(true);
    await backend.comeUp();
    // The browser sends no event. One answer tells the whole page, and its own next try may come before the press.
    await page
      .getByRole('button', { name: 'Try again' })
      .evaluateAll((buttons) => buttons.forEach((button) => (button as HTMLElement).click()));
    await expect(notice).toBeHidden();
    await expect(page.getByText('Some pictures are not saved on this device yet.')).toBeHidden();
    await expect.poll(() => shown(page, 'main')).not.toContain(null);
    await expect(before.getByText(/^Not /)).toHaveCount(0);
  },
);

test(
  'where all answers come, nothing says offline, although the browser believes that it is',
  { tag: '@full' },
  async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false });
    });
    const screens: string[] = [];
    await page.exposeFunction('shows', (text: string) => screens.push(text));
    await page.goto('/#request-service');
    await expect(page.locator('#gallerySection li').first()).toBeVisible();
    await expect(page.getByText('You are offline')).toHaveCount(0);
    await fillForm(page);
    await page.evaluate(() => {
      const { shows } = globalThis as unknown as { shows(text: string): void };
      new MutationObserver(() => shows(document.querySelector('dialog')!.innerText)).observe(
        document.body,
        { childList: true, subtree: true },
      );
    });
    await pressSend(page);
    await expect(page.getByRole('heading', { name: 'Request created sucessfully' })).toBeVisible();
    expect(screens.filter((text) => /Not sent|ffline/.test(text))).toEqual([]);
  },
);

test(
  'a gallery of 320 works is complete on the next visit without a network',
  { tag: ['@full', '@official'] },
  async ({ page, context, backend }) => {
    const count = 320;
    storeWorks(backend, count);
    const shown = page.locator('#gallerySection li > a');
    const showAll = async () => {
      await page.goto('/');
      await appStarted(page);
      const more = page.getByRole('button', { name: 'Show more works' });
      // Pressed until all are there; how often does not matter here.
      await expect(async () => {
        if ((await shown.count()) < count) await more.click({ timeout: 2000 });
        expect(await shown.count()).toBe(count);
      }).toPass();
    };
    await page.goto('/');
    await workerControls(page);
    await showAll();
    await expect.poll(() => keptWorks(page)).toBe(count);
    await backend.goDown();
    await context.setOffline(true);
    await showAll();
  },
);

/** How many works are in the pages of the gallery that the device keeps. */
function keptWorks(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const cache = await caches.open('gallery');
    const names = new Set<string>();
    for (const request of await cache.keys()) {
      const { documents } = await (await cache.match(request))!.json();
      for (const { name } of documents) names.add(name);
    }
    return names.size;
  });
}
