/** The line of proof, and the reviews that the landing page quotes. */
import { createElement } from 'react';
import { expect, test } from 'vitest';
import { ClientsAndTeam } from '../../src/landing/ClientsAndTeam';
import { Proof } from '../../src/shared/business/Proof';
import { proofOf, quotesOf } from '../../tools/build/proof';
import { bareWork } from '../support/bareWork';
import { markup } from '../support/markup';

test('the line of proof shows what was given, and is missing without', () => {
  const rating = { average: 4.8, count: 23 };
  const given = { rating, license: 'RLCI 1', insurance: 'To $1,000,000' };
  expect(proofOf({ ...given, warranty: '5-year warranty' })).toEqual({
    average: 4.8,
    words: ['23 reviews', 'Licensed and insured', '5-year warranty'],
  });
  expect(proofOf({ license: 'RLCI 1', warranty: 'Five years: what peels' })?.words).toEqual([
    'Licensed',
    'Warranty: Five years',
  ]);
  expect(proofOf({ insurance: 'Yes', rating: { average: 5, count: 1 } })?.words).toEqual([
    '1 review',
    'Insured',
  ]);
  expect(proofOf({ email: 'a@b.example' })).toBeNull();
  expect(markup(createElement(Proof, { proof: null }))).toBe('');
  const html = markup(createElement(Proof, { proof: proofOf(given) }));
  expect(html.replaceAll(/<[^>]*>/g, '')).toBe('4.8 4.8 out of 5 23 reviews Licensed and insured');
});

const work = (id: string) => bareWork(id, { title: `Work ${id}` });
const review = (
  stars: number,
  month: number,
  text = `Words of month ${month}, long enough to quote.`,
) => ({
  id: `${month}`,
  text,
  stars,
  user: '',
  created: `2026-0${month}-01T00:00:00Z`,
});

test('the quotes are the reviews that the owner has chosen, in that order and uncut', () => {
  const reviews = new Map([
    ['a', [review(5, 1), review(3, 3), review(5, 9, ' '), review(5, 4, 'x'.repeat(221))]],
    ['b', [review(5, 8)]],
  ]);
  const gallery = { works: ['a', 'b', 'c'].map(work), reviews };
  const quotes = quotesOf(gallery, [
    // Gone, without words, too long, of a work without reviews, of no work.
    { work: 'a', review: '2' },
    { work: 'a', review: '9' },
    { work: 'a', review: '4' },
    { work: 'c', review: '1' },
    { work: 'd', review: '1' },
    { work: 'b', review: '8' },
    { work: 'a', review: '3' },
    // More than two.
    { work: 'a', review: '1' },
  ]);
  expect(quotes).toEqual([
    { text: review(5, 8).text, stars: 5, work: { id: 'b', title: 'Work b' } },
    { text: review(3, 3).text, stars: 3, work: { id: 'a', title: 'Work a' } },
  ]);
  expect(quotesOf(gallery, [])).toEqual([]);
  const html = markup(createElement(ClientsAndTeam, { quotes, team: [] }));
  expect(html).toContain('href="/work/a"');
  expect(html).not.toContain('Who comes to you');
  expect(html).not.toContain('data-sample');
});

test('quotes about a sample work are marked as samples', () => {
  const cover = { url: '', thumb: '', alt: 'Sample illustration: a kitchen' };
  const quotes = quotesOf(
    { works: [{ ...work('a'), cover }], reviews: new Map([['a', [review(5, 1)]]]) },
    [{ work: 'a', review: '1' }],
  );
  expect(quotes).toMatchObject([{ isSample: true }]);
  const html = markup(createElement(ClientsAndTeam, { quotes, team: [] }));
  expect(html).toContain('data-sample="true"');
});

test('a person is shown with what the owner has told', () => {
  const html = markup(
    createElement(ClientsAndTeam, { quotes: [], team: [{ name: 'Ana', years: 1 }] }),
  );
  expect(html).toContain('1 year of refinishing cabinets');
  expect(html).not.toContain('<img');
  expect(html).not.toContain('What our clients say');
});
