// The review area against the local backend with the project's rules, from the popup to the batch.
import { AxeBuilder } from '@axe-core/playwright';
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

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found.map(({ id, help }) => `${id}: ${help}`);
}

test('a visitor signs in, is reminded of the stars, posts, and is thanked from then on', async ({
  page,
  site,
}) => {
  await page.goto(site.url());
  await expect(button(page, 'Sign in to write a review')).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await signIn(page);
  await expect(page.getByText('Signed in as Maria Alvarez')).toBeVisible();
  await page.getByLabel('Your review').fill('Six weeks in, still like new.');
  await button(page, 'Post review').click();
  await expect(page.getByRole('alert')).toHaveText(
    'Please rate with stars before submiting your review',
  );
  await expect(page.getByRole('radio', { name: '1 star' })).toBeFocused();
  expect(await violations(page)).toEqual([]);
  expect(stored(site)).toEqual([]);

  await rate(page, '4 stars');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await button(page, 'Post review').click();
  await expect(page.getByText(THANKS)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Reviews' })).toContainText(
    '4 out of 5 stars Six weeks in, still like new.',
  );
  expect(await violations(page)).toEqual([]);

  const [review, ...others] = stored(site);
  expect(others).toEqual([]);
  const [account] = site.backend.auth.snapshot();
  expect(review).toMatchObject({
    stars: 4,
    text: 'Six weeks in, still like new.',
    user: account!.localId,
  });
  expect(Object.keys(review!).sort()).toEqual(['created', 'id', 'stars', 'text', 'user']);
  expect(review!['id']).toMatch(/^[A-Za-z0-9]{10}$/);

  await page.reload();
  await expect(page.getByText(THANKS)).toBeVisible();
  await button(page, 'Sign out').click();
  await signIn(page, 'Sam Carter');
  await expect(button(page, 'Post review')).toBeVisible();
  await expect(page.getByLabel('Your review')).toHaveValue('');
});

test('the whole flow works by keyboard', async ({ page, site }) => {
  await page.goto(site.url());
  await button(page, 'Sign in to write a review').focus();
  const opened = page.waitForEvent('popup');
  await page.keyboard.press('Enter');
  const popup = await opened;
  await popup.getByRole('button', { name: 'Linh Tran' }).press('Enter');

  await expect(page.getByRole('heading', { name: 'Write a review' })).toBeVisible();
  // The focus has come along into the panel: the first Tab leads to the stars.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: '1 star' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: '3 stars' })).toBeChecked();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Good');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText(THANKS)).toBeVisible();
  expect(stored(site)).toMatchObject([{ stars: 2, text: 'Good' }]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(button(page, 'Sign in to write a review')).toBeVisible();
});

test('two tabs that post at the same moment leave one review and two thanks', async ({
  page,
  context,
  site,
}) => {
  await page.goto(site.url());
  await signIn(page);
  const other = await context.newPage();
  await other.goto(site.url());
  for (const tab of [page, other]) await rate(tab, '5 stars');
  await Promise.all([page, other].map((tab) => button(tab, 'Post review').click()));
  for (const tab of [page, other]) await expect(tab.getByText(THANKS)).toBeVisible();
  expect(stored(site)).toHaveLength(1);
});

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

test('a review written offline is kept and posted once, when the visitor is back', async ({
  page,
  context,
  site,
}) => {
  await page.goto(site.url());
  await signIn(page);
  await rate(page, '5 stars');
  await context.setOffline(true);
  await button(page, 'Post review').click();
  await expect(page.getByText('Your review is saved on this device.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  expect(stored(site)).toEqual([]);
  await context.setOffline(false);
  await expect(page.getByText(THANKS)).toBeVisible();
  expect(stored(site)).toHaveLength(1);
});

test('a review whose answer was lost is found, not written twice', async ({ page, site }) => {
  await page.goto(site.url());
  await signIn(page);
  await rate(page, '5 stars');
  site.backend.faults.add({
    ...COMMIT,
    do: { kind: 'status', status: 503 },
    when: 'after',
    count: 1,
  });
  await button(page, 'Post review').click();
  await expect(page.getByText('Your review is saved on this device.')).toBeVisible();
  await page.reload();
  await expect(page.getByText(THANKS)).toBeVisible();
  expect(stored(site)).toHaveLength(1);
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
  expect(await violations(page)).toEqual([]);
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

test('the update dialog counts down for real, reloads once, and leaves the page usable', async ({
  page,
  site,
}) => {
  const loads: string[] = [];
  page.on('load', () => loads.push(page.url()));
  await page.goto(site.url('&version=0.63'));
  const dialog = page.getByRole('alertdialog', {
    name: 'Please wait while we update the app version...',
  });
  await expect(dialog).toBeVisible();
  const opened = Date.now();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  for (const left of ['9', '5', '1']) {
    await expect(dialog.getByRole('timer')).toHaveText(left, { timeout: 10_000 });
  }
  await expect.poll(() => loads.length, { timeout: 10_000 }).toBe(2);
  expect(Date.now() - opened).toBeGreaterThan(8_500);
  await expect(button(page, 'Sign in to write a review')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await signIn(page);
  await expect(button(page, 'Post review')).toBeVisible();
  expect(loads).toHaveLength(2);
});
