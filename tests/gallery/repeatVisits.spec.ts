/** What several visits of one browser ask the backend for: each page of the list at most once in a visit. */
import type { Page } from '@playwright/test';
import { expect, test, type Backend } from '../support/fixtures';
import { workerControls } from '../support/deliveryActions';
import { storeWorks } from '../support/serverContent';

const VISITS = 3;
/** The most documents that the embedded Firestore sends in one page. */
const PAGE = 150;

/** The addresses of the list's pages that were asked for, in their order. */
const listPages = (backend: Backend): string[] =>
  backend.requests.entries
    .filter(({ method, url }) => method === 'GET' && url.includes('/documents/gallery?'))
    .map(({ url }) => url);

/** Resolves when the last page of the list is here: it is the one that names no next page. */
async function listEnded(page: Page, backend: Backend, pages: number): Promise<void> {
  await expect(page.locator('#gallerySection li').first()).toBeVisible();
  await expect.poll(() => new Set(listPages(backend)).size).toBe(pages);
}

for (const { works, pages, documents } of [
  { works: 108, pages: 1, documents: 108 },
  // The list in its order, and because it is longer than a page, all of it by name. A last page may be empty.
  { works: 300, pages: 4, documents: PAGE + 300 + 1 },
]) {
  test(`${works} works: each visit asks for each page of the list once`, async ({
    context,
    backend,
  }) => {
    storeWorks(backend, works);
    for (let visit = 1; visit <= VISITS; visit += 1) {
      backend.requests.clear();
      backend.reads.reset();
      const page = await context.newPage();
      await page.goto('/');
      await workerControls(page);
      await listEnded(page, backend, pages);
      // The version is asked for after the list; a page asked for again would be here by then.
      await backend.requests.waitFor(({ url, sent }) => url.includes('version') && sent > 0);
      await page.close();
      expect(listPages(backend), `visit ${visit}`).toHaveLength(pages);
      expect(backend.reads.of(/^gallery$/), `visit ${visit}`).toBe(documents);
    }
  });
}
