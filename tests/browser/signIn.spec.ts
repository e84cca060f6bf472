// How a sign-in on the built site can end, and the review area by keyboard.
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures';
import {
  SIGN_IN,
  THANKS,
  button,
  openChooser,
  openWork,
  reviewsOf,
  showReviews,
  signIn,
  workWith,
} from './reviewScene';

const TEXTS = {
  closed: 'The sign-in window was closed before you had signed in. You can try again any time.',
  blocked: 'Your browser blocked the sign-in window. Allow pop-ups for this site and try again.',
  unauthorized: 'Signing in is not possible at this web address. Please let us know.',
  unreachable: 'We could not reach the sign-in service. Check your connection and try again.',
  timedOut: 'We have not heard back from the sign-in window. Please try again.',
};

test('the account is chosen anew every time, by a popup that has this page as its opener', async ({
  page,
  context,
  backend,
}) => {
  const foreign: string[] = [];
  context.on('request', (request) => {
    if (!/^(http:\/\/127|data:|blob:)/.test(request.url())) foreign.push(request.url());
  });
  await openWork(page, workWith(backend, 'no'));
  const popup = await openChooser(page);
  const asked = new URL(popup.url()).searchParams;
  expect(asked.get('customParameters')).toBe('{"prompt":"select_account"}');
  expect(asked.get('providerId')).toBe('google.com');
  await expect(button(page, SIGN_IN)).toBeEnabled();
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: 'Maria Alvarez' }).click();
  await closed;
  await expect(button(page, 'Post review')).toBeVisible();
  expect(foreign).toEqual([]);
});

test('another account is added by keyboard, and offered the next time', async ({
  page,
  backend,
}) => {
  await openWork(page, workWith(backend, 'no'));
  const popup = await openChooser(page);
  await popup.getByRole('button', { name: 'Add another account' }).press('Enter');
  await expect(popup.getByLabel('Name')).toBeFocused();
  await popup.keyboard.type('Ann Lee');
  await popup.keyboard.press('Tab');
  await popup.keyboard.type('Ann@Example.com');
  await popup.keyboard.press('Enter');
  await expect(page.getByText('Signed in as Ann Lee')).toBeVisible();
  await button(page, 'Sign out').click();
  const again = await openChooser(page);
  await expect(again.getByRole('button', { name: 'Ann Lee ann@example.com' })).toBeVisible();
});

test('cancelled in the chooser: told politely, and the next try works', async ({
  page,
  backend,
}) => {
  await openWork(page, workWith(backend, 'no'));
  await (await openChooser(page)).getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText(TEXTS.closed)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await signIn(page);
  await expect(page.getByText(TEXTS.closed)).toHaveCount(0);
});

test('a window closed by its user is noticed; the button is live all the time', async ({
  page,
  backend,
}) => {
  await openWork(page, workWith(backend, 'no'));
  const popup = await openChooser(page);
  await popup.close();
  await expect(button(page, SIGN_IN)).toBeEnabled();
  // The SDK waits 8 s after it has seen the window gone.
  await expect(page.getByText(TEXTS.closed)).toBeVisible({ timeout: 20_000 });
});

test('a second press while a window is closed, unnoticed yet, opens another at once', async ({
  page,
  backend,
}) => {
  await openWork(page, workWith(backend, 'no'));
  await (await openChooser(page)).close();
  await signIn(page);
  await expect(button(page, 'Post review')).toBeVisible();
});

test('a chooser that never answers gives way to a second one', async ({ page, backend }) => {
  backend.auth.chooser.next({ kind: 'silent' });
  await openWork(page, workWith(backend, 'no'));
  const silent = await openChooser(page);
  await silent.getByRole('button', { name: 'Sam Carter' }).click();
  await expect(silent.getByText('Signing in…')).toBeVisible();
  await signIn(page, 'Linh Tran');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a blocked popup is told', async ({ page, backend }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await openWork(page, workWith(backend, 'no'));
  await button(page, SIGN_IN).click();
  await expect(page.getByRole('alert')).toHaveText(TEXTS.blocked);
  await expect(button(page, SIGN_IN)).toBeEnabled();
});

test('a domain that is not authorized is told', async ({ page, backend }) => {
  backend.auth.chooser.next({ kind: 'error', code: 'auth/unauthorized-domain' });
  await openWork(page, workWith(backend, 'no'));
  await button(page, SIGN_IN).click();
  await expect(page.getByRole('alert')).toHaveText(TEXTS.unauthorized);
});

test('an Auth service out of reach is told, and the next try works', async ({ page, backend }) => {
  await openWork(page, workWith(backend, 'no'));
  await expect(button(page, SIGN_IN)).toBeVisible();
  await backend.goDown('auth');
  await button(page, SIGN_IN).click();
  await expect(page.getByRole('alert')).toHaveText(TEXTS.unreachable);
  await backend.comeUp('auth');
  await signIn(page);
});

