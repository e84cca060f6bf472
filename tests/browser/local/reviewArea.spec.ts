// The review area against the local backend with the project's rules, from the popup to the batch.
import { expect, test as base, type Page } from '@playwright/test';
import { fromFields } from '../../../local/protoJson';
import { bundlePage, type Bundle } from './authSite';
import { startReviewSite, WORK, type ReviewSite } from './reviewSite';

let bundle: Bundle;

const test = base.extend<{ site: ReviewSite }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from it
  site: async ({}, provide) => {
    const site = await startReviewSite(bundle);
    await provide(site);
    await site.stop();
  },
});

test.beforeAll(async () => {
  bundle = await bundlePage(new URL('./reviewPage/', import.meta.url));
});

const THANKS = 'Thanks for your opinion';
const COMMIT = { service: 'firestore', url: /documents:commit/ } as const;

const stored = ({ backend }: ReviewSite) =>
  backend.firestore.list(`gallery/${WORK}/reviews`).map(({ fields }) => fromFields(fields));

const button = (page: Page, name: string) => page.getByRole('button', { name });

const rate = (page: Page, stars: string) => page.getByRole('radio', { name: stars }).check();

async function signIn(page: Page, name = 'Maria Alvarez'): Promise<void> {
  const opened = page.waitForEvent('popup');
  await button(page, 'Sign in to write a review').click();
  await (await opened).getByRole('button', { name }).click();
}

test('a review that was taken down is not written again', async ({ page, site }) => {
  await page.goto(site.url());
  await signIn(page);
  await rate(page, '5 stars');
  await button(page, 'Post review').click();
  await expect(page.getByText(THANKS)).toBeVisible();
  const [review] = site.backend.firestore.list(`gallery/${WORK}/reviews`);
  site.backend.firestore.commit([{ path: review!.path, fields: null }]);
  await page.reload();
  await expect(page.getByRole('list', { name: 'Reviews' })).toBeEmpty();
  await expect(page.getByText(THANKS)).toBeVisible();
});

test('a refused review stays in the form', async ({ page, site }) => {
  await page.goto(site.url());
  await signIn(page);
  await rate(page, '5 stars');
  await page.getByLabel('Your review').fill('Wonderful');
  site.backend.faults.add({ ...COMMIT, do: { kind: 'status', status: 403 }, count: 1 });
  await button(page, 'Post review').click();
  await expect(page.getByRole('alert')).toContainText('Your review was not accepted.');
  await expect(page.getByLabel('Your review')).toHaveValue('Wonderful');
  await expect(page.getByRole('radio', { name: '5 stars' })).toBeChecked();
});

test('where nothing can be kept, a review that is not sent stays in the form', async ({
  page,
  context,
  site,
}) => {
  await page.goto(site.url('&unkept'));
  await signIn(page);
  await rate(page, '5 stars');
  await context.setOffline(true);
  await button(page, 'Post review').click();
  await expect(page.getByRole('alert')).toContainText('your review was not sent');
  await context.setOffline(false);
  await button(page, 'Post review').click();
  await expect(page.getByText(THANKS)).toBeVisible();
  expect(stored(site)).toHaveLength(1);
});

test('cancelling the popup is told politely, another account can be chosen', async ({
  page,
  site,
}) => {
  await page.goto(site.url());
  await signIn(page, 'Cancel');
  await expect(page.getByText('The sign-in window was closed')).toBeVisible();
  await signIn(page);
  await expect(button(page, 'Post review')).toBeVisible();
});

test('what is being written survives a reload', async ({ page, site }) => {
  await page.goto(site.url());
  await signIn(page);
  await rate(page, '3 stars');
  await page.getByLabel('Your review').fill('Half a sentence');
  await page.reload();
  await expect(page.getByLabel('Your review')).toHaveValue('Half a sentence');
  await expect(page.getByRole('radio', { name: '3 stars' })).toBeChecked();
});

test('sign-in is loaded only when the area comes near', async ({ page, site }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(site.url('&far'), { waitUntil: 'networkidle' });
  const early = asked.length;
  expect(asked.filter((url) => /assets\/auth-/.test(url))).toEqual([]);
  await page.getByRole('heading', { name: 'Reviews', exact: true }).scrollIntoViewIfNeeded();
  await expect(button(page, 'Sign in to write a review')).toBeVisible();
  expect(asked.slice(early).filter((url) => /assets\/auth-/.test(url))).toHaveLength(1);
});
