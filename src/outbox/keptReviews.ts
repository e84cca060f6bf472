import { isAcceptableReview } from '../domain/acceptance';
import { keptKey, type KeptReview, type KeptReviewStore } from '../domain/keptReviews';
import type { Connection } from './connection';

/** Kept reviews in the outbox's database. "Kept" is only said when the disk has it. */
export function createKeptReviews(connection: Connection): KeptReviewStore {
  return {
    put: (review) =>
      connection.run(async (database) => {
        const transaction = database.transaction('keptReviews', 'readwrite', {
          durability: 'strict',
        });
        await Promise.all([transaction.store.put(review), transaction.done]);
      }),
    get: (key) =>
      connection.run(async (database) => {
        const review = await database.get('keptReviews', key);
        return isKeptReview(review) ? review : undefined;
      }),
    all: () =>
      connection.run(async (database) => {
        const reviews = await database.getAll('keptReviews');
        return reviews.filter(isKeptReview);
      }),
    remove: (key) => connection.run((database) => database.delete('keptReviews', key)),
  };
}

/** Whether this is a review that the app has kept: nothing else is sent in anybody's name. */
function isKeptReview(value: unknown): value is KeptReview {
  if (typeof value !== 'object' || value === null) return false;
  const { key, workId, user, id, stars, text, savedAt, attempts, notBefore } = value as Partial<
    Record<keyof KeptReview, unknown>
  >;
  return (
    typeof workId === 'string' &&
    typeof user === 'string' &&
    key === keptKey(workId, user) &&
    typeof id === 'string' &&
    /^[A-Za-z0-9]{10}$/.test(id) &&
    isAcceptableReview({ stars, text }) &&
    [savedAt, attempts, notBefore].every(Number.isFinite)
  );
}
