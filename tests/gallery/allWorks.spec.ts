// The page of all works: what the build knew of them, and what a browser adds.
import type { Page } from '@playwright/test';
import { noBreakBeforeDash } from '../../src/ui/stringHelpers';
import { appStarted, workerControls } from '../support/deliveryActions';
import { expect, hydrated, test } from '../support/prerenderedSite';
import { storedWorks, storeDocument, storeWorks } from '../support/serverContent';
import type { Backend } from '../support/fixtures';

const allOurWork = (page: Page) =>
  page.getByRole('main').getByRole('link', { name: 'All our work' });
const listed = (page: Page) =>
  page.getByRole('region', { name: 'All our work' }).getByRole('listitem').getByRole('link');
const newestFirst = (backend: Backend) =>
  storedWorks(backend)
    .map(({ title }) => title)
    .toReversed();
const queries = (backend: Backend) =>
  backend.requests.filter(({ url }) => url.includes(':runQuery')).length;

/** Works that no build knows: the newest, one between the built ones, and the oldest. */
async function publishUnbuilt(backend: Backend): Promise<void> {
  const [{ cover, created }] = storedWorks(backend).slice(-2) as [
    ReturnType<typeof storedWorks>[0],
  ];
  const { thumb, url } = cover;
  const between = new Date(Date.parse(created) + 1000);
  for (const [id, time] of [
    ['newest', new Date('2026-10-01T10:00:00Z')],
    ['between', between],
    ['oldest', new Date('2001-01-01T00:00:00Z')],
  ] as const)
    await storeDocument(backend, `gallery/${id}`, {
      title: `The ${id} work`,
      created: time,
      cover: { url, thumb },
    });
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test(
    'every work that the build knew is two links away, and leads back to all',
    { tag: '@full' },
    async ({ page, site, backend }) => {
      const titles = newestFirst(backend);
      await page.goto('/');
      await allOurWork(page).click();
      await expect(page).toHaveURL(`${site}/work`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('All our work');
      await expect(listed(page)).toHaveText(titles);
      const pictures = page.getByRole('main').locator('li img');
      await expect(pictures).toHaveCount(titles.length);
      for (const picture of await pictures.all())
        await expect(picture).toHaveAttribute('loading', 'lazy');
      const addresses = await listed(page).evaluateAll((links) =>
        links.map((link) => (link as HTMLAnchorElement).href),
      );
      for (const [index, address] of addresses.entries()) {
        const html = await (await page.request.get(address)).text();
        expect(html).toContain(`>${noBreakBeforeDash(titles[index]!)}</h1>`);
        expect(html).toMatch(/<a [^>]*href="\/work"[^>]*>.*?All our work/);
      }
      await listed(page).last().click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(titles.at(-1)!);
      await allOurWork(page).click();
      await expect(page).toHaveURL(`${site}/work`);
    },
  );
});

test('works that no build knows follow what is shown, then stand at their places; a removed one is not there', async ({
  page,
  backend,
}) => {
  const built = newestFirst(backend);
  await publishUnbuilt(backend);
  await storeDocument(backend, `gallery/${storedWorks(backend)[1]!.id}`, undefined);
  const titles = newestFirst(backend);
  expect(titles).toEqual([
    'The newest work',
    built[0],
    'The between work',
    ...built.slice(1, -1),
    'The oldest work',
  ]);
  backend.requests.clear();
  backend.reads.reset();
  await page.goto('/work');
  await expect(listed(page)).toHaveText([
    ...built.slice(0, -1),
    'The newest work',
    'The between work',
    'The oldest work',
  ]);
  expect(backend.reads.total).toBe(titles.length);

  await listed(page).filter({ hasText: 'The oldest work' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The oldest work');
  await allOurWork(page).click();
  await expect(listed(page)).toHaveText(titles);
  await page.goBack();
  await page.goBack();
  await expect(listed(page)).toHaveText(titles);
  expect(queries(backend)).toBe(1);
});

test(
  'from a landing page that has the whole gallery nothing is read, and what is published appears',
  { tag: '@full' },
  async ({ page, backend }) => {
    await page.goto('/');
    await appStarted(page);
    const listening = backend.requests.waitFor(({ url }) => url.includes('/Listen/'));
    await page.locator('#gallerySection').scrollIntoViewIfNeeded();
    await listening;
    backend.requests.clear();
    await allOurWork(page).click();
    await expect(listed(page)).toHaveText(newestFirst(backend));
    await publishUnbuilt(backend);
    await expect(listed(page)).toHaveText(newestFirst(backend));
    expect(queries(backend)).toBe(0);
  },
);

test(
  'a gallery of several pages is on it in one list, and coming back shows the same place',
  { tag: '@full' },
  async ({ page, backend }) => {
    storeWorks(backend, 60);
    await page.goto('/');
    await appStarted(page);
    // More works than the build knew move the link down.
    await expect(page.getByRole('main')).toContainText('Kitchen number 9');
    await allOurWork(page).click();
    await expect(listed(page)).toHaveText(newestFirst(backend));
    const last = listed(page).last();
    await last.scrollIntoViewIfNeeded();
    await last.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kitchen number 1');
    await page.goBack();
    await expect(last).toBeInViewport();
    await expect(last).toBeFocused();
  },
);

test(
  'without the network it is what the build has written, opened by its address or from a work',
  { tag: '@full' },
  async ({ page, backend }) => {
    const works = storedWorks(backend);
    const titles = newestFirst(backend);
    // Beside the names stands that the pictures are not there.
    const names = listed(page).locator('[dir=auto]');
    await page.goto(`/work/${works[0]!.id}`);
    await workerControls(page);
    await page.context().setOffline(true);
    await backend.goDown();
    await allOurWork(page).click();
    await expect(names).toHaveText(titles);
    await page.goto('/work');
    await hydrated(listed(page).first());
    await expect(names).toHaveText(titles);
  },
);
