/** The fixtures of a test on a site as it is deployed: with the gallery and the categories in it. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { createSiteCopy } from './siteCopy';
import { PRERENDERED_SITE } from './testSite';
import { test as base } from './fixtures';

export { expect };

export const test = base.extend<object, { prerenderedSite: string }>({
  prerenderedSite: [
    async ({ host }, provide) => {
      const copy = createSiteCopy(tmpdir(), PRERENDERED_SITE);
      // The pictures' addresses are those of the build's backend.
      for (const name of readdirSync(copy.folder, { recursive: true, encoding: 'utf8' })) {
        if (!name.endsWith('index.html')) continue;
        const path = join(copy.folder, name);
        const html = readFileSync(path, 'utf8').replaceAll(/127\.0\.0\.\d+(?=:\d)/g, host);
        writeFileSync(path, html);
      }
      await provide(copy.folder);
      copy.remove();
    },
    { scope: 'worker' },
  ],
  siteDir: async ({ prerenderedSite }, provide) => provide(prerenderedSite),
});

/**
 * Resolves once React has taken the element over: it keeps its props on the elements it owns. It is looked up each time,
 * because React may replace what the HTML brought. The element may still be rendered again, with what only the browser
 * knows.
 */
export async function hydrated(element: Locator): Promise<void> {
  const isOwned = () =>
    element.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactProps')));
  await expect.poll(isOwned).toBe(true);
}

/** The addresses of the gallery's pictures that the worker keeps, sorted. */
export const keptPictures = (page: Page): Promise<string[]> =>
  page.evaluate(async () =>
    (await (await caches.open('pictures')).keys()).map(({ url }) => url).sort(),
  );
