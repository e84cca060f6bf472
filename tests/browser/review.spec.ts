// A review on a work's page of the built site, from the popup to the batch and the rules.
import type { Page } from '@playwright/test';
import { expect, test, type Backend } from './fixtures';
import {
  LIST,
  NOT_SENT,
  POST,
  SIGN_IN,
  THANKS,
  button,
  listed,
  openCachedForm,
  openForm,
  openWork,
  post,
  rate,
  reviewsOf,
  showReviews,
  signIn,
  workWith,
} from './reviewScene';

test('0 stars raise the alert, 4 stars are posted and thanked for, now and after a reload', async ({
  page,
  backend,
}) => {
  const work = workWith(backend, 'some');
  const before = reviewsOf(backend, work);
  await openWork(page, work);
  await expect(listed(page)).toHaveCount(before.length);
  await expect(button(page, SIGN_IN)).toHaveText('Sign in to write a review');
  await signIn(page);

  await page.getByLabel('Your review').fill('Six weeks in, still like new.');
  await button(page, 'Post review').click();
  await expect(page.getByRole('alert')).toHaveText(
    'Please rate with stars before submiting your review',
  );
  expect(reviewsOf(backend, work)).toEqual(before);
  expect(backend.requests.filter(({ url }) => url.includes(':commit'))).toEqual([]);

  await post(page, 4, 'Six weeks in, still like new.');
  await expect(page.getByText('Thanks for your opinion', { exact: true })).toBeVisible();
  await expect(page.getByRole('radio')).toHaveCount(0);
  await expect(listed(page)).toHaveCount(before.length + 1);
  await expect(listed(page).first()).toContainText('4 out of 5 stars');
  await expect(listed(page).first()).toContainText('Six weeks in, still like new.');
  await expect(page.getByText(`from ${before.length + 1} reviews`)).toBeVisible();
  const dates = await listed(page)
    .locator('time')
    .evaluateAll((times) => times.map((time) => time.getAttribute('datetime')!));
  expect(dates).toEqual(dates.toSorted().toReversed());

  const [account] = backend.auth.snapshot();
  const mine = reviewsOf(backend, work).filter(({ user }) => user === account!.localId);
  expect(mine).toHaveLength(1);
  expect(Object.keys(mine[0]!).sort()).toEqual(['created', 'id', 'stars', 'text', 'user']);
  expect(mine[0]).toMatchObject({ stars: 4, text: 'Six weeks in, still like new.' });
  expect(mine[0]!.id).toMatch(/^[A-Za-z0-9]{10}$/);

  await page.reload();
  await showReviews(page);
  await expect(page.getByText(THANKS)).toBeVisible();

  await button(page, 'Sign out').click();
  await signIn(page, 'Sam Carter');
  await expect(button(page, 'Post review')).toBeVisible();
  // Nothing of the first visitor's is left in the form.
  await expect(page.getByLabel('Your review')).toHaveValue('');
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
});

test('a second review by a raw request is refused by the rules', async ({ page, backend }) => {
  const work = workWith(backend, 'no');
  await openWork(page, work);
  const maria = await tokenOf(page, () => signIn(page));
  await post(page, 5);
  await expect(page.getByText(THANKS)).toBeVisible();
  await button(page, 'Sign out').click();
  const sam = await tokenOf(page, () => signIn(page, 'Sam Carter'));

  for (const withMarker of [true, false]) {
    const refused = await commitReview(backend, work, maria, withMarker);
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({
      error: { code: 403, status: 'PERMISSION_DENIED' },
    });
  }
  expect(reviewsOf(backend, work)).toHaveLength(1);
  // The same request in the name of somebody who has not written yet is fine.
  expect((await commitReview(backend, work, sam, true)).status).toBe(200);
  expect(reviewsOf(backend, work)).toHaveLength(2);
});

test('two tabs that post at the same moment leave exactly one review', async ({
  page,
  context,
  backend,
}) => {
  const work = await openForm(page, backend, 'no');
  const other = await context.newPage();
  await openWork(other, work);
  const tabs = [page, other];
  for (const tab of tabs) await rate(tab, 5);
  // Both are on their way before either is answered.
  backend.faults.add({ ...POST, count: 2, do: { kind: 'latency', ms: 400 } });
  await Promise.all(tabs.map((tab) => button(tab, 'Post review').click()));
  for (const tab of tabs) await expect(tab.getByText(THANKS)).toBeVisible();
  expect(reviewsOf(backend, work)).toHaveLength(1);
});

