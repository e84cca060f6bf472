// The documents that Firestore would bill for a visit: those that docs/capacity.md counts.
import { expect, test, type Backend } from '../support/fixtures';
import { openForm } from '../support/formActions';
import { reviewsOf, workWith } from '../support/reviewActions';

const MINUTE = 60_000;

/** The number of works, one with reviews, and the number of its reviews. */
function seeded(backend: Backend) {
  const work = workWith(backend, 'some');
  return {
    works: backend.firestore.list('gallery').length,
    work,
    reviews: reviewsOf(backend, work).length,
  };
}

test('a visit reads no more documents than planned, and an open page reads nothing more', async ({
  page,
  backend,
}) => {
  const { works, work, reviews } = seeded(backend);
  const { reads } = backend;
  const read = () => ({
    works: reads.of(/^gallery(\/[^/]+)?$/),
    reviews: reads.of(/\/reviews$/),
    version: reads.of(/^version\//),
    types: reads.of(/^configurations\//),
    all: reads.total,
  });
  await page.clock.install();
  await page.goto('/');
  // With the test's clock the gate does not see the first paint.
  await page.keyboard.press('Shift');
  await page.getByRole('heading', { name: 'Explore our work' }).scrollIntoViewIfNeeded();
  // Once by the list, once by the listener.
  await expect
    .poll(read)
    .toEqual({ works: 2 * works, reviews: 0, version: 1, types: 0, all: 2 * works + 1 });

  await page.locator(`#gallerySection a[href="/work/${work}"]`).click();
  await page.getByRole('heading', { name: 'Reviews from our clients' }).scrollIntoViewIfNeeded();
  await expect.poll(() => read().reviews).toBe(reviews);
  await page.goBack();
  await openForm(page);
  await expect.poll(() => read().types).toBe(1);

  const visit = { works: 2 * works, reviews, version: 1, types: 1 };
  const all = Object.values(visit).reduce((a, b) => a + b);
  await expect.poll(read).toEqual({ ...visit, all });
  await page.clock.runFor(MINUTE);
  expect(read()).toEqual({ ...visit, all });
});
