// Who is signed in at the owner's page, and for how long.
import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures';
import { SIGN_IN, button, openWork, workWith } from '../support/reviewActions';

test.use({ serviceWorkers: 'block', viewport: { width: 390, height: 844 } });

const ENTER = 'Sign in with Google';
const ADD = 'Add a work';
const MINE = 'This is my phone: keep me signed in';

/** Presses the button of the page and chooses an account in the popup. */
async function enter(page: Page): Promise<void> {
  const opened = page.waitForEvent('popup');
  await button(page, ENTER).click();
  await (await opened).getByRole('button', { name: 'Olivia Owner' }).click();
}

/** The names under which Auth keeps somebody in this browser's database. */
const keptSessions = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const name = 'firebaseLocalStorageDb';
    const all = await indexedDB.databases();
    if (!all.some((each) => each.name === name)) return [];
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(opening.error!));
    });
    const store = database.transaction('firebaseLocalStorage').objectStore('firebaseLocalStorage');
    const keys = await new Promise<IDBValidKey[]>((resolve, reject) => {
      const asked = store.getAllKeys();
      asked.addEventListener('success', () => resolve(asked.result));
      asked.addEventListener('error', () => reject(asked.error!));
    });
    database.close();
    return keys.map(String).filter((key) => key.startsWith('firebase:authUser:'));
  });

test('a session lasts as long as its tab, and another tab has none', async ({ page, context }) => {
  await page.goto('/owner/');
  await enter(page);
  await expect(button(page, ADD)).toBeVisible();
  expect(await keptSessions(page)).toEqual([]);
  await page.reload();
  await expect(button(page, ADD)).toBeVisible();

  const other = await context.newPage();
  await other.goto('/owner/');
  await expect(button(other, ENTER)).toBeVisible();
});

test('on the owner’s own phone it lasts until the sign-out, which ends it in every tab and clears it', async ({
  page,
  context,
  backend,
}) => {
  await page.goto('/owner/');
  await page.getByLabel(MINE).check();
  await enter(page);
  await expect(button(page, ADD)).toBeVisible();
  expect(await keptSessions(page)).toEqual([expect.stringMatching(/:owner$/)]);

  const other = await context.newPage();
  await other.goto('/owner/');
  await expect(button(other, ADD)).toBeVisible();
  // The visitors' site of the same browser is not signed in as the owner.
  const visit = await context.newPage();
  await openWork(visit, workWith(backend, 'no'));
  await expect(button(visit, SIGN_IN)).toBeVisible();

  await button(page, 'Sign out').click();
  await expect(button(page, ENTER)).toBeVisible();
  await expect(page.getByLabel(MINE)).not.toBeChecked();
  await expect(other.getByRole('alert')).toHaveText(/^Your sign-in has ended/);
  expect(await keptSessions(page)).toEqual([]);
  await other.reload();
  await expect(button(other, ENTER)).toBeVisible();
});
