// The downloads of a visit without a touch: the first time, and the second time when nothing is new.
import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import type { LoggedRequest } from '../../backend/faults/requestLog';
import { withoutLongWaits } from '../support/longWaits';
import { expect, keptPictures, test } from '../support/prerenderedSite';
import { storedWorks } from '../support/serverContent';

/** Bytes, headers included, to ask whether the gallery or the version is new. */
const BUDGET = 5000;
/** Brotli bytes of all scripts that a page loads by itself, without the SDK behind the live gallery. */
const SCRIPTS = 150_000;
const SDK = /\/galleryWorker-/;

test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true });

const scriptsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.endsWith('.js')),
  );

test('a page left alone keeps to its budget of scripts; on the second visit it makes two requests of 5 kB', async ({
  context,
  backend,
  prerenderedSite,
}, testInfo) => {
  let scripts: string[] = [];
  const visit = async () => {
    backend.requests.clear();
    const page = await context.newPage();
    // After six seconds the live listener of the gallery would start: this visit is shorter.
    await withoutLongWaits(page, 6000);
    await page.goto('/');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await backend.requests.waitFor(({ url, sent }) => url.includes('version') && sent > 0);
    await backend.requests.waitFor(({ url, sent }) => url.includes('orderBy=created') && sent > 0);
    await page.waitForLoadState('networkidle');
    // Pictures fetched in advance by the first visit are not fetched again.
    await expect.poll(() => keptPictures(page)).toHaveLength(storedWorks(backend).length);
    scripts = await scriptsOf(page);
    await page.close();
    return backend.requests.entries.map(({ service, method, url, sent }: LoggedRequest) => ({
      what: `${service} ${method} ${url.replace(/.*documents/, '').replace(/\?.*/, '')}`,
      sent,
    }));
  };
  await visit();
  // The version check is the last thing that comes by itself.
  expect(scripts).toContainEqual(expect.stringMatching(/\/AppVersion-/));
  const sizes = scripts
    .filter((path) => !SDK.test(path))
    .map((path) => brotliCompressSync(readFileSync(prerenderedSite + path)).length);
  const script = sizes.reduce((sum, size) => sum + size);
  console.log(`scripts of an untouched page: ${script} bytes`);
  expect(script, scripts.join(' ')).toBeLessThanOrEqual(SCRIPTS);
  // The browser looks for a newer worker by itself, some time after a page has come: on a busy machine within the visit.
  const second = (await visit()).filter(({ what }) => what !== 'hosting GET /sw.js');

  const bytes = second.reduce((sum, { sent }) => sum + sent, 0);
  testInfo.annotations.push({ type: 'bytes of a second visit', description: String(bytes) });
  expect(second.map(({ what }) => what).toSorted()).toEqual([
    'firestore GET /gallery',
    'firestore GET /version/current',
  ]);
  expect(bytes, JSON.stringify(second)).toBeLessThanOrEqual(BUDGET);
  console.log(`a second visit: ${bytes} bytes`);
});
