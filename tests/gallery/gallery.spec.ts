import { deferred } from '../support/deferred';
import { appStarted } from '../support/deliveryActions';
import { expect, test } from '../support/fixtures';
import { storeDocument, storedWorks, storeWorks } from '../support/serverContent';

test.use({ serviceWorkers: 'block' });

const addedWork = (id: string, title = id) => ({
  id,
  title,
  created: new Date('2026-11-01T12:00:00Z'),
  cover: {},
  before: [],
  after: [],
});

test(
  'a work that the owner adds appears without a reload',
  { tag: '@official' },
  async ({ page, backend }) => {
    await page.goto('/');
    const cards = page.locator('#gallerySection').getByRole('link');
    await expect(cards).toHaveCount(8);
    // Also without a look at the gallery, once a visitor has stayed for some seconds.
    await backend.requests.waitFor(({ url }) => url.includes('/Listen/channel'));
    await storeDocument(backend, 'gallery/fresh-work', addedWork('fresh-work', 'A fresh work'));
    await expect(cards).toHaveCount(9);
    await expect(cards.last()).toContainText('A fresh work');
  },
);

test(
  'a card is rendered again only when what it shows has changed',
  { tag: '@full' },
  async ({ page, backend }) => {
    const answer = deferred<undefined>();
    const listening = backend.faults.add({
      url: /Listen\/channel/,
      do: { kind: 'hold', until: answer.promise },
    });
    await page.goto('/#gallerySection');
    const cards = page.locator('#gallerySection li');
    await expect(cards).toHaveCount(8);
    await expect.poll(() => listening.hits).toBeGreaterThan(0);
    // React gives an element that it renders again new props.
    const rendered = await page.evaluateHandle(() => {
      const elements = [...document.querySelectorAll('#gallerySection li')];
      const propsOf = (element: object) =>
        Object.entries(element).find(([name]) => name.startsWith('__reactProps'))![1] as object;
      const before = elements.map(propsOf);
      return {
        again: () => elements.flatMap((one, at) => (propsOf(one) === before[at] ? [] : at)),
      };
    });
    listening.remove();
    answer.resolve(undefined);
    const { id, title, ...rest } = storedWorks(backend)[2]!;
    const renamed = { ...rest, created: new Date(rest.created), title: `${title}, renamed` };
    await storeDocument(backend, `gallery/${id}`, renamed);
    await expect(cards.nth(2)).toContainText('renamed');
    expect(await rendered.evaluate(({ again }) => again())).toEqual([2]);
  },
);

test(
  'the listener’s script that is missing is told to the check for a new build, and is tried again with the network',
  { tag: '@full' },
  async ({ page, context, backend }) => {
    const missing = backend.faults.add({
      url: /assets\/galleryWorker-/,
      do: { kind: 'status', status: 404 },
    });
    const networkReturns = async () => {
      await context.setOffline(true);
      await context.setOffline(false);
    };
    await page.goto('/');
    // The check is a part that loads late, too.
    await backend.requests.waitFor(({ url }) => url.includes('version/current'));
    await backend.requests.waitFor(({ url }) => url.includes('/galleryWorker-'));
    const checking = backend.requests.waitFor(({ url }) => url.startsWith('/?build='));
    await networkReturns();
    await checking;
    const cards = page.locator('#gallerySection').getByRole('link');
    await expect(cards).toHaveCount(8);
    missing.remove();
    const listening = backend.requests.waitFor(({ url }) => url.includes('/Listen/channel'));
    await networkReturns();
    await listening;
  },
);

test(
  'the listener asks anew at once when the network is back',
  { tag: '@full' },
  async ({ page, context, backend }) => {
    const opens = ({ url }: { url: string }) => /Listen\/channel\?(?!.*&SID=)/.test(url);
    await page.goto('/#gallerySection');
    await backend.requests.waitFor(opens);
    const cards = page.locator('#gallerySection').getByRole('link');
    await storeDocument(backend, 'gallery/first-work', addedWork('first-work'));
    await expect(cards).toHaveCount(9);
    backend.requests.clear();
    await context.setOffline(true);
    await context.setOffline(false);
    await backend.requests.waitFor(opens);
    await storeDocument(backend, 'gallery/second-work', addedWork('second-work'));
    await expect(cards).toHaveCount(10);
  },
);

test(
  'a gallery that did not load says so and can be tried again',
  { tag: '@full' },
  async ({ page, backend }) => {
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
  },
);

test(
  'more works that did not load leave everything as it is, and can be tried again at the same button',
  { tag: '@full' },
  async ({ page, backend }) => {
    storeWorks(backend, 100);
    const broken = backend.faults.add({ url: /:runQuery/, do: { kind: 'status', status: 500 } });
    const asked = () => backend.requests.filter(({ url }) => url.includes(':runQuery')).length;
    await page.goto('/');
    const gallery = page.locator('#gallerySection');
    const cards = gallery.locator('li > a');
    await expect(cards).toHaveCount(40);
    await gallery.getByRole('button', { name: 'Show more works' }).press('Enter');
    const answer = gallery.getByRole('status');
    await expect(answer.locator('strong')).toHaveText('More works did not load.');
    await expect(answer).toContainText('We could not be reached.');
    const retry = gallery.getByRole('button', { name: 'Try again' });
    await expect(retry).toBeFocused();
    await expect(cards).toHaveCount(40);
    // Once more without success.
    const before = asked();
    await retry.press('Enter');
    await expect.poll(asked).toBeGreaterThan(before);
    await expect(answer).toContainText('More works did not load.');
    await expect(retry).toBeFocused();
    broken.remove();
    await retry.press('Enter');
    await expect(cards).toHaveCount(80);
    await expect(cards.nth(40)).toBeFocused();
    await expect(answer).toBeEmpty();
    await expect(gallery.getByRole('button', { name: 'Show more works' })).toBeVisible();
  },
);

test('more works that a visitor asked for without a network come by themselves when it is back', async ({
  page,
  context,
  backend,
}) => {
  storeWorks(backend, 100);
  const down = backend.faults.add({ url: /:runQuery/, do: { kind: 'reset' } });
  await page.goto('/');
  await appStarted(page);
  const gallery = page.locator('#gallerySection');
  const cards = gallery.locator('li > a');
  await expect(cards).toHaveCount(40);
  await context.setOffline(true);
  await gallery.getByRole('button', { name: 'Show more works' }).click();
  await expect(gallery.getByRole('status')).toContainText(
    'You are offline. More works are not saved on this device yet.',
  );
  // Elsewhere by then: the works that come must not pull the visitor to them.
  await cards.first().focus();
  down.remove();
  await context.setOffline(false);
  await expect(cards).toHaveCount(80);
  await expect(cards.first()).toBeFocused();
  await expect(gallery.getByRole('status')).toBeEmpty();
});

test(
  'the link to the gallery scrolls there from every page, and again when it is clicked again',
  { tag: '@full' },
  async ({ page, site }) => {
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
  },
);

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
