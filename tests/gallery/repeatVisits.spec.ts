/** What several visits of one browser ask the backend for: each page of the gallery at most once in a visit. */
import { expect, test, type Backend } from '../support/fixtures';
import { workerControls } from '../support/deliveryActions';
import { storeWorks } from '../support/serverContent';

/** The requests for pages of the gallery, in their order. */
const pagesAsked = (backend: Backend): string[] =>
  backend.requests.entries.flatMap(({ method, url }) => {
    if (method === 'GET' && url.includes('/documents/gallery?')) return ['first'];
    return method === 'POST' && url.includes(':runQuery') ? ['later'] : [];
  });

for (const { works, first, presses } of [
  // Two pages are kept for a visit without the network. A press shows one of them, and asks for nothing.
  { works: 108, first: ['first', 'later', 'later'], presses: 1 },
  { works: 300, first: ['first', 'later', 'later', 'later'], presses: 3 },
]) {
  test(
    `${works} works: a visit asks for each page of the gallery once, a later visit for the first`,
    { tag: '@full' },
    async ({ context, backend }) => {
      storeWorks(backend, works);
      for (let visit = 1; visit <= 3; visit += 1) {
        backend.requests.clear();
        const page = await context.newPage();
        await page.goto('/');
        await workerControls(page);
        const cards = page.locator('#gallerySection li');
        await expect(cards).toHaveCount(40);
        // Queued behind the pages that are kept; a page asked for again would be here by then.
        await backend.requests.waitFor(({ url, sent }) => url.includes('version') && sent > 0);
        if (visit === 1) {
          await expect.poll(() => pagesAsked(backend).length).toBe(3);
          for (let press = 1; press <= presses; press += 1) {
            await page.getByRole('button', { name: 'Show more works' }).click();
            await expect(cards).toHaveCount(40 * (1 + press));
          }
          // Going to a work and back reads no page again.
          await cards.first().getByRole('link').click();
          await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kitchen number 1');
          await page.goBack();
          await expect(cards).toHaveCount(40 * (1 + presses));
        }
        await page.close();
        expect(pagesAsked(backend), `visit ${visit}`).toEqual(visit === 1 ? first : ['first']);
      }
    },
  );
}
