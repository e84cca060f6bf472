import type { KeptReviewStore } from '../domain/keptReviews';
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
    get: (key) => connection.run((database) => database.get('keptReviews', key)),
    all: () => connection.run((database) => database.getAll('keptReviews')),
    remove: (key) => connection.run((database) => database.delete('keptReviews', key)),
  };
}
