// Every end of a sign-in on the built site.
import { expect, test } from '../support/fixtures';
import {
  SIGN_IN,
  button,
  linkCopier,
  openChooser,
  openWork,
  showReviews,
  signIn,
  workWith,
} from '../support/reviewActions';

test.use({ serviceWorkers: 'block' });

const CLOSED =
  'The sign-in window was closed before you had signed in. You can try again any time.';

test('every sign-in asks for the account, in a popup that belongs to this page', async ({
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
  // The pressed button is gone, and the placeholder that came for it, too.
  await expect(page.getByRole('group', { name: 'Write a review' })).toBeFocused();
  expect(foreign).toEqual([]);
});

test(
  'a closed sign-in window is noticed, and a second click opens another one at once',
  { tag: '@full' },
  async ({ page, backend }) => {
    await page.clock.install();
    await openWork(page, workWith(backend, 'no'));
    await (await openChooser(page)).close();
    await (await openChooser(page)).close();
    // The SDK looks every other second, and waits 8 more after it has seen the window gone.
    await page.clock.runFor(12_000);
    await expect(page.getByText(CLOSED)).toBeVisible();
    await signIn(page);
  },
);

test(
  'sign-in code is loaded only when the reviews come near the screen',
  { tag: '@full' },
  async ({ page, backend }) => {
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    const auth = () =>
      loaded.filter((url) => /assets\/(googleSignIn|postReview)-|:5699\//.test(url));
    await page.goto('/');
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    // The live gallery and everything else that comes when the page is idle.
    await expect
      .poll(() => loaded.filter((url) => /assets\/galleryWorker-/.test(url)).length)
      .toBe(1);
    // Far below: a phone's window, and all pictures and the live gallery come first.
    await page.setViewportSize({ width: 390, height: 640 });
    await page.goto(`/work/${workWith(backend, 'some')}`);
    await expect(page.getByRole('heading', { name: 'Reviews from our clients' })).toBeAttached();
    await page.waitForLoadState('networkidle');
    expect(auth()).toEqual([]);
    await showReviews(page);
    await expect(button(page, SIGN_IN)).toBeVisible();
    expect(auth().length).toBeGreaterThan(0);
  },
);

test.describe('in an app where Google allows no sign-in', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    permissions: ['clipboard-read', 'clipboard-write'],
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22F76 Instagram 382.0.0.27.85',
  });

  test('the page says so and offers a link to copy, and loads no sign-in code', async ({
    page,
    backend,
    site,
    axe,
  }) => {
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    const work = workWith(backend, 'some');
    await openWork(page, `${work}?from=instagram`);
    await expect(
      page.getByText('Google does not let you sign in inside another app.'),
    ).toBeVisible();
    await expect(button(page, SIGN_IN)).toHaveCount(0);
    await linkCopier(page).click();
    await expect(page.getByText('Link copied.')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site}/work/${work}`);
    expect(loaded.filter((url) => /assets\/googleSignIn-|:5699\//.test(url))).toEqual([]);
    expect(await axe(page)).toEqual([]);
  });

  test(
    'without the clipboard, the link is selected to be copied by hand',
    { tag: '@full' },
    async ({ page, backend, site }) => {
      await page.addInitScript(() =>
        Object.defineProperty(navigator, 'clipboard', { value: undefined }),
      );
      const work = workWith(backend, 'some');
      await openWork(page, work);
      await linkCopier(page).click();
      await expect(page.getByText('Press and hold the link to copy it.')).toBeVisible();
      expect(await page.evaluate(() => String(getSelection()))).toBe(`${site}/work/${work}`);
    },
  );
});
