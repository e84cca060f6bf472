// Posting a review on the built site, from signing in to the stored review.
import type { Page } from '@playwright/test';
import { deferred } from '../support/deferred';
import { expect, test } from '../support/fixtures';
import { moveAway } from '../support/serverContent';
import {
  NOT_SENT,
  POST,
  THANKS,
  button,
  listed,
  openCachedForm,
  openForm,
  post,
  rate,
  reviewsOf,
  showReviews,
} from '../support/reviewActions';

const TEXT = 'Six weeks in, still like new.';

test(
  'a text that a keyboard or a program has made too long is kept, told, and posted once it is shortened',
  { tag: '@full' },
  async ({ page, context, backend }) => {
    const work = await openForm(page, backend, 'no');
    await rate(page, 4);
    const text = page.getByLabel('Your review');
    await text.fill('a'.repeat(1995));
    await text.press('End');
    const keyboard = await context.newCDPSession(page);
    const composed = { text: 'ö'.repeat(40), selectionStart: 40, selectionEnd: 40 };
    await keyboard.send('Input.imeSetComposition', composed);
    await expect(page.getByText('35 characters too many')).toBeVisible();
    await keyboard.send('Input.insertText', { text: composed.text });
    await button(page, 'Post review').click();
    const alert = page.getByRole('alert');
    await expect(alert).toHaveText(
      'Your review was not sent. Please shorten it to 2000 characters.',
    );
    await expect(text).toBeFocused();
    await page.reload();
    await showReviews(page);
    await expect(text).toHaveValue('a'.repeat(1995) + 'ö'.repeat(40));
    await text.evaluate((field: HTMLTextAreaElement) => (field.value = 'b'.repeat(2001)));
    await button(page, 'Post review').click();
    await expect(alert).toHaveText(/Please shorten it/);
    await expect(page.getByText('1 character too many')).toBeVisible();
    await text.press('Backspace');
    await expect(alert).toHaveCount(0);
    await button(page, 'Post review').click();
    await expect(page.getByText(THANKS)).toBeVisible();
    expect(reviewsOf(backend, work)).toMatchObject([{ stars: 4, text: 'b'.repeat(2000) }]);
  },
);

test('behind the post the focus is on the thanks, which no region speaks a second time', async ({
  page,
  backend,
}) => {
  await openForm(page, backend, 'no');
  await post(page, 5, TEXT);
  await expect(page.getByRole('group', { name: THANKS })).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: THANKS })).toHaveCount(0);
});

test(
  'a program that changes the text while the review is posted does not hang the page',
  { tag: '@full' },
  async ({ page, backend }) => {
    const work = await openForm(page, backend, 'no');
    const answer = deferred<undefined>();
    backend.faults.add({ ...POST, count: 1, do: { kind: 'hold', until: answer.promise } });
    await post(page, 5, TEXT);
    await expect(button(page, 'Posting your review…')).toBeVisible();
    const text = page.getByLabel('Your review');
    await text.evaluate((field: HTMLTextAreaElement) => (field.value = 'Changed late'));
    // A button that does nothing now is an event all the same.
    await button(page, 'Sign out').click({ force: true });
    answer.resolve(undefined);
    await expect(page.getByText(THANKS)).toBeVisible();
    expect(reviewsOf(backend, work)).toMatchObject([{ stars: 5, text: TEXT }]);
  },
);

test(
  'a review written offline survives a reload and is posted exactly once, even if the answer is lost',
  { tag: ['@official', '@witness'] },
  async ({ page, context, backend }) => {
    const work = await openCachedForm(page, backend, 'no');
    await context.setOffline(true);
    await post(page, 5, TEXT);
    const isStillThere = async () => {
      await expect(page.getByRole('alert')).toHaveText(NOT_SENT);
      await expect(page.getByLabel('Your review')).toHaveValue(TEXT);
      await expect(page.getByRole('radio', { name: '5 stars' })).toBeChecked();
    };
    await isStillThere();
    await page.reload();
    await showReviews(page);
    await isStillThere();
    await context.setOffline(false);
    expect(reviewsOf(backend, work)).toEqual([]);

    const answer = { when: 'after', count: 1, do: { kind: 'truncate', bytes: 0 } } as const;
    const lost = backend.faults.add({ ...POST, ...answer });
    await button(page, 'Try again').click();
    await expect.poll(() => lost.hits).toBe(1);
    await isStillThere();
    await page.reload();
    await showReviews(page);
    await expect(page.getByText(THANKS)).toBeVisible();
    await expect(listed(page)).toHaveCount(1);
    const [review, ...others] = reviewsOf(backend, work);
    expect(others).toEqual([]);
    expect(Object.keys(review!).sort()).toEqual(['created', 'id', 'stars', 'text', 'user']);
    const [account] = backend.auth.snapshot();
    expect(review).toMatchObject({ stars: 5, text: TEXT, user: account!.localId });
    expect(review!.id).toMatch(/^[A-Za-z0-9]{10}$/);
    expect(await keptReviews(page)).toEqual([]);
  },
);

/** The unaccepted reviews that this browser keeps. */
function keptReviews(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('review/')));
}

test(
  'a page that is open when its work is removed says that it is gone, and keeps what was typed',
  { tag: '@full' },
  async ({ page, backend }) => {
    const work = await openForm(page, backend, 'no');
    moveAway(backend, `gallery/${work}`, 0);
    await post(page, 5, TEXT);
    await expect(page.getByText('This work is not shown any more.')).toBeVisible();
    await expect(page.getByText('did not load')).toHaveCount(0);
    await expect(page.getByLabel('Your review')).toHaveValue(TEXT);
  },
);
