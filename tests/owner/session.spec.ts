// Who is signed in at the owner's page, and for how long.
import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures';
import { kept } from '../support/keptTexts';
import { ADD_WORK, SIGN_IN_AS_OWNER, enterWork, signInAsOwner } from '../support/ownerActions';
import { SIGN_IN, button, openWork, workWith } from '../support/reviewActions';
import { storeDocument } from '../support/serverContent';

test.use({ serviceWorkers: 'block', viewport: { width: 390, height: 844 } });

const MINE = 'This is my phone: keep me signed in';

/** What Auth keeps of somebody in this browser's database, each beginning with its name. */
const keptSessions = async (page: Page): Promise<string[]> =>
  (await kept(page))
    .filter(([place]) => place === 'IndexedDB firebaseLocalStorageDb/firebaseLocalStorage')
    .map(([, text]) => text)
    .filter((text) => text.startsWith('firebase:authUser:'));

/** In the page: nothing can be written until the returned function is called. */
function fillStorage(): () => void {
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = () => {
    throw new DOMException('No room.', 'QuotaExceededError');
  };
  return () => {
    IDBObjectStore.prototype.put = put;
  };
}

test(
  'a session lasts as long as its tab, and another tab has none; what was entered goes after a day',
  { tag: '@full' },
  async ({ page, context }) => {
    await page.goto('/owner');
    await signInAsOwner(page);
    await expect(button(page, ADD_WORK)).toBeVisible();
    expect(await keptSessions(page)).toEqual([]);
    await page.reload();
    await expect(button(page, ADD_WORK)).toBeVisible();

    const other = await context.newPage();
    await other.goto('/owner');
    await expect(button(other, SIGN_IN_AS_OWNER)).toBeVisible();

    await enterWork(page);
    const forADay = page.getByText('What you enter is kept on this phone for a day');
    await expect(forADay).toBeVisible();
    const makeRoom = await page.evaluateHandle(fillStorage);
    const title = page.getByLabel('Title', { exact: true });
    await title.fill('Willow Bend');
    await expect(page.getByText('This browser keeps nothing')).toBeVisible();
    await makeRoom.evaluate((make) => make());
    await title.fill('Willow Bend kitchen');
    await expect(forADay).toBeVisible();
    await page.close();
    await other.reload();
    await signInAsOwner(other);
    await expect(button(other, 'Go on with it')).toBeVisible();
    await other.close();
    // A day later.
    const late = await context.newPage();
    await late.clock.setFixedTime(Date.now() + 86_400_000);
    await late.goto('/owner');
    await expect(button(late, SIGN_IN_AS_OWNER)).toBeVisible();
    await late.clock.setFixedTime(Date.now());
    await signInAsOwner(late);
    await expect(button(late, ADD_WORK)).toBeVisible();
  },
);

test(
  'on the owner’s own phone it lasts until the sign-out, which ends it in every tab and clears it',
  { tag: '@full' },
  async ({ page, context, backend }) => {
    await page.goto('/owner');
    await page.getByLabel(MINE).check();
    await signInAsOwner(page);
    await expect(button(page, ADD_WORK)).toBeVisible();
    expect(await keptSessions(page)).toEqual([expect.stringMatching(/^\S+:owner /)]);

    const other = await context.newPage();
    await other.goto('/owner');
    await expect(button(other, ADD_WORK)).toBeVisible();
    // The visitors' site of the same browser is not signed in as the owner.
    const visit = await context.newPage();
    await openWork(visit, workWith(backend, 'no'));
    await expect(button(visit, SIGN_IN)).toBeVisible();

    await button(page, 'Sign out').click();
    await expect(button(page, SIGN_IN_AS_OWNER)).toBeVisible();
    await expect(page.getByLabel(MINE)).not.toBeChecked();
    await expect(other.getByRole('alert')).toHaveText(
      // Nothing is kept, so nothing is said of it.
      'Your sign-in has ended. Sign in again to go on.',
    );
    expect(await keptSessions(page)).toEqual([]);
    await other.reload();
    await expect(button(other, SIGN_IN_AS_OWNER)).toBeVisible();
  },
);

test(
  'a sign-out takes the work that was begun with it, and asks before',
  { tag: '@full' },
  async ({ page }) => {
    await page.goto('/owner');
    await signInAsOwner(page);
    await enterWork(page);
    await button(page, 'Sign out').click();
    await expect(page.getByRole('group', { name: 'Sign out?' })).toContainText(
      'Willow Bend kitchen is not published yet.Signing out removes it from this phone.',
    );
    await button(page, 'Stay signed in').click();
    await expect(button(page, 'Sign out')).toBeFocused();
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Willow Bend kitchen');
    await button(page, 'Sign out').click();
    await button(page, 'Sign out and remove it').click();
    await signInAsOwner(page);
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('');
    await expect(page.locator('figure')).toHaveCount(0);
  },
);

test(
  'what another account has begun is neither shown nor sent, and waits for it',
  { tag: '@full' },
  async ({ page, backend }) => {
    const maria = 'maria.alvarez@example.com';
    await storeDocument(backend, `owners/${maria}`, {});
    await page.goto('/owner');
    await signInAsOwner(page, 'Maria Alvarez');
    await enterWork(page);
    // She is no owner any more, and nothing of hers arrives.
    await storeDocument(backend, `owners/${maria}`, undefined);
    await button(page, 'Publish').click();
    await expect(page.getByText(`${maria} is not an owner of this site`)).toBeVisible();
    await button(page, 'Sign in with another account').click();
    await expect(page.getByRole('group', { name: 'Sign out?' })).toBeVisible();
    await button(page, 'Stay signed in').click();
    // Her session ends as it may anywhere: without a question.
    await page.evaluate(() => sessionStorage.clear());
    await page.reload();
    await signInAsOwner(page);
    await expect(
      page.getByRole('heading', { name: 'This phone keeps another owner’s work' }),
    ).toBeVisible();
    await expect(page.getByText(`${maria} has begun it.`)).toBeVisible();
    await expect(page.getByText('Willow Bend kitchen')).toHaveCount(0);
    expect(backend.firestore.get('gallery/willow-bend-kitchen')).toBeNull();
    await button(page, 'Discard it').click();
    await button(page, 'Yes, discard it').click();
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('');
  },
);
