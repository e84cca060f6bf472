// The version check of the built site: the dialog, its countdown, one reload, and nothing lost.
import type { Locator, Page } from '@playwright/test';
import { expect, test, type Backend } from './fixtures';
import { FILLED, fillForm } from './requestForm';
import { button, openWork, rate, showReviews, signIn, workWith } from './reviewScene';
import { workerControls } from './delivery/scene';
import { png } from '../pictures';
import { CLIENT_VERSION } from '../../src/domain/constants';
import { NEWER_VERSION, NEWEST_VERSION, OLDER_VERSION } from '../versions';

const TEXT = 'Please wait while we update the app version...';
const VERSION = /documents\/version\/current/;

/** The page starts in many small tasks, each of which waits for the clock that the test moves on. */
const OFTEN = { intervals: [50] };

const dialogOf = (page: Page): Locator => page.getByRole('alertdialog');

test('counts 10 to 0 by the clock, reloads once, and then leaves the site alone', async ({
  page,
  backend,
}) => {
  await store(backend, { doubleValue: NEWER_VERSION });
  const loads = countLoads(page);
  await page.clock.install({ time: '2026-06-01T12:00:00Z' });
  await page.clock.pauseAt('2026-06-01T12:01:00Z');
  await noteCountdown(page);
  await page.goto('/');
  // Time stands still but for what the page needs to become idle.
  await expect
    .poll(async () => {
      await page.clock.runFor(50);
      return dialogOf(page).count();
    }, OFTEN)
    .toBe(1);
  await expect(page.getByText(TEXT, { exact: true })).toBeVisible();
  await expect(dialogOf(page)).toHaveAccessibleName(TEXT);
  await expect(dialogOf(page).getByRole('timer')).toHaveText('10');
  for (let left = 9; left > 0; left -= 1) {
    await page.clock.runFor(1000);
    await expect(dialogOf(page).getByRole('timer')).toHaveText(String(left));
  }
  expect(loads()).toBe(1);
  await page.clock.runFor(1000);
  await expect.poll(loads).toBe(2);
  expect(await countdown(page)).toEqual(['10', '9', '8', '7', '6', '5', '4', '3', '2', '1', '0']);

  // The stored version is still ahead of what the host serves: no dialog, and no second reload.
  await expect
    .poll(async () => {
      await page.clock.runFor(50);
      return versionAnswers(backend);
    }, OFTEN)
    .toBe(2);
  await page.clock.runFor(20_000);
  await expect(dialogOf(page)).toHaveCount(0);
  await page.clock.resume();
  await page
    .getByTestId('tiles')
    .getByRole('link', { name: /Request service/ })
    .click();
  await expect(page.getByLabel('Name')).toBeVisible();
  expect(loads()).toBe(2);
});

test('counts down for real, in about ten seconds, over whatever is open', async ({
  page,
  backend,
  axe,
}) => {
  await store(backend, { doubleValue: NEWER_VERSION });
  const loads = countLoads(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/#request-service');
  await expect(dialogOf(page)).toBeVisible();
  const seen = Date.now();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await axe(page)).toEqual([]);
  }
  await expect.poll(loads, { timeout: 15_000 }).toBe(2);
  const took = Date.now() - seen;
  expect(took).toBeGreaterThan(8000);
  expect(took).toBeLessThan(14_000);
  await expect.poll(() => versionAnswers(backend)).toBe(2);
  await idle(page);
  await expect(dialogOf(page)).toHaveCount(0);
  await page.getByLabel('Name').fill('Still usable');
  expect(loads()).toBe(2);
});

test('a version after the one reloaded for is waited for again', async ({ page, backend }) => {
  const loads = countLoads(page);
  await page.clock.install();
  await store(backend, { doubleValue: NEWER_VERSION });
  await page.goto('/');
  await expect(dialogOf(page)).toBeVisible();
  await page.clock.fastForward(10_000);
  await expect.poll(loads).toBe(2);
  await expect.poll(() => versionAnswers(backend)).toBe(2);
  await idle(page);
  await expect(dialogOf(page)).toHaveCount(0);
  await store(backend, { doubleValue: NEWEST_VERSION });
  // An outdated page looks again by itself, after half an hour.
  await page.clock.fastForward('31:00');
  await expect(dialogOf(page)).toBeVisible();
  await page.clock.fastForward(10_000);
  await expect.poll(loads).toBe(3);
});

