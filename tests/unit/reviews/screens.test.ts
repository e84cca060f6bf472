// What each state of the review area says, from the markup that a visitor would get.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { ReviewProblem } from '../../../machines/reviewArea';
import { PROBLEM_TEXTS } from '../../../src/reviews/ReviewForm';
import { ReviewScreens } from '../../../src/reviews/ReviewPanel';
import type { ReviewAreaView } from '../../../src/reviews/useReviewArea';

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
const SIGNED_IN = { user: { uid: 'ann', name: 'Ann' } };
const render = (view: Partial<ReviewAreaView>) =>
  renderToStaticMarkup(createElement(ReviewScreens, { ...VIEW, ...view }));

describe('signed out', () => {
  it('offers to sign in, live while a popup is open', () => {
    expect(render({})).toContain('Sign in to write a review</button>');
    const waiting = render({ isSigningIn: true });
    expect(waiting).toContain('aria-busy="true"');
    expect(waiting).not.toContain('disabled');
  });

  const problems: ReviewProblem[] = ['blocked', 'unauthorized', 'unreachable', 'failed'];
  it.each(problems)('says with an alert that it was %s', (problem) => {
    const html = render({ problem });
    expect(html.split('role="alert"')).toHaveLength(2);
    expect(html.split('role="alert"')[1]).toContain(PROBLEM_TEXTS[problem]);
  });

  it.each(['closed', 'timedOut'] as const)('says politely that it was %s', (problem) => {
    const html = render({ problem });
    expect(html).not.toContain('role="alert"');
    expect(html).toMatch(/aria-live="polite"[^>]*><p/);
  });

  it('says something else for every problem', () => {
    const all: ReviewProblem[] = [...problems, 'closed', 'timedOut', 'signOutFailed'];
    expect(new Set(all.map((problem) => render({ problem }))).size).toBe(all.length);
  });
});

describe('writing', () => {
  const writing = (view: Partial<ReviewAreaView>) =>
    render({ screen: 'writing', ...SIGNED_IN, ...view });

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

  it('counts what is left near the limit only', () => {
    expect(writing({ text: 'x'.repeat(1799) })).not.toContain('left');
    expect(writing({ text: 'x'.repeat(1800) })).toContain('200 characters left');
    expect(writing({ text: 'x'.repeat(1999) })).toContain('1 character left');
  });

  it.each([
    ['refused', 'Post review'],
    ['notSent', 'Try again'],
  ] as const)(
    'says that a review was %s, offers “%s”, and lets it be discarded',
    (problem, label) => {
      const html = writing({ stars: 4, text: 'Good', problem });
      expect(html).toContain(PROBLEM_TEXTS[problem]);
      expect(html).toContain('>Good</textarea>');
      expect(html).toContain(`${label}</button>`);
      expect(html).toContain('Discard it</button>');
    },
  );

  it.each([null, 'starsMissing'] as const)('lets nothing else be discarded (%s)', (problem) => {
    expect(writing({ problem })).not.toContain('Discard');
  });

  it('says that it posts', () => {
    expect(writing({ isPosting: true })).toContain('Posting your review…');
  });

  it('offers to sign out', () => {
    expect(writing({})).toContain('Signed in as Ann');
    expect(writing({})).toContain('Sign out</button>');
  });
});

it('thanks', () => {
  expect(render({ screen: 'thanked', ...SIGNED_IN })).toContain('>Thanks for your opinion<');
});
