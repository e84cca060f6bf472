/** The line of proof and the quotes, from the owner's facts and the owner's choice of reviews. */
import type { Facts, Proof, Quote } from '../../src/contract/business';
import type { QuoteName } from '../../src/domain/types';
import type { BuildGallery } from './buildGallery';
import { MAX_QUOTE_LENGTH, MAX_QUOTES, SAMPLE } from '../../src/domain/constants.ts';

/** Characters for which the line of proof has room. */
const MAX_CLAUSE = 40;

/** The line of proof; null if there are no facts for it. */
export function proofOf({ rating, license, insurance, warranty }: Facts): Proof | null {
  const words: string[] = [];
  if (rating) words.push(rating.count === 1 ? '1 review' : `${rating.count} reviews`);
  if (license && insurance) words.push('Licensed and insured');
  else if (license) words.push('Licensed');
  else if (insurance) words.push('Insured');
  if (warranty) words.push(shortWarranty(warranty));
  return words.length > 0 ? { average: rating?.average, words } : null;
}

/** The first clause of a warranty; if that is too long, just the word "Warranty". */
function shortWarranty(warranty: string): string {
  const [clause = ''] = warranty.split(/[.:;,]/);
  if (clause.length > MAX_CLAUSE) return 'Warranty';
  return /warrant|guarant/i.test(clause) ? clause : `Warranty: ${clause}`;
}

/**
 * The reviews that the owner has chosen, in that order, two at most. One that is not stored any more is left out, and
 * one that the owner's page does not let choose: without words, or too long.
 */
export function quotesOf(
  { works, reviews }: Pick<BuildGallery, 'works' | 'reviews'>,
  chosen: readonly QuoteName[],
): Quote[] {
  const quotes = chosen.flatMap((name) => {
    const work = works.find(({ id }) => id === name.work);
    const review = reviews.get(name.work)?.find(({ id }) => id === name.review);
    const text = review?.text.trim();
    if (!work || !review || !text || text.length > MAX_QUOTE_LENGTH) return [];
    const { id, title, cover } = work;
    const isSample = cover.alt?.startsWith(SAMPLE) === true;
    return [
      {
        text,
        stars: review.stars,
        work: { id, title },
        ...(isSample && { isSample: true as const }),
      },
    ];
  });
  return quotes.slice(0, MAX_QUOTES);
}
