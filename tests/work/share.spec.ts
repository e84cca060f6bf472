// A work is passed on: by the system's sheet where there is one, otherwise by its address.
import type { Page } from '@playwright/test';
import { button } from '../support/reviewActions';
import { expect, test } from '../support/fixtures';
import { storedWorks } from '../support/serverContent';

/** What the page has handed to the system's sheet, which ends like this. */
async function withSheet(page: Page, end: 'AbortError' | 'NotAllowedError' | undefined) {
  const handed: unknown[] = [];
  await page.exposeFunction('handToSheet', (data: unknown) => void handed.push(data));
  await page.addInitScript((failure) => {
    const { handToSheet } = window as unknown as { handToSheet(data: unknown): Promise<void> };
    const share = async (data: unknown) => {
      await handToSheet(data);
      if (failure) throw new DOMException('No sheet.', failure);
    };
    Object.assign(Navigator.prototype, { share });
  }, end);
  return handed;
}

/** It is there before anything is said in it. */
const said = (page: Page, name: string) =>
  button(page, name).locator('xpath=following-sibling::output');

for (const [end, words] of [
  [undefined, ''],
  ['AbortError', ''],
  ['NotAllowedError', 'Link copied.'],
] as const) {
  test(
    `a sheet that ends with ${end ?? 'success'} leads to “${words}”`,
    { tag: end ? '@full' : [] },
    async ({ page, site, backend }) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const { id, title } = storedWorks(backend)[0]!;
      const handed = await withSheet(page, end);
      await page.goto(`/work/${id}?fbclid=1`);
      await button(page, 'Share').click();
      await expect.poll(() => handed).toEqual([{ title, url: `${site}/work/${id}` }]);
      await expect(said(page, 'Share')).toHaveText(words);
    },
  );
}

test('without a sheet the link is copied, and that is said where a reader listens already', async ({
  page,
  site,
  backend,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const { id } = storedWorks(backend)[0]!;
  await page.goto(`/work/${id}`);
  const output = said(page, 'Copy link');
  await expect(output).toBeEmpty();
  await output.evaluate((element) => element.setAttribute('data-before', ''));
  await button(page, 'Copy link').click();
  await expect(output).toHaveText('Link copied.');
  await expect(output).toHaveAttribute('data-before', '');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site}/work/${id}`);
});

test(
  'where a browser lets no page write to the clipboard, the link is shown',
  { tag: '@full' },
  async ({ page, site, backend }) => {
    await page.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined }),
    );
    const { id } = storedWorks(backend)[0]!;
    await page.goto(`/work/${id}`);
    await button(page, 'Copy link').click();
    await expect(page.getByText(`The link is ${site}/work/${id}`)).toBeVisible();
  },
);
