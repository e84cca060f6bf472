// The real Auth SDK's popup flow in Chromium against the local Auth service, with no internet.
import { expect, test as base, type Page } from '@playwright/test';
import { decodeUnsignedToken } from '../../../local/tokens';
import { bundlePage, startAuthSite, type AuthSite, type Bundle } from './authSite';

let bundle: Bundle;

const test = base.extend<{ site: AuthSite }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from it
  site: async ({}, provide) => {
    const site = await startAuthSite(bundle);
    await provide(site);
    await site.stop();
  },
});

test.beforeAll(async () => {
  bundle = await bundlePage(new URL('./authPage/', import.meta.url));
});

const outcomes = (page: Page) => page.locator('#outcomes li');
const user = (page: Page) => page.locator('#user');
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in' });

async function openPopup(page: Page): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), signInButton(page).click()]);
  return popup;
}

test('an account is chosen, kept over a reload, and signed out', async ({ page, site }) => {
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!/^(http:\/\/127|data:)/.test(request.url())) foreign.push(request.url());
  });

  await page.goto(site.url);
  await expect(user(page)).toHaveText('nobody');
  const popup = await openPopup(page);
  expect(new URL(popup.url()).searchParams.get('customParameters')).toBe(
    '{"prompt":"select_account"}',
  );
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: /Maria Alvarez/ }).click();
  await closed;
  await expect(outcomes(page)).toHaveText(['signedIn']);
  await expect(user(page)).toHaveText(/^Maria Alvarez \w{28}$/);

  await expect.poll(() => site.bearers.length).toBe(1);
  const token = decodeUnsignedToken(site.bearers[0]!.replace(/^Bearer /, ''), new Date());
  expect(token?.token).toMatchObject({ email: 'maria.alvarez@example.com', aud: 'demo-cabinets' });

  await page.reload();
  await expect(user(page)).toHaveText(/^Maria Alvarez/);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(user(page)).toHaveText('nobody');
  expect(errors).toEqual([]);
  expect(foreign).toEqual([]);
});

test('another account is added by keyboard and offered the next time', async ({ page, site }) => {
  await page.goto(site.url);
  const popup = await openPopup(page);
  await popup.getByRole('button', { name: 'Add another account' }).press('Enter');
  await expect(popup.getByLabel('Name')).toBeFocused();
  await popup.keyboard.type('Ann Lee');
  await popup.keyboard.press('Tab');
  await popup.keyboard.type('Ann@Example.com');
  await popup.keyboard.press('Enter');
  await expect(user(page)).toHaveText(/^Ann Lee/);

  const again = await openPopup(page);
  await expect(again.getByRole('button', { name: 'Ann Lee ann@example.com' })).toBeVisible();
});

test('cancelling in the chooser ends it at once', async ({ page, site }) => {
  await page.goto(site.url);
  await (await openPopup(page)).getByRole('button', { name: 'Cancel' }).click();
  await expect(outcomes(page)).toHaveText(['closed']);
  await expect(user(page)).toHaveText('nobody');
});

test('a window closed by its user is noticed', async ({ page, site }) => {
  site.auth.chooser.next({ kind: 'closed' });
  await page.goto(site.url);
  await signInButton(page).click();
  // The SDK waits 8 s after it has seen the window gone.
  await expect(outcomes(page)).toHaveText(['closed'], { timeout: 15_000 });
});

test('a domain that is not authorized is told apart', async ({ page, site }) => {
  site.auth.chooser.next({ kind: 'error', code: 'auth/unauthorized-domain' });
  await page.goto(site.url);
  await signInButton(page).click();
  await expect(outcomes(page)).toHaveText(['unauthorized']);
});

test('a second click cancels a chooser that never answers and works', async ({ page, site }) => {
  site.auth.chooser.next({ kind: 'silent' });
  await page.goto(site.url);
  const silent = await openPopup(page);
  await silent.getByRole('button', { name: /Sam Carter/ }).click();
  await expect(silent.getByText('Signing in…')).toBeVisible();
  const second = await openPopup(page);
  await expect(outcomes(page)).toHaveText(['cancelled']);
  await second.getByRole('button', { name: /Linh Tran/ }).click();
  await expect(outcomes(page)).toHaveText(['cancelled', 'signedIn']);
  await expect(user(page)).toHaveText(/^Linh Tran/);
});

test('a blocked popup is told apart', async ({ page, site }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.goto(site.url);
  await signInButton(page).click();
  await expect(outcomes(page)).toHaveText(['blocked']);
});

test('an Auth service out of reach is told apart', async ({ page, site }) => {
  await page.goto(site.url);
  await expect(signInButton(page)).toBeEnabled();
  await site.authDown();
  await signInButton(page).click();
  await expect(outcomes(page)).toHaveText(['unreachable']);
});
