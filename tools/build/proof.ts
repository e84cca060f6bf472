/** The line of proof and the quotes, which make a stranger trust: from the owner's facts and the clients' reviews. */
import type { Facts, Proof, Quote } from '../../src/domain/business';
import type { Review } from '../../src/domain/types';
import type { BuildGallery } from './buildGallery';
import { SAMPLE } from '../../src/domain/constants.ts';

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

/** The number of reviews that are quoted. */
const MAX_QUOTES = 2;
/** Characters. Shorter reviews say nothing, longer ones nobody reads, and no review is cut. */
const MIN_LENGTH = 30;
const MAX_LENGTH = 220;
const MIN_QUOTED_STARS = 4;

/** Chooses the reviews to quote: at most one of each work, the best first, and among equal ones the newest. */
export function quotesOf({ works, reviews }: Pick<BuildGallery, 'works' | 'reviews'>): Quote[] {
  const bestOfEach = works.flatMap(({ id, title, cover }) => {
    const [best] = (reviews.get(id) ?? [])
      .map((review) => ({ ...review, text: review.text.trim() }))
      .filter(({ text, stars }) => stars >= MIN_QUOTED_STARS && isQuotable(text))
      .toSorted(bestFirst);
    return best
      ? [{ ...best, work: { id, title }, isOfSample: cover.alt?.startsWith(SAMPLE) === true }]
      : [];
  });
  return bestOfEach
    .toSorted(bestFirst)
    .slice(0, MAX_QUOTES)
    .map(({ text, stars, work, isOfSample }) => ({
      text,
      stars,
      work,
      ...(isOfSample && { isSample: true as const }),
    }));
}

/** More stars first; with the same number, the newer review first. */
function bestFirst(a: Review, b: Review): number {
  if (a.stars !== b.stars) return b.stars - a.stars;
  return b.created.localeCompare(a.created);
}

const isQuotable = (text: string) => text.length >= MIN_LENGTH && text.length <= MAX_LENGTH;
