/** What the gallery held when the site was built, for the prerendered pages. */
import type { BackendConfig } from '../../src/firebase/config';
import { readGallery, readReviews } from '../../src/firebase/rest/readers';
import type { Facts } from '../../src/domain/business';
import type { ReadResult } from '../../src/ports/reads';
import type { GalleryWork, Review } from '../../src/domain/types';
import { pool } from '../pool';

/** As many works as the HTML carries; the page reads the rest. */
const MOST = 8;
/** Milliseconds for each answer of a backend that may not be there. */
export const PATIENCE = 5000;

export interface BuildGallery {
  /** All works. */
  works: GalleryWork[];
  /** The first ones as far as cards show them. */
  cards: GalleryWork[];
  /** By work; of those whose reviews could be read. */
  reviews: Map<string, Review[]>;
}

/** A new gallery is empty, which is not the same as one that cannot be read. */
export async function readBuildGallery(config: BackendConfig): Promise<ReadResult<BuildGallery>> {
  const read = await readGallery(config, { signal: AbortSignal.timeout(PATIENCE) });
  if (!read.ok) return read;
  const works = read.value;
  const cards = works
    .slice(0, MOST)
    .map((work): GalleryWork => ({ ...work, before: [], after: [] }));
  const reviews = new Map<string, Review[]>();
  await pool(works, 8, async ({ id }) => {
    const ofWork = await readReviews(config, id, { signal: AbortSignal.timeout(PATIENCE) });
    if (ofWork.ok) reviews.set(id, ofWork.value);
  });
  return { ok: true, value: { works, cards, reviews } };
}

/** The mean of all reviews; undefined where there are none, or where some could not be read. */
export function ratingOf({ works, reviews }: BuildGallery): Facts['rating'] {
  const stars = [...reviews.values()].flat().map((review) => review.stars);
  if (stars.length === 0 || reviews.size < works.length) return undefined;
  const mean = stars.reduce((sum, each) => sum + each, 0) / stars.length;
  return { average: Math.round(mean * 10) / 10, count: stars.length };
}