test.describe('no dialog', () => {
  const STORED = {
    'the stored version is this one': { doubleValue: CLIENT_VERSION },
    'it is older': { doubleValue: OLDER_VERSION },
    'it is a string': { stringValue: String(NEWER_VERSION) },
    'it is not finite': { doubleValue: 'Infinity' },
    'it is missing': undefined,
  };
  for (const [when, value] of Object.entries(STORED)) {
    test(`when ${when}`, async ({ page, backend }) => {
      await store(backend, value);
      const loads = countLoads(page);
      await page.goto('/');
      await expect.poll(() => versionAnswers(backend)).toBe(1);
      await idle(page);
      await expect(dialogOf(page)).toHaveCount(0);
      expect(loads()).toBe(1);
    });
  }

  test('offline, whatever is stored', async ({ page, context, backend }) => {
    await page.goto('/');
    await workerControls(page);
    await store(backend, { doubleValue: NEWER_VERSION });
    await context.setOffline(true);
    const asked = page.waitForEvent('requestfailed', (request) => VERSION.test(request.url()));
    await page.reload();
    await asked;
    await idle(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(dialogOf(page)).toHaveCount(0);
  });

  test('where the reload cannot be remembered, it would come again for ever', async ({
    page,
    backend,
  }) => {
    await store(backend, { doubleValue: NEWER_VERSION });
    const loads = countLoads(page);
    await page.clock.install();
    await page.addInitScript(() => {
      Object.defineProperty(globalThis, 'sessionStorage', {
        get: () => {
          throw new DOMException('Blocked', 'SecurityError');
        },
      });
    });
    await page.goto('/');
    await expect(dialogOf(page)).toBeVisible();
    await page.clock.fastForward(10_000);
    await expect(dialogOf(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(loads()).toBe(1);
  });
});

test.describe('what was typed when the dialog came is there after the reload', () => {
  test('in the request form, with its picture', async ({ page, backend }) => {
    const loads = countLoads(page);
    await store(backend, { doubleValue: NEWER_VERSION });
    const letCheck = await holdVersion(page);
    await page.goto('/#request-service');
    await page.getByTestId('image-input').setInputFiles({
      name: 'door.png',
      mimeType: 'image/png',
      buffer: await png(300, 200),
    });
    await expect(page.getByTestId('image-preview')).toHaveCount(1);
    await fillForm(page);
    letCheck();
    await expect(dialogOf(page)).toBeVisible();
    await expect.poll(loads, { timeout: 15_000 }).toBe(2);
    for (const [label, value] of [
      ['Name', FILLED.name],
      ['Email', FILLED.email],
      ['Phone', FILLED.phone],
      ['Address', FILLED.address],
      ['Description', FILLED.description],
    ] as const) {
      await expect(page.getByLabel(label)).toHaveValue(value);
    }
    await expect(page.getByTestId('image-preview')).toHaveCount(1);
  });

  test('in a review', async ({ page, backend }) => {
    const loads = countLoads(page);
    await store(backend, { doubleValue: NEWER_VERSION });
    const letCheck = await holdVersion(page);
    await openWork(page, workWith(backend, 'no'));
    await signIn(page);
    await rate(page, 3);
    await page.getByLabel('Your review').fill('Half a sentence');
    letCheck();
    await expect(dialogOf(page)).toBeVisible();
    await expect.poll(loads, { timeout: 15_000 }).toBe(2);
    await showReviews(page);
    await expect(page.getByLabel('Your review')).toHaveValue('Half a sentence');
    await expect(page.getByRole('radio', { name: '3 stars' })).toBeChecked();
    await expect(button(page, 'Post review')).toBeVisible();
  });
});

type Value = { doubleValue: number | string } | { stringValue: string };

/** Sets `version/current` as the owner does; undefined deletes it. */
async function store(backend: Backend, version: Value | undefined): Promise<void> {
  const answer = await fetch(
    `${backend.origins.firestore}/v1/projects/demo-cabinets/databases/(default)/documents/version/current`,
    {
      method: version ? 'PATCH' : 'DELETE',
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      ...(version && { body: JSON.stringify({ fields: { version } }) }),
    },
  );
  expect(answer.status).toBe(200);
}

const versionAnswers = (backend: Backend): number =>
  backend.requests.filter(
    ({ method, url, state }) => method === 'GET' && VERSION.test(url) && state === 'done',
  ).length;

/** How many documents the page has loaded so far. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('load', () => (loads += 1));
  return () => loads;
}

/** Resolves when the page has worked off what it knows. */
async function idle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestIdleCallback(() => requestAnimationFrame(() => resolve()));
      }),
  );
}

/** Keeps the answer about the version back until the returned function is called. */
async function holdVersion(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(VERSION, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Notes every text of the countdown, for the life of the tab. */
async function noteCountdown(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const text = document.querySelector('[role=timer]')?.textContent;
      const seen = JSON.parse(sessionStorage.getItem('seen') ?? '[]') as string[];
      if (!text || seen.at(-1) === text) return;
      sessionStorage.setItem('seen', JSON.stringify([...seen, text]));
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
}

function countdown(page: Page): Promise<string[]> {
  return page.evaluate(() => JSON.parse(sessionStorage.getItem('seen') ?? '[]') as string[]);
}
