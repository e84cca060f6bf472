// An owner takes a review down and chooses what the landing page quotes.
import { fromFields, toFields } from '../../backend/protoJson';
import { expect, test, type Backend } from '../support/fixtures';
import { openOwnerPage } from '../support/ownerActions';
import { reviewsOf } from '../support/reviewActions';
import { storedWorks } from '../support/serverContent';

const quotes = (backend: Backend): string[] =>
  (fromFields(backend.firestore.get('configurations/configurations')!.fields)['quotes'] ??
    []) as string[];

/** The paths of all stored reviews, the newest first. */
const stored = (backend: Backend) =>
  storedWorks(backend)
    .flatMap(({ id }) => reviewsOf(backend, id).map((review) => ({ work: id, ...review })))
    .toSorted((a, b) => (a.created > b.created ? -1 : 1));

test(
  'reviews of all works stand there newest first; one is quoted, taken down with its choice, and put back',
  { tag: '@official' },
  async ({ page, backend }) => {
    await openOwnerPage(page);
    const all = stored(backend);
    const cards = page.getByRole('region', { name: 'Reviews' }).getByRole('article');
    await expect(cards).toHaveCount(all.length);
    await expect(cards.first()).toContainText(all[0]!.text);
    // The samples have two quotes, which is the most: both are taken back first.
    const chosen = quotes(backend);
    expect(chosen).toHaveLength(2);
    const free = page.getByRole('button', { name: 'Show on the landing page' });
    await expect(free).toHaveCount(0);
    const removed = page.getByRole('button', { name: /^Remove from the landing page/ });
    await expect(removed).toHaveCount(2);
    const taken = page.getByRole('button', { name: /^On the landing page/ });
    for (const left of [1, 0]) {
      await taken.first().click();
      // Until the page has its answer, it takes no other press.
      await expect(taken).toHaveCount(left);
      expect(quotes(backend)).toHaveLength(left);
    }
    const pathOf = ({ work, id }: { work: string; id: string }) => `gallery/${work}/reviews/${id}`;
    const short = all.findIndex((review) => review.text !== '' && review.text.length <= 220);
    const path = pathOf(all[short]!);
    const card = cards.nth(short);
    await card.getByRole('button', { name: 'Show on the landing page' }).click();
    await expect.poll(() => quotes(backend)).toEqual([path]);
    await expect(card.getByText('Chosen: each build takes it to the landing page.')).toBeVisible();

    const choiceGoes = card.getByText('This choice goes, and does not come back.');
    await card.getByRole('button', { name: 'Take down' }).click();
    await expect(choiceGoes).toBeVisible();
    await card.getByRole('button', { name: 'Keep it' }).click();
    expect(stored(backend)).toHaveLength(all.length);
    await card.getByRole('button', { name: 'Take down' }).click();
    await card.getByRole('button', { name: 'Yes, take it down' }).click();
    await expect(cards).toHaveCount(all.length - 1);
    expect(stored(backend).map(({ id }) => id)).toEqual(
      all.map(({ id }) => id).filter((id) => id !== all[short]!.id),
    );
    expect(quotes(backend)).toEqual([]);

    // It is put back where it stood, and after a reload.
    const reviews = page.getByRole('region', { name: 'Reviews' });
    const ofIt = (press: string) =>
      reviews.getByRole('button', {
        name: new RegExp(`^${press}.*${all[short]!.text.slice(0, 20)}`),
      });
    await expect(ofIt('Undo: Taken down')).toBeFocused();
    await ofIt('Undo: Taken down').click();
    await expect(ofIt('Take down')).toBeFocused();
    expect(stored(backend)).toEqual(all);
    await ofIt('Take down').click();
    await expect(card.getByRole('button', { name: 'Yes, take it down' })).toBeVisible();
    await expect(choiceGoes).toBeHidden();
    await card.getByRole('button', { name: 'Yes, take it down' }).click();
    await expect(ofIt('Undo: Taken down')).toBeVisible();
    await page.reload();
    await ofIt('Put back').click();
    await expect(ofIt('Take down')).toBeVisible();
    await expect(ofIt('Put back')).toHaveCount(0);
    expect(stored(backend)).toEqual(all);
  },
);

