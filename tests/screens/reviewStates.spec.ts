// The states of the area where a client writes a review.
import { expect } from '../support/fixtures';
import { stopTimers } from '../support/longWaits';
import {
  button,
  NOT_SENT,
  openChooser,
  openForm,
  openWork,
  post,
  POST,
  THANKS,
  workWith,
} from '../support/reviewActions';
import { testStates, type Opening } from './testStates';

/** Posts a review that meets this fault; resolves when the page says `text`. */
const posting =
  (
    text: string,
    end?: { kind: 'silence' | 'reset' } | { kind: 'status'; status: number },
  ): Opening =>
  async ({ page, backend }) => {
    await openForm(page, backend, 'some');
    if (end) backend.faults.add({ ...POST, do: end });
    await post(page, 4, 'Six weeks in, still like new.');
    await expect(page.getByText(text)).toBeVisible();
    // After 30 s without an answer the page asks again.
    if (end?.kind === 'silence') await stopTimers(page);
  };

const STATES: Record<string, Opening> = {
  async 'review-choosing'({ page, backend }) {
    await openWork(page, workWith(backend, 'some'));
    await openChooser(page);
    await expect(page.getByText('Go on in the sign-in window.')).toBeVisible();
  },
  async 'review-sign-in-closed'({ page, backend }) {
    await openWork(page, workWith(backend, 'some'));
    const chooser = await openChooser(page);
    await button(chooser, 'Cancel').click();
    await expect(page.getByText('closed before you had signed in')).toBeVisible();
  },
  async 'review-unrated'({ page, backend }) {
    await openForm(page, backend, 'some');
    await button(page, 'Post review').click();
    await expect(
      page.getByText('Please rate with stars before submiting your review'),
    ).toBeVisible();
  },
  'review-posting': posting('Posting your review…', { kind: 'silence' }),
  'review-refused': posting('Your review was not accepted.', { kind: 'status', status: 403 }),
  'review-not-sent': posting(NOT_SENT, { kind: 'reset' }),
  'review-thanked': posting(THANKS),
};

/** In these a review was written. */
const WRITTEN = ['review-refused', 'review-not-sent', 'review-thanked'];
testStates(STATES, (name) => WRITTEN.includes(name));
