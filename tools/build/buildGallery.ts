/** Reads the gallery during the build, for the prerendered pages. */
import type { BackendConfig } from '../../src/firebase/config';
import { readGallery, readReviews } from '../../src/firebase/rest/readers';
import type { Facts } from '../../src/domain/business';
import type { ReadResult } from '../../src/ports/reads';
import type { GalleryCard, GalleryWork, Review } from '../../src/domain/types';
import { averageStars } from '../../src/domain/averageStars';
import { pool } from '../pool';

/** The number of works in the HTML; the page reads the others later. */
const MAX_CARDS = 8;
/** Milliseconds to wait for each answer: there may be no backend. */
export const PATIENCE = 5000;

export interface BuildGallery {
  /** All works. */
  works: GalleryWork[];
  /** The first works, with only the fields that cards show. */
  cards: GalleryCard[];
  /** The reviews by the id of their work. Works whose reviews could not be read are not in it. */
  reviews: Map<string, Review[]>;
}

/** Reads the gallery. A new gallery gives an empty list; a gallery that cannot be read gives the reason. */
export async function readBuildGallery(config: BackendConfig): Promise<ReadResult<BuildGallery>> {
  const read = await readGallery(config, { signal: AbortSignal.timeout(PATIENCE) });
  if (!read.ok) return read;
  const works = read.value;
  const cards = works
    .slice(0, MAX_CARDS)
    .map(({ id, title, cover }): GalleryCard => ({ id, title, cover }));
  const reviews = new Map<string, Review[]>();
  await pool(works, 8, async ({ id }) => {
    const ofWork = await readReviews(config, id, { signal: AbortSignal.timeout(PATIENCE) });
    if (ofWork.ok) reviews.set(id, ofWork.value);
  });
  return { ok: true, value: { works, cards, reviews } };
}

/** The mean of all reviews; undefined if there are none, or if some could not be read. */
export function ratingOf({ works, reviews }: BuildGallery): Facts['rating'] {
  const stars = [...reviews.values()].flat().map((review) => review.stars);
  if (stars.length === 0 || reviews.size < works.length) return undefined;
  const mean = stars.reduce((sum, each) => sum + each, 0) / stars.length;
  return { average: averageStars(mean), count: stars.length };
}