test('code for signing in that cannot be loaded is told, and loaded when it can be', async ({
  page,
  backend,
}) => {
  const broken = backend.faults.add({
    service: 'hosting',
    url: /assets\/auth-/,
    do: { kind: 'status', status: 503 },
  });
  await openWork(page, workWith(backend, 'no'));
  await expect(page.getByRole('alert')).toHaveText(TEXTS.unreachable);
  broken.remove();
  await signIn(page);
});

test('on an iOS home screen, where a closed popup is not seen, an unanswered one times out', async ({
  page,
  backend,
}) => {
  backend.auth.chooser.next({ kind: 'silent' });
  await page.clock.install();
  await page.addInitScript(() => Object.assign(navigator, { standalone: true }));
  await openWork(page, workWith(backend, 'no'));
  await (await openChooser(page)).getByRole('button', { name: 'Sam Carter' }).click();
  await page.clock.fastForward(121_000);
  await expect(page.getByText(TEXTS.timedOut)).toBeVisible();
  await signIn(page);
});

test('signed out in one tab is signed out in the other', async ({ page, context, backend }) => {
  const work = workWith(backend, 'no');
  await openWork(page, work);
  await signIn(page);
  const other = await context.newPage();
  await openWork(other, work);
  await expect(button(other, 'Post review')).toBeVisible();
  await button(page, 'Sign out').click();
  await expect(button(page, SIGN_IN)).toBeVisible();
  await expect(button(other, SIGN_IN)).toBeVisible();
});

test('sign-in code is asked for only when the reviews come near the viewport', async ({
  page,
  backend,
}) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  const isAuth = (url: string) => /assets\/auth-|:5699\//.test(url);
  // Far below: a phone's window, and all pictures and the live gallery come first.
  await page.setViewportSize({ width: 390, height: 640 });
  await page.goto(`/work/${workWith(backend, 'some')}`);
  await expect(page.getByRole('heading', { name: 'Reviews from our clients' })).toBeAttached();
  await page.waitForLoadState('networkidle');
  expect(loaded.filter(isAuth)).toEqual([]);
  await showReviews(page);
  await expect(button(page, SIGN_IN)).toBeVisible();
  expect(loaded.filter((url) => /assets\/auth-/.test(url))).toHaveLength(1);
});

test('the landing page asks for no sign-in code at all, however far one scrolls', async ({
  page,
}) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto('/');
  await expect(page.locator('#gallerySection').getByRole('link')).toHaveCount(8);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  // The live gallery and everything else that comes when the page is idle.
  await expect.poll(() => loaded.filter((url) => /assets\/liveGallery-/.test(url)).length).toBe(1);
  expect(loaded.filter((url) => /assets\/(auth|reviews)-|:5699\//.test(url))).toEqual([]);
});

test('the whole flow works by keyboard alone', async ({ page, backend }) => {
  const work = workWith(backend, 'some');
  const before = reviewsOf(backend, work).length;
  await page.goto(`/work/${work}`);
  await expect(page.getByRole('heading', { name: 'Before', exact: true })).toBeVisible();
  await page.keyboard.press('End');
  await expect(button(page, SIGN_IN)).toBeVisible();
  await tabTo(page, button(page, SIGN_IN));
  const opened = page.waitForEvent('popup');
  await page.keyboard.press('Enter');
  const popup = await opened;
  await tabTo(popup, popup.getByRole('button', { name: 'Linh Tran' }));
  await popup.keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: 'Write a review' })).toBeVisible();
  // The focus has come along into the panel: the first Tab leads to the stars.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: '1 star' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Your review')).toBeFocused();
  await page.keyboard.type('Good');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(
    'Please rate with stars before submiting your review',
  );
  // The alert has brought the focus to the stars.
  await expect(page.getByRole('radio', { name: '1 star' })).toBeFocused();
  for (const star of ['2 stars', '3 stars', '4 stars']) {
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: star })).toBeChecked();
  }
  await tabTo(page, button(page, 'Post review'));
  await page.keyboard.press('Space');
  await expect(page.getByText(THANKS)).toBeVisible();
  expect(reviewsOf(backend, work)).toHaveLength(before + 1);
  expect(reviewsOf(backend, work)).toContainEqual(
    expect.objectContaining({ stars: 4, text: 'Good' }),
  );
  await page.keyboard.press('Tab');
  await expect(button(page, 'Sign out')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(button(page, SIGN_IN)).toBeVisible();
});

/** Presses Tab until the control has the focus; fails where Tab does not lead to it. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(control).toBeFocused();
}
