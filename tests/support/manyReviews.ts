/** A work with any number of reviews, as nobody would write them by hand. */
import type { Backend } from '../../backend/backend';
import { normaliseFields } from '../../backend/firestore/firestoreValues';
import { toFields } from '../../backend/protoJson';

const START = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;

/** The stars of the nth review: 1 to 5, the same at every run. */
export const starsOf = (n: number): number => 1 + ((n * 7 + 3) % 5);

/** The id of the nth review. They do not sort as the times do. */
export const reviewId = (n: number): string => `r${String((n * 7919) % 100_000).padStart(9, '0')}`;

/** Gives a work this many reviews, one a minute, in place of those that it has. */
export function putReviews({ firestore }: Backend, work: string, count: number): void {
  const path = `gallery/${work}/reviews`;
  firestore.commit(firestore.list(path).map((old) => ({ path: old.path, fields: null })));
  firestore.commit(
    Array.from({ length: count }, (_, n) => {
      const review = {
        id: reviewId(n),
        text: `Review ${n}.`,
        stars: starsOf(n),
        user: `writer-${n}`,
        created: new Date(START + n * MINUTE),
      };
      return { path: `${path}/${review.id}`, fields: normaliseFields(toFields(review)) };
    }),
  );
}
