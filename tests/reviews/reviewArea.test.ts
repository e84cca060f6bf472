// The texts of each state of the review area.
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
  attach: () => () => undefined,
};
const render = (view: Partial<ReviewAreaView>) =>
  markup(createElement(ReviewScreens, { ...VIEW, ...view, placeholder: null }));
const writing = (view: Partial<ReviewAreaView>) =>
  render({ screen: 'writing', user: { uid: 'ann', googleId: '1', name: 'Ann' }, ...view });

it('the sign-in button works while a popup is open, too', () => {
  expect(render({})).toContain('<span>Sign in to write a review</span></button>');
  const waiting = render({ isSigningIn: true });
  expect(waiting).toContain('aria-busy="true"');
  expect(waiting).not.toContain('disabled');
});

const ALERTS = [
  'blocked',
  'unauthorized',
  'disabled',
  'sessionEnded',
  'unreachable',
  'failed',
  'signOutFailed',
] as const;

it.each(ALERTS)('an alert beside the sign-in button tells %s', (problem) => {
  const [, alert, ...others] = render({ problem }).split('role="alert"');
  expect(alert).toContain(PROBLEM_TEXTS[problem]);
  expect(others).toEqual([]);
});

it('a polite message says that the sign-in window was closed', () => {
  const html = render({ problem: 'closed' });
  expect(html).not.toContain('role="alert"');
  expect(html).toMatch(/<output class="[^"]+">[^<]/);
});

it('every problem has a text of its own', () => {
  const all = ([...ALERTS, 'closed'] as const).map((problem) => render({ problem }));
  expect(new Set(all).size).toBe(all.length);
});

it('the form has five named stars and an optional text', () => {
  const html = writing({ stars: 4 });
  expect(html.match(/type="radio"/g)).toHaveLength(5);
  expect(html).toContain('1 star<');
  expect(html).toContain('5 stars<');
  const checked = html.match(/<input[^>]*checked=""[^>]*>/g);
  expect(checked).toEqual([expect.stringContaining('value="4"')]);
  expect(html.match(/data-filled/g)).toHaveLength(4);
  // A field that cuts what is pasted into it loses it. The count says how much is too much.
  expect(html).not.toMatch(/maxlength/i);
  expect(html).not.toMatch(/<textarea[^>]*required/);
});

it('the alert about missing stars belongs to the rating', () => {
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
  [2000, '0 characters left'],
  [2001, '1 character too many'],
  [2040, '40 characters too many'],
])(
  'the form counts the characters left near the limit only (%i), as the rules do',
  (length, told) => {
    const html = writing({ text: `${'x'.repeat(length - 2)}🪵` });
    expect(/\d+ characters? (left|too many)/.exec(html)?.[0]).toBe(told);
    expect(/<textarea[^>]*aria-invalid/.test(html)).toBe(length > 2000);
  },
);

it('what is spoken of the length is the same for many letters: a count would interrupt a reader at each', () => {
  const spoken = (length: number) => {
    const html = writing({ text: 'x'.repeat(length) });
    return [...html.matchAll(/<output[^>]*>([^<]*)</g)].map(([, text]) => text).join('');
  };
  const lengths = (from: number) => Array.from({ length: 200 }, (_, index) => from + index);
  const heard = (from: number) => [...new Set(lengths(from).map(spoken))];
  expect(heard(1600)).toEqual(['']);
  expect(heard(1800)).toEqual(['Up to 200 characters left.']);
  expect(heard(2001)).toEqual(['Too long: 2,000 characters at most.']);
});

it('the form says that it is posting', () => {
  expect(writing({ isPosting: true })).toContain('Posting your review…');
});