test('written offline, it stays in the form over a reload, and is posted exactly once', async ({
  page,
  context,
  backend,
}) => {
  const work = await openCachedForm(page, backend, 'no');
  await context.setOffline(true);
  await post(page, 5, 'Six weeks in, still like new.');
  const isStillThere = async () => {
    await expect(page.getByRole('alert')).toHaveText(NOT_SENT);
    await expect(page.getByLabel('Your review')).toHaveValue('Six weeks in, still like new.');
    await expect(page.getByRole('radio', { name: '5 stars' })).toBeChecked();
  };
  await isStillThere();
  await page.reload();
  await showReviews(page);
  await isStillThere();
  await context.setOffline(false);
  expect(reviewsOf(backend, work)).toEqual([]);

  await button(page, 'Try again').click();
  await expect(page.getByText(THANKS)).toBeVisible();
  await expect(listed(page)).toHaveCount(1);
  const [review, ...others] = reviewsOf(backend, work);
  expect(others).toEqual([]);
  expect(review).toMatchObject({ stars: 5, text: 'Six weeks in, still like new.' });
  expect(await keptReviews(page)).toEqual([]);
});

test('what is being written is there in a new tab, and nowhere once it is discarded', async ({
  page,
  context,
  backend,
}) => {
  const work = await openForm(page, backend, 'no');
  await rate(page, 3);
  await page.getByLabel('Your review').fill('Half a sentence');
  await page.close();

  const later = await context.newPage();
  await openWork(later, work);
  await expect(later.getByLabel('Your review')).toHaveValue('Half a sentence');
  await expect(later.getByRole('radio', { name: '3 stars' })).toBeChecked();
  backend.faults.add({ ...POST, count: 1, do: { kind: 'status', status: 403 } });
  await button(later, 'Post review').click();
  await expect(later.getByRole('alert')).toContainText('Your review was not accepted.');
  await expect(later.getByLabel('Your review')).toHaveValue('Half a sentence');
  await button(later, 'Discard it').click();
  await expect(later.getByRole('radio', { checked: true })).toHaveCount(0);
  expect(await keptReviews(later)).toEqual([]);
});

for (const again of ['a reload', 'another try'] as const) {
  test(`a post whose answer was lost is found by ${again}, not repeated`, async ({
    page,
    backend,
  }) => {
    const work = await openForm(page, backend, 'no');
    const lost = backend.faults.add({
      ...POST,
      when: 'after',
      count: 1,
      do: { kind: 'truncate', bytes: 0 },
    });
    await post(page, 3);
    await expect(page.getByRole('alert')).toHaveText(NOT_SENT);
    expect(lost.hits).toBe(1);
    if (again === 'a reload') {
      await page.reload();
      await showReviews(page);
    } else {
      await button(page, 'Try again').click();
    }
    await expect(page.getByText(THANKS)).toBeVisible();
    expect(reviewsOf(backend, work)).toHaveLength(1);
    expect(await keptReviews(page)).toEqual([]);
  });
}

test('where nothing can be stored, a review that was not sent stays in the page', async ({
  page,
  backend,
}) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = function setItem(this: Storage) {
      if (this === localStorage) throw new DOMException('Full.', 'QuotaExceededError');
    };
  });
  const work = await openForm(page, backend, 'no');
  const down = backend.faults.add({ ...POST, do: { kind: 'reset' } });
  await post(page, 5, 'Wonderful');
  await expect(page.getByRole('alert')).toHaveText(NOT_SENT);
  await page.getByRole('banner').getByRole('link').first().click();
  await expect(page.locator('#headline')).toBeVisible();
  await page.goBack();
  await showReviews(page);
  await expect(page.getByLabel('Your review')).toHaveValue('Wonderful');
  down.remove();
  await button(page, 'Try again').click();
  await expect(page.getByText(THANKS)).toBeVisible();
  expect(reviewsOf(backend, work)).toHaveLength(1);
});

test('a review that was taken down is not written again', async ({ page, backend }) => {
  const work = await openForm(page, backend, 'no');
  await post(page, 5);
  await expect(page.getByText(THANKS)).toBeVisible();
  const [review] = backend.firestore.list(`gallery/${work}/reviews`);
  backend.firestore.commit([{ path: review!.path, fields: null }]);
  await page.reload();
  await showReviews(page);
  await expect(page.getByText('No reviews yet.')).toBeVisible();
  await expect(page.getByText(THANKS)).toBeVisible();
});

test('a review is listed though the first read after it brought an old list', async ({
  page,
  backend,
}) => {
  const work = await openCachedForm(page, backend, 'some');
  const before = reviewsOf(backend, work).length;
  await expect(listed(page)).toHaveCount(before);
  // The worker answers from what it has cached. Chromium repeats by itself what breaks off once.
  const cut = backend.faults.add({ ...LIST, count: 2, do: { kind: 'reset' } });
  await post(page, 4, 'Six weeks in, still like new.');
  // The second of two more reads comes after twelve seconds.
  await expect(listed(page)).toHaveCount(before + 1, { timeout: 20_000 });
  await expect(listed(page).first()).toContainText('Six weeks in, still like new.');
  expect(cut.hits).toBe(2);
});

