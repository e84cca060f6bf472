/** Reads the gallery during the build, for the prerendered pages. */
import type { BackendConfig } from '../../src/firebase/config';
import { parseReview, parseWork } from '../../src/firebase/rest/parseDocuments';
import { queryAll } from '../../src/firebase/rest/queries';
import { quotePath } from '../../src/firebase/rest/quotes';
import { MAX_LISTED_WORKS } from '../../src/contract/pageSizes';
import { comparable, type Built } from '../../src/contract/built';
import type { Facts } from '../../src/contract/business';
import type { GalleryCard, GalleryWork, QuoteName, Review } from '../../src/domain/types';
import { averageStars } from '../../src/domain/averageStars';
import { pool } from '../pool';
import type { ReadResult } from '../../src/lib/results';

/** The number of works in the HTML; the page reads the others later. */
const MAX_CARDS = 8;
/** Milliseconds to wait for each answer: there may be no backend. */
export const PATIENCE = 5000;

export interface BuildGallery {
  works: GalleryWork[];
  /** When each work's document was last written, by its id, in ISO 8601. */
  changed: Map<string, string>;
  /** The first works, with only the fields that cards show. */
  cards: GalleryCard[];
  /** The reviews by the id of their work. Works whose reviews could not be read are not in it. */
  reviews: Map<string, Review[]>;
}

/** Reads the gallery. A new gallery gives an empty list; a gallery that cannot be read gives the reason. */
export async function readBuildGallery(config: BackendConfig): Promise<ReadResult<BuildGallery>> {
  const byTime = { field: 'created', direction: 'ASCENDING' } as const;
  const read = await queryAll(config, 'gallery', byTime, withPatience());
  if (!read.ok) return read;
  const works = read.value.map(({ id, fields, createTime }) => parseWork(id, fields, createTime));
  const cards = works
    .slice(0, MAX_CARDS)
    .map(({ id, title, cover }): GalleryCard => ({ id, title, cover }));
  const changed = new Map(read.value.map(({ id, updateTime }) => [id, updateTime]));
  const reviews = new Map<string, Review[]>();
  await pool(works, 8, async ({ id }) => {
    const ofWork = await readAllReviews(config, id);
    if (ofWork) reviews.set(id, ofWork);
  });
  return { ok: true, value: { works, changed, cards, reviews } };
}

/** What the page of all works lists: the newest first, with nothing but title and thumbnail. */
export const allCards = ({ works }: Pick<BuildGallery, 'works'>): GalleryCard[] =>
  works
    .toReversed()
    .slice(0, MAX_LISTED_WORKS)
    .map(({ id, title, cover: { thumb, url } }) => ({
      id,
      title,
      cover: { url: '', thumb: thumb || url },
    }));

/** All reviews of a work, newest first; undefined if they cannot be read. */
async function readAllReviews(
  config: BackendConfig,
  workId: string,
): Promise<Review[] | undefined> {
  const byTime = { field: 'created', direction: 'DESCENDING' } as const;
  const read = await queryAll(config, `gallery/${workId}/reviews`, byTime, withPatience());
  return read.ok
    ? read.value.flatMap(({ id, fields, createTime }) => parseReview(id, fields, createTime) ?? [])
    : undefined;
}

const withPatience = () => ({ signal: AbortSignal.timeout(PATIENCE) });

/** The mean of all reviews; undefined if there are none, or if some could not be read. */
export function ratingOf({ works, reviews }: BuildGallery): Facts['rating'] {
  const stars = [...reviews.values()].flat().map((review) => review.stars);
  if (stars.length === 0 || reviews.size < works.length) return undefined;
  const mean = stars.reduce((sum, each) => sum + each, 0) / stars.length;
  return { average: averageStars(mean), count: stars.length };
}

/**
 * What the build has of the gallery and of the chosen quotes. Every later write of a work has a later time than those
 * that the build has seen: Firestore's commits are in order.
 */
export function builtOf(
  { works, changed, reviews }: BuildGallery,
  quotes: readonly QuoteName[] | undefined,
): Omit<Built, 'at'> {
  const times = [...changed.values()].map(comparable).toSorted();
  const isThere = ({ work, review }: QuoteName) =>
    reviews.get(work)?.some(({ id }) => id === review);
  return {
    works: { count: works.length, lastWritten: times.at(-1) ?? '' },
    ...(quotes && { quotes: quotes.filter(isThere).map(quotePath) }),
  };
}
