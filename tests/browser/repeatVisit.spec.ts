// What a second visit downloads when nothing is new.
import type { LoggedRequest } from '../../backend/faults/requestLog';
import { expect, keptPictures, test } from './prerendered';
import { storedWorks } from './stored';

/** Bytes, heads included, for what the page has to ask: whether the gallery or the version is new. */
const BUDGET = 5000;

test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true });

test('a second visit with nothing new asks two questions, in 5 kB', async ({
  context,
  backend,
}, testInfo) => {
  const visit = async () => {
    backend.requests.clear();
    const page = await context.newPage();
    await page.goto('/');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await backend.requests.waitFor(({ url, sent }) => url.includes('version') && sent > 0);
    await backend.requests.waitFor(({ url, sent }) => url.includes('orderBy=created') && sent > 0);
    await page.waitForLoadState('networkidle');
    // What a first visit fetches in advance is not fetched again.
    await expect.poll(() => keptPictures(page)).toHaveLength(storedWorks(backend).length);
    await page.close();
    return backend.requests.entries.map(({ service, method, url, sent }: LoggedRequest) => ({
      what: `${service} ${method} ${url.replace(/.*documents/, '').replace(/\?.*/, '')}`,
      sent,
    }));
  };
  await visit();
  const second = await visit();

  const bytes = second.reduce((sum, { sent }) => sum + sent, 0);
  testInfo.annotations.push({ type: 'bytes of a second visit', description: String(bytes) });
  expect(second.map(({ what }) => what).toSorted()).toEqual([
    'firestore GET /gallery',
    'firestore GET /version/current',
  ]);
  expect(bytes, JSON.stringify(second)).toBeLessThanOrEqual(BUDGET);
  console.log(`a second visit: ${bytes} bytes`);
});
