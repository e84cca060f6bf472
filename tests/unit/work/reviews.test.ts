import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { ReadFailure } from '../../../src/domain/ports';
import type { Review } from '../../../src/domain/types';
import { averageStars, readableDate, ReviewsSection } from '../../../src/work/Reviews';

const review = (stars: number, text = '', day = 1): Review => ({
  id: `review${stars}${day}`,
  text,
  stars,
  user: 'someone',
  created: `2026-03-${String(day).padStart(2, '0')}T23:30:00Z`,
});

const render = (reviews: Review[] | undefined, failure?: ReadFailure) =>
  renderToStaticMarkup(
    createElement(ReviewsSection, {
      reviews: { value: reviews, failure, reload: async () => {} },
      area: createElement('div', { id: 'area' }),
    }),
  );

describe('ratings', () => {
  test('are averaged to one decimal', () => {
    expect(averageStars([review(5), review(4), review(4)])).toBe(4.3);
    expect(averageStars([review(1)])).toBe(1);
    expect(averageStars([])).toBeUndefined();
  });

  test('carry a date that is the same in every time zone', () => {
    expect(readableDate('2026-03-01T23:30:00Z')).toBe('March 1, 2026');
    expect(readableDate('soon')).toBeUndefined();
  });
});

describe('the reviews of a work', () => {
  test('show stars with a text, the date, the words and how they sum up', () => {
    const html = render([review(4, 'Lovely <doors>', 2), review(5, '', 1)]);
    expect(html).toContain('Reviews from our clients');
    expect(html).toContain('4.5 out of 5 stars');
    expect(html).toContain('from 2 reviews');
    expect(html).toContain('4 out of 5 stars');
    expect(html).toContain('March 2, 2026');
    expect(html).toContain('Lovely &lt;doors&gt;');
    expect(html).toContain('<div id="area">');
  });

  test('keep the order they come in: newest first', () => {
    const html = render([review(4, 'newer', 2), review(5, 'older', 1)]);
    expect(html.indexOf('newer')).toBeLessThan(html.indexOf('older'));
  });

  test('start with twenty and offer the rest', () => {
    const many = Array.from({ length: 25 }, (_, index) => review(5, `words ${index}.`, index + 1));
    const html = render(many);
    expect(html).toContain('words 19.');
    expect(html).not.toContain('words 20.');
    expect(html).toContain('Show more reviews');
    expect(render(many.slice(0, 20))).not.toContain('Show more reviews');
  });

  test('tell apart: none, not known yet, offline, failed', () => {
    expect(render([])).toContain('No reviews yet.');
    expect(render(undefined)).toContain('aria-busy="true"');
    expect(render(undefined, 'offline')).toContain('You are offline.');
    expect(render(undefined, 'failed')).toContain('The reviews did not load.');
    for (const failure of ['offline', 'failed'] as const) {
      expect(render(undefined, failure)).toContain('Try again');
    }
  });

  test('that are known stay when a later read fails', () => {
    expect(render([review(3, 'kept')], 'offline')).toContain('kept');
  });
});
