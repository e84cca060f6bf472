import { expect, type Page } from '@playwright/test';
import { button, listed, NOT_SENT, reviewsOf, SIGN_IN, THANKS } from '../reviewScene';
import { REVIEW, type Showing, type Showings } from './visitor';

const areaOf = (page: Page) => page.getByRole('region', { name: 'Your opinion' });

/** The form with these contents, by somebody who is signed in. */
const form =
  ({ stars, text }: typeof REVIEW): Showing =>
  async ({ page }) => {
    const area = areaOf(page);
    await expect(area.getByRole('heading', { name: 'Write a review' })).toBeVisible();
    const checked = area.getByRole('radio', { checked: true });
    await expect(area.getByRole('radio')).toHaveCount(5);
    await expect(checked).toHaveCount(stars === 0 ? 0 : 1);
    if (stars > 0) await expect(checked).toHaveAccessibleName(`${stars} stars`);
    await expect(area.getByLabel('Your review')).toHaveValue(text);
    await signedIn(page);
  };

async function signedIn(page: Page): Promise<void> {
  await expect(areaOf(page)).toContainText('Signed in as Maria Alvarez');
  await expect(button(page, 'Sign out')).toBeVisible();
  await expect(button(page, SIGN_IN)).toHaveCount(0);
}

const NOTHING = { stars: 0, text: '' };
const blank = form(NOTHING);
const written = form(REVIEW);

const noAlert = (page: Page) => expect(areaOf(page).getByRole('alert')).toHaveCount(0);
const noForm = (page: Page) => expect(areaOf(page).getByRole('radio')).toHaveCount(0);

/** A work's page and its review area. */
export const workScreens: Showings = {
  'screen.work': async ({ page, site, backend, work, othersReviews }, { context }) => {
    await expect(page).toHaveURL(`${site}/work/${work}`);
    const { fields } = backend.firestore.list('gallery').find(({ path }) => path.endsWith(work))!;
    const { stringValue: title } = fields['title'] as { stringValue: string };
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(main).toContainText('We keep the cabinets you have');
    await expect(main.getByRole('link', { name: 'See more works' })).toBeVisible();
    await expect(main.getByRole('link', { name: 'Request service' })).toBeVisible();
    await expect(main.getByRole('link', { name: 'Contact us' })).toBeVisible();
    for (const name of ['Before', 'After', 'Reviews from our clients'])
      await expect(main.getByRole('heading', { name, exact: true })).toBeVisible();
    const reviews = othersReviews + (context.hasReviewed ? 1 : 0);
    await expect(listed(page)).toHaveCount(reviews);
    await expect.poll(() => reviewsOf(backend, work).length).toBe(reviews);
  },
  'screen.work.offered': async ({ page }) => {
    await expect(button(page, SIGN_IN)).toBeVisible();
    await expect(areaOf(page)).toContainText(
      'With your Google account. Neither your name nor your email is shown with your review.',
    );
    await expect(areaOf(page)).not.toContainText('Signed in');
    await noAlert(page);
    await noForm(page);
  },
  'screen.work.choosing': async ({ page, context }) => {
    await expect(areaOf(page)).toContainText(
      'Go on in the sign-in window. No window? Press the button again.',
    );
    expect(context.pages()).toHaveLength(2);
    await noForm(page);
  },
  'screen.work.declined': async ({ page, context }) => {
    await expect(areaOf(page)).toContainText(
      'The sign-in window was closed before you had signed in. You can try again any time.',
      { timeout: 20_000 },
    );
    await expect(button(page, SIGN_IN)).toBeVisible();
    expect(context.pages()).toHaveLength(1);
    await noAlert(page);
  },
  'screen.work.blank': async (visitor, state) => {
    await blank(visitor, state);
    await noAlert(visitor.page);
    await expect(button(visitor.page, 'Post review')).toBeVisible();
  },
  'screen.work.unrated': async (visitor, state) => {
    await blank(visitor, state);
    await expect(areaOf(visitor.page).getByRole('alert')).toHaveText(
      'Please rate with stars before submiting your review',
    );
  },
  'screen.work.written': async (visitor, state) => {
    await written(visitor, state);
    await expect(button(visitor.page, 'Post review')).toBeVisible();
  },
  'screen.work.posting': async (visitor, state) => {
    await written(visitor, state);
    await expect(button(visitor.page, 'Posting your review…')).toBeVisible();
    await expect(areaOf(visitor.page).getByLabel('Your review')).not.toBeEditable();
    await noAlert(visitor.page);
  },
  'screen.work.refused': async (visitor, state) => {
    await written(visitor, state);
    await expect(areaOf(visitor.page).getByRole('alert')).toHaveText(
      'Your review was not accepted. What you wrote is still here.',
    );
    await expect(button(visitor.page, 'Discard it')).toBeVisible();
  },
  'screen.work.notSent': async (visitor, state) => {
    await written(visitor, state);
    await expect(areaOf(visitor.page).getByRole('alert')).toHaveText(NOT_SENT);
    await expect(button(visitor.page, 'Try again')).toBeVisible();
    await expect(button(visitor.page, 'Discard it')).toBeVisible();
  },
  'screen.work.thanked': async ({ page }) => {
    await expect(areaOf(page)).toContainText(THANKS);
    await noForm(page);
    await noAlert(page);
    await signedIn(page);
  },
};
