// A work is passed on: by the system's sheet where there is one, otherwise by its address.
import type { Page } from '@playwright/test';
import { button } from '../support/reviewActions';
import { expect, test } from '../support/fixtures';
import { storedWorks } from '../support/serverContent';

type End = 'AbortError' | 'NotAllowedError' | undefined;

/** What the page has handed to the system's sheet, which ends like these in turn. */
async function withSheet(page: Page, ...ends: End[]) {
  const handed: unknown[] = [];
  await page.exposeFunction('handToSheet', (data: unknown) => {
    handed.push(data);
    return ends.shift();
  });
  await page.addInitScript(() => {
    const { handToSheet } = window as unknown as { handToSheet(data: unknown): Promise<End> };
    const share = async (data: unknown) => {
      const failure = await handToSheet(data);
      if (failure) throw new DOMException('No sheet.', failure);
    };
    Object.assign(Navigator.prototype, { share });
  });
  return handed;
}

/** It is there before anything is said in it. */
const said = (page: Page, name: string) =>
  button(page, name).locator('xpath=following-sibling::output');

test('a work is handed to the system’s sheet; only where there is none is its link copied, and that is said', async ({
  page,
  site,
  backend,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const { id, title } = storedWorks(backend)[0]!;
  const handed = await withSheet(page, undefined, 'AbortError', 'NotAllowedError');
  await page.goto(`/work/${id}?fbclid=1`);
  for (const [index, words] of ['', '', 'Link copied.'].entries()) {
    await button(page, 'Share').click();
    await expect.poll(() => handed).toHaveLength(index + 1);
    await expect(said(page, 'Share')).toHaveText(words);
  }
  for (const data of handed) expect(data).toEqual({ title, url: `${site}/work/${id}` });
});

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