test('a dead choice stands above the list and can be removed, so that another one has room', async ({
  page,
  backend,
}) => {
  const path = 'configurations/configurations';
  const { fields } = backend.firestore.get(path)!;
  const dead = ['gallery/gone/reviews/gone000000', 'gallery/../reviews/x'];
  const quoted = { ...fromFields(fields), quotes: dead };
  backend.firestore.commit([{ path, fields: toFields(quoted as Parameters<typeof toFields>[0]) }]);
  await openOwnerPage(page);
  const region = page.getByRole('region', { name: 'Reviews' });
  await expect(region.getByText('This review is not there any more')).toHaveCount(2);
  await expect(region.getByText('2 others are chosen.')).not.toHaveCount(0);
  await page
    .getByRole('button', { name: 'Remove from the landing page (gallery/../reviews/x)' })
    .click();
  const left = page.getByRole('button', { name: 'Remove from the landing page (gone)' });
  await expect(left).toBeFocused();
  expect(quotes(backend)).toEqual(dead.slice(0, 1));
  await left.click();
  await expect(region.getByRole('heading', { name: 'Reviews' })).toBeFocused();
  await expect(region.getByText('Chosen for the landing page')).toHaveCount(0);
  expect(quotes(backend)).toEqual([]);
  await page.getByRole('button', { name: 'Show on the landing page' }).first().click();
  await expect(page.getByRole('button', { name: /^Remove from the landing page/ })).toHaveCount(1);
});

test(
  'what the server refuses or does not answer is said beside the review, and nothing changes',
  { tag: '@full' },
  async ({ page, backend }) => {
    await openOwnerPage(page);
    const cards = page.getByRole('region', { name: 'Reviews' }).getByRole('article');
    const count = stored(backend).length;
    await expect(cards).toHaveCount(count);
    for (const [status, text] of [
      [403, 'The server refused this.'],
      [503, 'No answer.'],
    ] as const) {
      backend.faults.add({
        service: 'firestore',
        url: /:commit/,
        do: { kind: 'status', status },
      });
      const card = cards.first();
      await card.getByRole('button', { name: 'Take down' }).click();
      await card.getByRole('button', { name: 'Yes, take it down' }).click();
      await expect(card.getByRole('alert')).toContainText(text);
      backend.faults.clear();
    }
    expect(stored(backend)).toHaveLength(count);
  },
);

test(
  'choices that did not load can be read again, and are written one after another',
  { tag: '@full' },
  async ({ page, backend }) => {
    // Whether the account is an owner is read by such a call, too.
    await page.route(/:batchGet/, (route) =>
      route.request().postData()?.includes('configurations') ? route.abort() : route.fallback(),
    );
    await openOwnerPage(page);
    await expect(page.getByText('Which reviews are chosen did not load.')).toBeVisible();
    await page.unroute(/:batchGet/);
    const reviews = page.getByRole('region', { name: 'Reviews' });
    await reviews.getByRole('button', { name: 'Try again' }).click();
    const chosen = page.getByRole('button', { name: /^On the landing page/ });
    await expect(chosen).toHaveCount(2);
    const held = backend.faults.add({
      service: 'firestore',
      url: /:commit/,
      do: { kind: 'silence' },
      count: 1,
    });
    await chosen.first().click();
    await expect(chosen.first()).toHaveAttribute('aria-busy', 'true');
    // A press meanwhile is not lost: it waits.
    await chosen.nth(1).click();
    await expect(chosen.nth(1)).toHaveAttribute('aria-busy', 'true');
    expect(quotes(backend)).toHaveLength(2);
    held.remove();
    // The first one gets no answer within 15 s. Until then nothing else is written.
    await expect(page.getByText('No answer. Check your connection')).toBeVisible();
    await expect.poll(() => quotes(backend)).toHaveLength(1);
  },
);
