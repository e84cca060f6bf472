import { expect, type Page } from '@playwright/test';
import { button, listed, NOT_SENT, reviewsOf, SIGN_IN, THANKS } from '../../browser/reviewScene';
import { storedWorks } from '../../browser/stored';
import { REVIEW, type Showing, type Showings } from './visitor';

const areaOf = (page: Page) => page.getByRole('region', { name: 'Your opinion' });

/** The form with these contents, by somebody who is signed in; `alert` beside it, or none. */
const form =
  ({ stars, text }: typeof REVIEW, press: string, alert?: string | RegExp): Showing =>
  async ({ page }) => {
    const area = areaOf(page);
    const checked = area.getByRole('radio', { checked: true });
    await expect(area.getByRole('radio')).toHaveCount(5);
    await expect(checked).toHaveCount(stars === 0 ? 0 : 1);
    if (stars > 0) await expect(checked).toHaveAccessibleName(`${stars} stars`);
    await expect(area.getByLabel('Your review')).toHaveValue(text);
    await expect(area).toContainText('Signed in as Maria Alvarez');
    await expect(area.getByRole('alert')).toHaveText(alert === undefined ? [] : [alert]);
    await expect(button(page, press)).toBeVisible();
  };

/** These texts, and no form. */
const says =
  (...texts: string[]): Showing =>
  async ({ page }) => {
    for (const text of texts) await expect(areaOf(page)).toContainText(text, { timeout: 20_000 });
    await expect(areaOf(page).getByRole('radio')).toHaveCount(0);
    await expect(areaOf(page).getByRole('alert')).toHaveCount(0);
  };

const NOTHING = { stars: 0, text: '' };
const RATE = 'Please rate with stars before submiting your review';
const REFUSED = 'Your review was not accepted. What you wrote is still here.';

/** A work's page and its review area. */
export const workScreens: Showings = {
  'screen.work': async ({ page, site, backend, work, othersReviews }, { context }) => {
    await expect(page).toHaveURL(`${site}/work/${work}`);
    const { title } = storedWorks(backend).find(({ id }) => id === work)!;
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(title);
    const reviews = othersReviews + (context.hasReviewed ? 1 : 0);
    await expect(listed(page)).toHaveCount(reviews);
    await expect.poll(() => reviewsOf(backend, work).length).toBe(reviews);
  },
  'screen.work.offered': says(SIGN_IN),
  'screen.work.choosing': async (visitor, state) => {
    await says('Go on in the sign-in window.')(visitor, state);
    expect(visitor.context.pages()).toHaveLength(2);
  },
  'screen.work.declined': async (visitor, state) => {
    await says('closed before you had signed in', SIGN_IN)(visitor, state);
    expect(visitor.context.pages()).toHaveLength(1);
  },
  'screen.work.blank': form(NOTHING, 'Post review'),
  'screen.work.unrated': form(NOTHING, 'Post review', RATE),
  'screen.work.written': form(REVIEW, 'Post review'),
  'screen.work.posting': async (visitor, state) => {
    await form(REVIEW, 'Posting your review…')(visitor, state);
    await expect(areaOf(visitor.page).getByLabel('Your review')).not.toBeEditable();
  },
  'screen.work.refused': form(REVIEW, 'Discard it', REFUSED),
  'screen.work.notSent': form(REVIEW, 'Try again', NOT_SENT),
  'screen.work.thanked': says(THANKS, 'Signed in as Maria Alvarez'),
};
