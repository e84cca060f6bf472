/** What makes a stranger trust, from the owner's facts and the clients' reviews. */
import type { Facts, Proof, Quote } from '../../src/domain/business';
import type { BuildGallery } from './buildGallery';
import { isSample } from './samples.ts';

/** As many characters as a line beside others has room for. */
const SHORT = 40;

/** The line of proof; null where nothing is given. */
export function proofOf({ rating, license, insurance, warranty }: Facts): Proof | null {
  const words = [
    rating && (rating.count === 1 ? '1 review' : `${rating.count} reviews`),
    license && insurance ? 'Licensed and insured' : license ? 'Licensed' : insurance && 'Insured',
    warranty && shortWarranty(warranty),
  ].filter((each) => each !== undefined);
  return words.length > 0 ? { average: rating?.average, words } : null;
}

/** The first clause of a warranty; only that there is one where that is long. */
function shortWarranty(warranty: string): string {
  const [clause = ''] = warranty.split(/[.:;,]/);
  if (clause.length > SHORT) return 'Warranty';
  return /warrant|guarant/i.test(clause) ? clause : `Warranty: ${clause}`;
}

const MOST = 2;
/** Shorter ones say nothing, longer ones nobody reads; none is cut. */
const LEAST_LENGTH = 30;
const MOST_LENGTH = 220;
const LEAST_STARS = 4;

/** Reviews to quote: the best, of these the newest, each of another work. */
export function quotesOf({ works, reviews }: Pick<BuildGallery, 'works' | 'reviews'>): Quote[] {
  const best = works.flatMap(({ id, title, cover }) => {
    const [first] = (reviews.get(id) ?? [])
      .map((review) => ({ ...review, text: review.text.trim() }))
      .filter(({ text, stars }) => stars >= LEAST_STARS && isQuotable(text))
      .toSorted((a, b) => b.stars - a.stars || b.created.localeCompare(a.created));
    return first ? [{ ...first, work: { id, title }, isOfSample: isSample(cover.alt) }] : [];
  });
  return best
    .toSorted((a, b) => b.stars - a.stars || b.created.localeCompare(a.created))
    .slice(0, MOST)
    .map(({ text, stars, work, isOfSample }) => ({
      text,
      stars,
      work,
      ...(isOfSample && { isSample: true as const }),
    }));
}

const isQuotable = (text: string) => text.length >= LEAST_LENGTH && text.length <= MOST_LENGTH;
