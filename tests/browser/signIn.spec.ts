// How a sign-in on the built site can end.
import { expect, test } from './fixtures';
import {
  SIGN_IN,
  button,
  openChooser,
  openWork,
  showReviews,
  signIn,
  workWith,
} from './reviewScene';

test.use({ serviceWorkers: 'block' });

const TEXTS = {
  closed: 'The sign-in window was closed before you had signed in. You can try again any time.',
  blocked: 'Your browser blocked the sign-in window. Allow pop-ups for this site and try again.',
  unreachable: 'We could not reach the sign-in service. Check your connection and try again.',
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
  await page.clock.install();
  await openWork(page, workWith(backend, 'no'));
  const popup = await openChooser(page);
  await popup.close();
  await expect(button(page, SIGN_IN)).toBeEnabled();
  // The SDK looks every other second, and waits 8 more after it has seen the window gone.
  await page.clock.runFor(12_000);
  await expect(page.getByText(TEXTS.closed)).toBeVisible();
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

test('a blocked popup is told', async ({ page, backend }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await openWork(page, workWith(backend, 'no'));
  await button(page, SIGN_IN).click();
  await expect(page.getByRole('alert')).toHaveText(TEXTS.blocked);
  await expect(button(page, SIGN_IN)).toBeEnabled();
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
