/** Works and reviews that want to harm their reader: each shows what it is, and the rest stays. */
import type { Page } from '@playwright/test';
import type { Backend } from '../fixtures';
import { appStarted } from '../delivery/scene';
import { misfits } from '../states/misfits';
import { storeDocument } from '../states/state';
import { goodPictures, reachAll, titlesOf } from './samples';
import { listedReviews, REVIEWS } from './reviews';
import { expect, test } from './watch';
import { hostileWorks, namedWorks, type HostileWork } from './works';

test.use({ viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' });

/** Stores the works under ids of their own; resolves with what each id is to show. */
async function storeWorks(
  backend: Backend,
  works: HostileWork[],
): Promise<Map<string, HostileWork>> {
  const stored = works.map((work, index) => [`hostile-${index}`, work] as const);
  for (const [id, { fields }] of [...stored, ...namedWorks]) {
    await storeDocument(backend, `gallery/${encodeURIComponent(id)}`, fields);
  }
  return new Map([...stored, ...namedWorks]);
}

interface Card {
  href: string;
  title: string;
  cover: 'picture' | 'none';
}

const cards = (page: Page): Promise<Card[]> =>
  page.locator('#gallerySection li > a').evaluateAll((links) =>
    links.map((link) => ({
      href: link.getAttribute('href')!,
      title: link.querySelector('[dir=auto]')!.textContent!,
      cover: link.querySelector('img') ? ('picture' as const) : ('none' as const),
    })),
  );

const cardOf = (id: string, { title, cover }: HostileWork): Card => ({
  href: `/work/${encodeURIComponent(id)}`,
  title,
  cover,
});

/** The work that is on the screen. */
const shown = (page: Page) =>
  page.evaluate(() => {
    const count = (title: string) =>
      document.querySelectorAll(`section[aria-labelledby="${title}-title"] li`).length;
    return {
      title: document.querySelector('h1')!.textContent,
      cover: document.querySelector('header > :is(a, span) img') ? 'picture' : 'none',
      before: count('before'),
      after: count('after'),
    };
  });

/** Goes to an address of the app by a link, as the cards are. */
const follow = (page: Page, href: string) =>
  page.evaluate((to) => {
    const link = document.createElement('a');
    link.href = to;
    document.body.append(link);
    link.click();
    link.remove();
  }, href);

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Where the links of a page lead that are neither this site's nor plain web addresses. */
const strangeLinks = (page: Page): Promise<string[]> =>
  page
    .locator('a')
    .evaluateAll((links) =>
      links
        .map((link) => (link as HTMLAnchorElement).href)
        .filter((href) => !/^(https?|tel):/.test(href)),
    );

test('works: every card, the order of the others, and the page of each', async ({
  page,
  backend,
}) => {
  test.slow();
  const [good, titles] = [goodPictures(backend), titlesOf(backend)];
  const stored = await storeWorks(backend, hostileWorks(good));
  await page.goto('/');
  await appStarted(page);
  await reachAll(page, titles.length + stored.size);
  const all = await cards(page);
  expect(all.filter(({ title }) => titles.includes(title)).map(({ title }) => title)).toEqual(
    titles,
  );
  for (const [id, work] of stored) {
    expect.soft(all, work.what).toContainEqual(cardOf(id, work));
  }
  expect(await strangeLinks(page)).toEqual([]);
  expect(await misfits(page)).toEqual([]);

  for (const [id, work] of stored) {
    const { title, before, after } = work;
    const cover = work.fields['cover'] as { url?: unknown } | undefined;
    const hasCover = work.cover === 'picture' && cover?.url !== undefined;
    const address = `/work/${encodeURIComponent(id)}`;
    await follow(page, address);
    // Titles may be the same: the address tells that it is the next one.
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
      'href',
      new RegExp(`${escaped(address)}$`),
    );
    expect
      .soft(await shown(page), work.what)
      .toEqual({ title, cover: hasCover ? 'picture' : 'none', before, after });
    expect.soft(await strangeLinks(page), work.what).toEqual([]);
    expect.soft(await misfits(page), work.what).toEqual([]);
  }
});

test('works by themselves: every name leads to its work, from the server and from the list', async ({
  page,
  backend,
}) => {
  const stored = await storeWorks(backend, []);
  for (const [id, work] of stored) {
    const answer = await page.goto(`/work/${encodeURIComponent(id)}`);
    // Hosting refuses these two names (tests/local/hostile); a link within the page works.
    if (answer?.status() === 404) {
      expect.soft(id).toMatch(/%2f|%E0/);
      continue;
    }
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(work.title);
  }
});

test('a work that comes while the page is open', async ({ page, backend }) => {
  const [good, titles] = [goodPictures(backend), titlesOf(backend)];
  await page.goto('/');
  const listening = page.waitForRequest(/Listen\/channel/);
  await page.locator('#gallerySection').scrollIntoViewIfNeeded();
  await listening;
  const works = hostileWorks(good);
  const stored = await storeWorks(backend, works);
  await reachAll(page, titles.length + stored.size);
  const all = await cards(page);
  for (const [id, work] of stored) expect.soft(all, work.what).toContainEqual(cardOf(id, work));
});

test('pictures of another host are not fetched, and the policy says so', async ({
  page,
  backend,
  policy,
}) => {
  await storeDocument(backend, 'gallery/elsewhere', {
    title: 'Elsewhere',
    created: new Date('2020-01-01T00:00:00Z'),
    cover: { url: 'https://evil.example/a.jpg', thumb: 'https://evil.example/b.jpg' },
    before: [],
    after: [],
  });
  await page.goto('/work/elsewhere');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Elsewhere');
  await expect(page.locator('header > a img')).toHaveCount(0);
  const [first, ...others] = policy.splice(0);
  expect(first).toMatch(/https:\/\/evil\.example\/a\.jpg.*img-src/s);
  expect(others.filter((entry) => !entry.includes('img-src'))).toEqual([]);
});

test('reviews: what is one is shown as text, what is none is left out', async ({
  page,
  backend,
}) => {
  await storeDocument(backend, 'gallery/reviewed', {
    title: 'Reviewed',
    created: new Date('2026-01-01T00:00:00Z'),
    cover: {},
    before: [],
    after: [],
  });
  for (const [index, { fields }] of REVIEWS.entries()) {
    const id = `review${String(index).padStart(4, '0')}`;
    const created = new Date(Date.UTC(2026, 1, 1, 0, index));
    await storeDocument(backend, `gallery/reviewed/reviews/${id}`, { created, id, ...fields });
  }
  await page.goto('/work/reviewed');
  const shownReviews = REVIEWS.filter(({ shows }) => shows !== undefined);
  await expect(page.getByText(`from ${shownReviews.length} reviews`)).toBeVisible();
  await page.getByRole('button', { name: 'Show more reviews' }).click();
  const listed = await listedReviews(page);
  for (const { what, shows } of shownReviews) expect.soft(listed, what).toContainEqual(shows);
  expect(listed).toHaveLength(shownReviews.length);
  expect(await misfits(page)).toEqual([]);
});
