import { createElement } from 'react';
import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import type { Review } from '../../src/domain/types';
import { readableDate } from '../../src/lib/readableDate';
import { BuiltList } from '../../src/reviews/ReviewList';
import { ReviewsSection } from '../../src/reviews/Reviews';
import type { WorkReviews } from '../../src/reviews/useReviews';
import { useNetwork } from '../../src/ui/hooks';
import { markup } from '../support/markup';
import type { ReadFailure } from '../../src/lib/results';
import { totalOf } from '../../src/reviews/data/rating';

vi.mock('../../src/ui/hooks', async (load) => ({
  ...(await load<object>()),
  useNetwork: vi.fn(),
}));
beforeEach(() => void vi.mocked(useNetwork).mockReturnValue('offline'));

const review = (stars: number, text = '', day = 1): Review => ({
  id: `review${stars}${day}`,
  text,
  stars,
  user: 'someone',
  created: `2026-03-${String(day).padStart(2, '0')}T23:30:00Z`,
});

/** All reviews of a work, as the page has read them. */
const allOf = (value?: Review[], failure?: ReadFailure): WorkReviews => ({
  newest: { value, failure, reload: async () => {} },
  list: { reviews: value ?? [], hasMore: false, readMore: async () => true },
  total: value ? totalOf(value) : null,
});

const render = (value?: Review[], failure?: ReadFailure) => renderPage(allOf(value, failure));
const renderPage = (reviews: WorkReviews) =>
  markup(
    createElement(ReviewsSection, {
      reviews,
      area: createElement('div', { id: 'area' }),
    }),
  );

test('the reviews of a sample work are marked, those of the owner’s works are not', () => {
  const reviews = allOf([]);
  const section = (isSample: boolean) =>
    markup(createElement(ReviewsSection, { isSample, reviews, area: createElement('div') }));
  expect(section(true)).toContain('data-sample="true"');
  expect(section(false)).not.toContain('data-sample');
});

test.each([
  ['America/New_York', 'December 31, 2025'],
  ['UTC', 'January 1, 2026'],
  ['Asia/Tokyo', 'January 1, 2026'],
])('a review’s date is the visitor’s own day: %s', (zone, day) => {
  vi.stubEnv('TZ', zone);
  expect(readableDate('2026-01-01T01:30:00Z')).toBe(day);
  expect(readableDate('soon')).toBeUndefined();
});

test('the build writes no date: it does not know the visitor’s day', () => {
  const reviews = [review(4, 'Lovely doors')];
  const html = markup(createElement(BuiltList, { reviews }));
  expect(html).toContain('Lovely doors');
  expect(html).not.toContain('<time');
});

test('an average is 5.0 only where every review has five stars', () => {
  const stars = (...all: number[]) => totalOf(all.map((each) => review(each))).average;
  const fives = Array.from({ length: 19 }, () => 5);
  expect(stars(...fives)).toBe(5);
  expect(stars(...fives, 4)).toBe(4.9);
  expect(stars(5, 5, 4)).toBe(4.7);
  expect(stars(1)).toBe(1);
});

describe('the reviews of a work', () => {
  it('are not said to have failed where the work is gone, whatever was shown before', () => {
    for (const before of [undefined, [review(4, 'Lovely doors')]]) {
      const html = render(before, 'missing');
      expect(html).toContain('This work is not shown any more.');
      for (const part of ['Lovely doors', 'did not load', 'from 1 review', 'Try again'])
        expect(html).not.toContain(part);
    }
  });

  it('show stars, date, text and the average', () => {
    const html = render([review(4, 'Lovely <doors>', 2), review(5, '', 1), review(4)]);
    for (const part of [
      'Reviews from our clients',
      '4.3 out of 5 stars',
      '--share:30%',
      'from 3 reviews',
      '4 out of 5 stars',
      'March 2, 2026',
      'Lovely &lt;doors&gt;',
      '<div id="area">',
    ]) {
      expect(html).toContain(part);
    }
  });

  it('are listed with the newest first', () => {
    const html = render([review(4, 'newer', 2), review(5, 'older', 1)]);
    expect(html.indexOf('newer')).toBeLessThan(html.indexOf('older'));
  });

  it('show twenty and offer the rest', () => {
    const many = Array.from({ length: 25 }, (_, index) => review(5, `words ${index}.`, index + 1));
    const html = render(many);
    expect(html).toContain('words 19.');
    expect(html).not.toContain('words 20.');
    expect(html).toContain('Show more reviews');
    expect(render(many.slice(0, 20))).not.toContain('Show more reviews');
  });

  it('offer more of a long list, whose summary counts all', () => {
    const reviews = Array.from({ length: 20 }, (_, index) => review(5, `words ${index}.`));
    const list = { reviews, hasMore: true, readMore: async () => true };
    const html = renderPage({ ...allOf(reviews), list, total: { count: 5000, average: 4.1 } });
    expect(html).toContain('4.1 out of 5 stars');
    expect(html).toContain('from 5000 reviews');
    expect(html).toContain('Show more reviews');
  });

  it('say what is known while all of them cannot be counted', () => {
    const reviews = Array.from({ length: 100 }, () => review(5));
    const summary = (total: WorkReviews['total']) => renderPage({ ...allOf(reviews), total });
    expect(summary(undefined)).toContain('More than 100 reviews');
    for (const html of [summary(undefined), summary(null)]) {
      expect(html).not.toContain('from 100 reviews');
    }
  });

  it('fold a text that would fill a phone, and no other', () => {
    expect(render([review(4, 'x'.repeat(480))])).not.toContain('Show all');
    expect(render([review(4, 'x'.repeat(2000))])).toContain('aria-expanded="false"');
    expect(render([review(4, 'Nice.\n'.repeat(13))])).toContain('Show all');
  });

  it.each([
    ['there are none', [], undefined, ['No reviews yet.']],
    ['they are not known yet', undefined, undefined, ['aria-busy="true"']],
    ['the visitor is offline', undefined, 'offline', ['You are offline.', 'Try again']],
    ['they failed to load', undefined, 'failed', ['The reviews did not load.', 'Try again']],
    [
      'they are known and a later read failed',
      [review(3, 'kept')],
      'offline',
      ['kept', 'from 1 review'],
    ],
  ] as const)('say so when %s', (_, reviews, failure, parts) => {
    const html = render(reviews && [...reviews], failure);
    for (const part of parts) expect(html).toContain(part);
  });

  it.each(['unanswered', 'online'] as const)(
    'are not said to be missed for being offline where the browser is not (%s)',
    (network) => {
      vi.mocked(useNetwork).mockReturnValue(network);
      const html = render(undefined, 'offline');
      expect(html).toContain('The reviews did not load.');
      expect(html).toContain('We could not be reached. Your connection may be slow, or a blocker');
      expect(html).not.toContain('offline');
    },
  );
});
