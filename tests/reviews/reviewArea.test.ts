// What each state of the review area says, from the markup that a visitor would get.
import { createElement } from 'react';
import { expect, it } from 'vitest';
import { PROBLEM_TEXTS, ReviewScreens } from '../../src/reviews/ReviewArea';
import type { ReviewAreaView } from '../../src/reviews/useReviewArea';
import { markup } from '../support/markup';

const VIEW: ReviewAreaView = {
  screen: 'signedOut',
  isSigningIn: false,
  isPosting: false,
  user: null,
  stars: 0,
  text: '',
  problem: null,
  send: () => undefined,
};
const render = (view: Partial<ReviewAreaView>) =>
  markup(createElement(ReviewScreens, { ...VIEW, ...view }));
const writing = (view: Partial<ReviewAreaView>) =>
  render({ screen: 'writing', user: { uid: 'ann', googleId: '1', name: 'Ann' }, ...view });

it('offers to sign in, live while a popup is open', () => {
  expect(render({})).toContain('Sign in to write a review</button>');
  const waiting = render({ isSigningIn: true });
  expect(waiting).toContain('aria-busy="true"');
  expect(waiting).not.toContain('disabled');
});

const ALERTS = ['blocked', 'unauthorized', 'unreachable', 'failed', 'signOutFailed'] as const;

it.each(ALERTS)('says with an alert that it was %s', (problem) => {
  const [, alert, ...others] = render({ problem }).split('role="alert"');
  expect(alert).toContain(PROBLEM_TEXTS[problem]);
  expect(others).toEqual([]);
});

it('says politely that it was closed', () => {
  const html = render({ problem: 'closed' });
  expect(html).not.toContain('role="alert"');
  expect(html).toMatch(/aria-live="polite"[^>]*><p/);
});

it('says something else for every problem', () => {
  const all = ([...ALERTS, 'closed'] as const).map((problem) => render({ problem }));
  expect(new Set(all).size).toBe(all.length);
});

it('has five native radios with names and an optional text of at most 2000 characters', () => {
  const html = writing({ stars: 4 });
  expect(html.match(/type="radio"/g)).toHaveLength(5);
  expect(html).toContain('1 star<');
  expect(html).toContain('5 stars<');
  const checked = html.match(/<input[^>]*checked=""[^>]*>/g);
  expect(checked).toEqual([expect.stringContaining('value="4"')]);
  expect(html.match(/data-filled/g)).toHaveLength(4);
  expect(html).toContain('maxLength="2000"');
  expect(html).not.toMatch(/<textarea[^>]*required/);
});

it('ties the alert for missing stars to the rating', () => {
  const html = writing({ problem: 'starsMissing' });
  expect(html).toContain('Please rate with stars before submiting your review');
  const id = /role="alert" id="([^"]+)"/.exec(html)![1];
  expect(html).toContain(`aria-describedby="${id}"`);
  expect(html).toContain('aria-invalid="true"');
});

it.each([
  [1799, undefined],
  [1800, '200 characters left'],
  [1999, '1 character left'],
])(
  'counts what is left near the limit only (%i), an emoji as two, as the rules do',
  (length, told) => {
    const html = writing({ text: `${'x'.repeat(length - 2)}🪵` });
    expect(/\d+ characters? left/.exec(html)?.[0]).toBe(told);
  },
);

it('says that it posts', () => {
  expect(writing({ isPosting: true })).toContain('Posting your review…');
});
