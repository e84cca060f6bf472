import { appStarted } from '../support/deliveryActions';
import { expect, test } from '../support/fixtures';
import { storeDocument } from '../support/serverContent';

test.use({ serviceWorkers: 'block' });

test(
  'a work that the owner adds appears without a reload',
  { tag: '@official' },
  async ({ page, backend }) => {
    await page.goto('/');
    const cards = page.locator('#gallerySection').getByRole('link');
    await expect(cards).toHaveCount(8);
    // Also without a look at the gallery, once a visitor has stayed for some seconds.
    await backend.requests.waitFor(({ url }) => url.includes('/Listen/channel'));
    await storeDocument(backend, 'gallery/fresh-work', {
      id: 'fresh-work',
      title: 'A fresh work',
      created: new Date('2026-11-01T12:00:00Z'),
      cover: {},
      before: [],
      after: [],
    });
    await expect(cards).toHaveCount(9);
    await expect(cards.last()).toContainText('A fresh work');
  },
);

test('a gallery that did not load says so and can be tried again', async ({ page, backend }) => {
  const down = { kind: 'status', status: 500 } as const;
  const broken = backend.faults.add({ url: /documents\/gallery\?/, do: down });
  // Or the live listener would bring the works. Without a connection it knows nothing: not "empty".
  backend.faults.add({ url: /Listen\/channel/, do: down });
  await page.goto('/');
  const gallery = page.locator('#gallerySection');
  const retry = gallery.getByRole('button', { name: /try again/i });
  await expect(retry).toBeVisible();
  broken.remove();
  await retry.click();
  await expect(gallery.getByRole('link')).toHaveCount(8);
});

test('the link to the gallery scrolls there from every page, and again when it is clicked again', async ({
  page,
  site,
}) => {
  const heading = page.getByRole('heading', { name: 'Explore our work' });
  await page.goto('/#gallerySection');
  await expect(heading).toBeInViewport();
  // The browser itself scrolls to the hash until the page has loaded.
  await appStarted(page);
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  await expect(heading).not.toBeInViewport();
  await page.getByTestId('tiles').getByRole('link', { name: 'Our work' }).click();
  await expect(heading).toBeInViewport();

  await page.locator('#gallerySection').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/work\//);
  await page.getByRole('link', { name: 'See more works' }).click();
  await expect(page).toHaveURL(`${site}/#gallerySection`);
  await expect(heading).toBeInViewport();
});

test('the kind of works to show is part of the address, and works offline too', async ({
  page,
  context,
}) => {
  await page.goto('/?works=bath');
  const cards = page.locator('#gallerySection li');
  await expect(cards).toHaveText([/Birch Court vanity/, /Linden Place double vanity/]);
  await context.setOffline(true);
  const kinds = page.getByRole('group', { name: 'Kinds of works' });
  await kinds.getByRole('button', { name: 'Laundry' }).click();
  await expect(cards).toHaveText([/Mill Road laundry/]);
  await expect(page).toHaveURL(/\?works=laundry$/);
  await kinds.getByRole('button', { name: 'All' }).click();
  await expect(cards).toHaveCount(8);
  await context.setOffline(false);
});
