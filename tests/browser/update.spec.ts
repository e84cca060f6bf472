// The version check of the built site: the dialog, its countdown, one reload, and nothing lost.
import type { Locator, Page } from '@playwright/test';
import { countLoads, expect, test, type Backend } from './fixtures';
import { CLIENT_VERSION } from '../../src/domain/constants';
import { NEWER_VERSION, NEWEST_VERSION, OLDER_VERSION } from '../versions';
import { choose, expectFilled, fillForm, pngFile } from './requestForm';
import { openForm, rate, showReviews } from './reviewScene';
import { storeDocument } from './stored';

const TEXT = 'Please wait while we update the app version...';
const VERSION = /documents\/version\/current/;

/** Opens the landing page and starts its app by a key: the test's clock hides from the gate what is painted. */
async function open(page: Page): Promise<void> {
  await page.goto('/');
  await page.keyboard.press('Shift');
}

const dialogOf = (page: Page): Locator => page.getByRole('alertdialog');

test('counts 10 to 0 by the clock, reloads once, and then leaves the site alone', async ({
  page,
  backend,
}) => {
  await store(backend, NEWER_VERSION);
  const loads = countLoads(page);
  await page.clock.install({ time: '2026-06-01T12:00:00Z' });
  await page.clock.pauseAt('2026-06-01T12:01:00Z');
  /** Time stands still but for what the page needs to become idle, in many small tasks. */
  const comeTo = (state: () => number | Promise<number>, wanted: number) =>
    expect.poll(() => page.clock.runFor(50).then(state), { intervals: [50] }).toBe(wanted);
  await open(page);
  await comeTo(() => dialogOf(page).count(), 1);
  await expect(page.getByText(TEXT, { exact: true })).toBeVisible();
  await expect(dialogOf(page)).toHaveAccessibleName(TEXT);
  for (let left = 10; left > 0; left -= 1) {
    await expect(dialogOf(page).getByRole('timer')).toHaveText(String(left));
    expect(loads()).toBe(1);
    await page.clock.runFor(1000);
  }
  await expect.poll(loads).toBe(2);

  // The stored version is still ahead of what the host serves: no dialog, and no second reload.
  await comeTo(() => versionAnswers(backend), 2);
  await page.clock.runFor(20_000);
  await expect(dialogOf(page)).toHaveCount(0);
  await page.clock.resume();
  await page.getByTestId('tiles').getByRole('link', { name: 'Request service' }).click();
  await expect(page.getByLabel('Name')).toBeVisible();
  expect(loads()).toBe(2);
});

test('a version after the one reloaded for is waited for again', async ({ page, backend }) => {
  const loads = countLoads(page);
  await page.clock.install();
  await store(backend, NEWER_VERSION);
  await open(page);
  await expect(dialogOf(page)).toBeVisible();
  await page.clock.fastForward(10_000);
  await expect.poll(loads).toBe(2);
  await expect.poll(() => versionAnswers(backend)).toBe(2);
  await idle(page);
  await expect(dialogOf(page)).toHaveCount(0);
  await store(backend, NEWEST_VERSION);
  // An outdated page looks again by itself, after half an hour.
  await page.clock.fastForward('31:00');
  await expect(dialogOf(page)).toBeVisible();
  await page.clock.fastForward(10_000);
  await expect.poll(loads).toBe(3);
});

test.describe('no dialog', () => {
  const STORED = {
    'the stored version is this one': CLIENT_VERSION,
    'it is older': OLDER_VERSION,
    'it is a string': String(NEWER_VERSION),
    'it is missing': undefined,
  };
  for (const [when, version] of Object.entries(STORED)) {
    test(`when ${when}`, async ({ page, backend }) => {
      await store(backend, version);
      await page.goto('/');
      await expect.poll(() => versionAnswers(backend)).toBe(1);
      await idle(page);
      await expect(dialogOf(page)).toHaveCount(0);
    });
  }

  test('where the reload cannot be remembered, it would come again for ever', async ({
    page,
    backend,
  }) => {
    await store(backend, NEWER_VERSION);
    const loads = countLoads(page);
    await page.clock.install();
    await page.addInitScript(() => {
      Object.defineProperty(globalThis, 'sessionStorage', {
        get: () => {
          throw new DOMException('Blocked', 'SecurityError');
        },
      });
    });
    await open(page);
    await expect(dialogOf(page)).toBeVisible();
    await page.clock.fastForward(10_000);
    await expect(dialogOf(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(loads()).toBe(1);
  });
});

test.describe('what was typed when the dialog came is there after the reload', () => {
  /** Opens a page that learns of a new version when the returned function is called, and reloads then. */
  async function waiting(page: Page, backend: Backend) {
    await store(backend, NEWER_VERSION);
    await page.clock.install();
    const loads = countLoads(page);
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(VERSION, async (route) => {
      await released;
      await route.continue();
    });
    return async () => {
      release();
      const before = loads();
      await expect(dialogOf(page)).toBeVisible();
      await page.clock.fastForward(10_000);
      await expect.poll(loads).toBe(before + 1);
    };
  }

  test('in the request form, with its picture', async ({ page, backend }) => {
    const update = await waiting(page, backend);
    await page.goto('/#request-service');
    await choose(page, [await pngFile('door.png')]);
    await fillForm(page);
    await update();
    await expectFilled(page);
    await expect(page.getByTestId('image-preview')).toHaveCount(1);
  });

  test('in a review', async ({ page, backend }) => {
    const update = await waiting(page, backend);
    await openForm(page, backend, 'no');
    await rate(page, 3);
    await page.getByLabel('Your review').fill('Half a sentence');
    await update();
    await showReviews(page);
    await expect(page.getByLabel('Your review')).toHaveValue('Half a sentence');
    await expect(page.getByRole('radio', { name: '3 stars' })).toBeChecked();
  });
});

/** Sets the version as the owner does; undefined deletes it. */
const store = (backend: Backend, version: number | string | undefined) =>
  storeDocument(backend, 'version/current', version === undefined ? undefined : { version });

const versionAnswers = (backend: Backend): number =>
  backend.requests.filter(({ url, state }) => VERSION.test(url) && state === 'done').length;

/** Resolves when the page has worked off what it knows. */
async function idle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestIdleCallback(() => requestAnimationFrame(() => resolve()));
      }),
  );
}
