// The landing page of an owner who has given every fact.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base } from '../browser/fixtures';
import { hydrated } from '../browser/prerendered';
import { startTestBackend } from '../testSite';
import { lookAt } from './looks';

const test = base.extend<object, { ownSite: string }>({
  ownSite: [
    async ({ host }, provide) => {
      const folder = mkdtempSync(join(tmpdir(), 'cabinets-facts-'));
      const backend = await startTestBackend(host);
      const { buildSite } = await import('../../tools/build/build');
      const businessFile = join(import.meta.dirname, '../allFacts.json');
      await buildSite({ outDir: folder, backendHost: host, businessFile });
      await backend.stop();
      await provide(folder);
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  siteDir: async ({ ownSite }, provide) => provide(ownSite),
});

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('all facts stand behind the gallery, in the HTML and wherever a visitor comes from', async ({
  page,
}) => {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      document.querySelector('summary')?.setAttribute('data-prerendered', '');
    });
  });
  await page.goto('/');
  const section = page.getByRole('region', { name: 'Good to know' });
  await hydrated(section.locator('summary').first());
  // The very element that hosting sent is still there.
  await expect(section.locator('summary[data-prerendered]')).toHaveCount(1);
  await expect(section).toContainText('4.6 out of 5 from 5 reviews');
  await section.getByText('Will it smell?').click();
  await expect(section.getByText('Doors and drawer fronts are sprayed')).toBeVisible();
  await lookAt(page, 'landing-facts');

  await page.locator('#gallerySection').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/work\//);
  await page.reload();
  await page.getByRole('link', { name: 'Oak & Sons' }).first().click();
  await expect(section.getByText('Will it smell?')).toBeVisible();
  expect(errors).toEqual([]);
});

test('sample pictures say so, and an owner’s do not', async ({ page }) => {
  await page.goto('/');
  /** Of each picture, whether it is a sample and whether it has the mark. */
  const pictures = () =>
    // People of the business are no samples.
    page.locator('main img:not([src^="/icons/"])').evaluateAll((images) =>
      images.map((image) => ({
        isSample: (image as HTMLImageElement).alt.startsWith('Sample illustration'),
        mark: getComputedStyle(image.parentElement!, '::after').content,
      })),
    );
  const marked = (isSample: boolean) => ({ isSample, mark: isSample ? '"Sample"' : 'none' });
  // Both sides at the top, which an owner may have set, and the eight cards.
  await expect.poll(async () => (await pictures()).length).toBe(10);
  const all = await pictures();
  expect(all).toEqual(all.map(({ isSample }) => marked(isSample)));
  expect(all.slice(2).map(({ isSample }) => isSample)).not.toContain(false);
  await page.locator('main img').evaluateAll((images) => {
    for (const image of images) (image as HTMLImageElement).alt = 'Oak, painted navy';
  });
  expect(await pictures()).toEqual(Array.from({ length: 10 }, () => marked(false)));
});
