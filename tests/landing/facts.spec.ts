// The landing page with every fact an owner can give.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base } from '../support/fixtures';
import { hydrated } from '../support/prerenderedSite';
import { startTestBackend } from '../support/testSite';
import { lookAt } from '../screens/looks';

const test = base.extend<object, { ownSite: string }>({
  ownSite: [
    async ({ host }, provide) => {
      const folder = mkdtempSync(join(tmpdir(), 'cabinets-facts-'));
      const backend = await startTestBackend(host);
      const { buildSite } = await import('../../tools/build/build');
      const businessFile = join(import.meta.dirname, '../support/allFacts.json');
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

test(
  'clients’ words, the team and the owner’s facts follow the gallery, in the HTML and after coming back from a work',
  { tag: '@full' },
  async ({ page, ownSite }) => {
    const html = readFileSync(join(ownSite, 'index.html'), 'utf8');
    for (const part of [
      'What our clients say</h2>',
      '<blockquote dir="auto">',
      'Who comes to you</h2>',
      '>Ana Ruiz</span>',
      'Good to know</h2>',
      '<span>Will it smell?</span>',
    ]) {
      expect(html).toContain(part);
    }
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.addInitScript(() => {
      document.addEventListener('readystatechange', () => {
        document.querySelector('summary')?.setAttribute('data-prerendered', '');
      });
    });
    await page.goto('/');
    // Four networks, two of them without an icon of their own.
    const networks = ['Instagram', 'Facebook', 'Houzz', 'Nextdoor'];
    const tiles = page.getByTestId('tiles').getByRole('link');
    await expect(tiles).toHaveText(['Request service', 'Our work', ...networks]);
    const footer = page.getByRole('contentinfo').getByRole('listitem');
    await expect(footer).toHaveText(['', '', 'Houzz', 'Nextdoor']);
    const section = page.getByRole('region', { name: 'Good to know' });
    await expect(section).toContainText('12 Butler Street, Lawrenceville, GA 30043');
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
    const reviews = page.getByRole('region', { name: 'Reviews from our clients' });
    const onGoogle = reviews.getByRole('link', { name: 'Review us on Google' });
    await expect(onGoogle).toHaveAttribute('href', 'https://g.page/r/oakandsons/review');
    await page.getByRole('link', { name: 'Oak & Sons' }).first().click();
    await expect(section.getByText('Will it smell?')).toBeVisible();
    expect(errors).toEqual([]);
  },
);

test(
  'sample pictures, and reviews of sample works, are marked once in each section; the owner’s are not',
  { tag: '@full' },
  async ({ page }) => {
    /** The marks that are drawn, each named by the element it is on. */
    const marks = () =>
      page.locator('main :is(picture, h2)').evaluateAll((places) =>
        places.flatMap((place) => {
          if (!getComputedStyle(place, '::after').content.startsWith('"Sample"')) return [];
          return place.textContent || (place.querySelector('img')!.alt ? 'a picture' : 'none');
        }),
      );
    await page.goto('/');
    const pictures = page.locator('main picture img');
    // Both pictures at the top, and the eight cards.
    await expect(pictures).toHaveCount(10);
    await expect
      .poll(marks)
      .toEqual(['a picture', 'a picture', 'Explore our work', 'What our clients say']);
    const work = await page.locator('#gallerySection a').first().getAttribute('href');
    await page.goto(work!);
    await expect(page.getByRole('heading', { name: 'After', exact: true })).toBeVisible();
    await expect
      .poll(marks)
      .toEqual([
        'a picture',
        'Drag to see the difference',
        'Before',
        'After',
        'Reviews from our clients',
      ]);
    await pictures.evaluateAll((images) => {
      for (const image of images) (image as HTMLImageElement).alt = 'Oak, painted navy';
    });
    // The reviews' mark goes by the stored work, not by the page's pictures.
    await expect.poll(marks).toEqual(['Reviews from our clients']);
  },
);
