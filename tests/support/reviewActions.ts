/** A visitor's actions in the review area of the built site. */
import { expect, type Locator, type Page } from '@playwright/test';
import { fromFields } from '../../backend/protoJson';
import type { FaultSpec } from '../../backend/faults/index';
import type { Review } from '../../src/domain/types';
import { workerControls } from './deliveryActions';
import type { Backend } from './fixtures';
import { storedWorks } from './serverContent';

export const THANKS = 'Thanks for your opinion';
export const SIGN_IN = 'Sign in to write a review';
export const NOT_SENT =
  'We could not reach the server, so your review was not sent. What you wrote is still here.';

/** Meets the batch that posts a review. */
export const POST = { service: 'firestore', url: /:commit/ } satisfies Partial<FaultSpec>;
/** Meets the list of reviews as the page reads it. */
export const LIST = {
  service: 'firestore',
  method: 'GET',
  url: /\/reviews\?/,
} satisfies Partial<FaultSpec>;

/** The id of a sample work with (or without) reviews. */
export function workWith(backend: Backend, reviews: 'some' | 'no'): string {
  const ids = storedWorks(backend).map(({ id }) => id);
  return ids.find((id) => reviewsOf(backend, id).length > 0 === (reviews === 'some'))!;
}

/** The reviews of a work as they are stored, with whatever keys they really have. */
export function reviewsOf(backend: Backend, work: string): Review[] {
  return backend.firestore
    .list(`gallery/${work}/reviews`)
    .map(({ fields }) => fromFields(fields) as unknown as Review);
}

export const button = (page: Page, name: string): Locator => page.getByRole('button', { name });

/** Where nobody can sign in. The page of a work has a button of this name, too. */
export const linkCopier = (page: Page): Locator =>
  page.getByRole('region', { name: 'Your opinion' }).getByRole('button', { name: 'Copy link' });

/** The reviews that the page lists, in order. */
export const listed = (page: Page): Locator =>
  page.getByRole('region', { name: 'Reviews from our clients' }).getByRole('listitem');

/** Opens a work's page and brings its review area into view. */
export async function openWork(page: Page, work: string): Promise<void> {
  await page.goto(`/work/${work}`);
  // A key starts the app at once, also with a test's clock, with which the gate does not see the first paint.
  await page.keyboard.press('Shift');
  await showReviews(page);
}

export async function showReviews(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Reviews from our clients' }).scrollIntoViewIfNeeded();
}

/** Clicks the button and returns the account chooser that it has opened. */
export async function openPopupOf(page: Page, name: string): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await button(page, name).click();
  return opened;
}

export const openChooser = (page: Page): Promise<Page> => openPopupOf(page, SIGN_IN);

/** Signs in through the popup; resolves when the page knows it. */
export async function signIn(page: Page, name = 'Maria Alvarez'): Promise<void> {
  const popup = await openChooser(page);
  await popup.getByRole('button', { name }).click();
  await expect(page.getByText(`Signed in as ${name}`)).toBeVisible();
}

/** Opens a work's page and signs in as a visitor who may write there; resolves with the work's id. */
export async function openForm(
  page: Page,
  backend: Backend,
  reviews: 'some' | 'no',
): Promise<string> {
  const work = workWith(backend, reviews);
  await openWork(page, work);
  await signIn(page);
  return work;
}

/** The same once more under the worker, which has cached all that the page needs then. */
export async function openCachedForm(...scene: Parameters<typeof openForm>): Promise<string> {
  const work = await openForm(...scene);
  const [page] = scene;
  await workerControls(page);
  await page.reload();
  await showReviews(page);
  return work;
}

export async function rate(page: Page, stars: number): Promise<void> {
  await page.getByRole('radio', { name: stars === 1 ? '1 star' : `${stars} stars` }).check();
}

/** Rates, writes and presses the button. */
export async function post(page: Page, stars: number, text = ''): Promise<void> {
  await rate(page, stars);
  await page.getByLabel('Your review').fill(text);
  await button(page, 'Post review').click();
}