test('a stale list after posting does not take the thanks away', async ({ page, backend }) => {
  const work = await openCachedForm(page, backend, 'some');
  const before = reviewsOf(backend, work).length;
  await expect(listed(page)).toHaveCount(before);
  // From now on the worker has only what it has cached: the list without the new review.
  const cut = backend.faults.add({ ...LIST, do: { kind: 'reset' } });
  await post(page, 4);
  await expect(page.getByText(THANKS)).toBeVisible();
  await expect.poll(() => cut.hits).toBeGreaterThan(0);
  await expect(listed(page)).toHaveCount(before);
  await expect(page.getByText(THANKS)).toBeVisible();
  expect(reviewsOf(backend, work)).toHaveLength(before + 1);

  await page.reload();
  await showReviews(page);
  await expect(listed(page)).toHaveCount(before);
  await expect(page.getByText(THANKS)).toBeVisible();
});

test.describe('nothing flashes', () => {
  const SLOW = {
    'the list': LIST,
    'who is signed in': { service: 'auth', url: /accounts:lookup/ },
    'the marker': { service: 'firestore', url: /reviewers|:batchGet/ },
  } as const;

  for (const [what, request] of Object.entries(SLOW)) {
    test(`before ${what} is known, to somebody who has written already`, async ({
      page,
      backend,
    }) => {
      await openForm(page, backend, 'some');
      await post(page, 5);
      await expect(page.getByText(THANKS)).toBeVisible();
      // Short of a list that names them, only the marker tells.
      if (what === 'the marker')
        backend.faults.add({ ...LIST, do: { kind: 'status', status: 500 } });
      await watchForFlashes(page);
      const slow = backend.faults.add({ ...request, count: 1, do: { kind: 'latency', ms: 1500 } });
      await page.reload();
      await showReviews(page);
      await expect(page.getByText(THANKS)).toBeVisible();
      expect(slow.hits).toBe(1);
      expect(await flashes(page)).toEqual([]);
    });
  }

  test('the form comes only after the list, to somebody who may write', async ({
    page,
    backend,
  }) => {
    await openForm(page, backend, 'some');
    await watchForFlashes(page);
    backend.faults.add({ ...LIST, count: 1, do: { kind: 'latency', ms: 1500 } });
    await page.reload();
    await showReviews(page);
    await expect(button(page, 'Post review')).toBeVisible();
    expect(await flashes(page)).toEqual(['the form, with the list']);
  });
});

/** From the next load on, notes every arrival of the form and of the sign-in button in the DOM. */
async function watchForFlashes(page: Page): Promise<void> {
  await page.addInitScript((signInText) => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    const note = (what: string) => seen.at(-1) !== what && seen.push(what);
    new MutationObserver(() => {
      const isListKnown = !document.body?.textContent?.includes('Loading reviews…');
      if (document.querySelector('input[name="review-stars"]'))
        note(isListKnown ? 'the form, with the list' : 'the form, without the list');
      if (document.body?.textContent?.includes(signInText)) note('the sign-in button');
    }).observe(document, { childList: true, subtree: true, characterData: true });
  }, SIGN_IN);
}

function flashes(page: Page): Promise<string[]> {
  return page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
}

/** What this browser keeps of reviews that are not accepted. */
function keptReviews(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('review/')));
}

/** The ID token that a sign-in brings. */
async function tokenOf(page: Page, action: () => Promise<void>): Promise<string> {
  const answer = page.waitForResponse(
    (response) =>
      response.url().includes('accounts:signInWithIdp') && response.request().method() === 'POST',
  );
  await action();
  return ((await (await answer).json()) as { idToken: string }).idToken;
}

/** Posts a review as the rules want it, in the name of an ID token's owner; see firestore.rules. */
function commitReview(
  backend: Backend,
  work: string,
  idToken: string,
  withMarker: boolean,
): Promise<Response> {
  const claims = JSON.parse(Buffer.from(idToken.split('.')[1]!, 'base64url').toString('utf8')) as {
    user_id: string;
  };
  const root = 'projects/demo-cabinets/databases/(default)/documents';
  const id = 'RawRequest';
  const review = {
    update: {
      name: `${root}/gallery/${work}/reviews/${id}`,
      fields: {
        id: { stringValue: id },
        text: { stringValue: 'By hand' },
        stars: { integerValue: '5' },
        user: { stringValue: claims.user_id },
      },
    },
    updateTransforms: [{ fieldPath: 'created', setToServerValue: 'REQUEST_TIME' }],
  };
  const marker = {
    update: {
      name: `${root}/gallery/${work}/reviewers/${claims.user_id}`,
      fields: { review: { stringValue: id } },
    },
  };
  return fetch(`${backend.origins.firestore}/v1/${root}:commit`, {
    method: 'POST',
    headers: { authorization: `Bearer ${idToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ writes: withMarker ? [review, marker] : [review] }),
  });
}
