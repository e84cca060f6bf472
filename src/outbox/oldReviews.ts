import { createConnection } from './connection';

/**
 * Hands out the reviews that earlier versions of the app have kept in the outbox's database, as they lie
 * there, and removes those for which `move` says that they are safe elsewhere.
 */
export async function moveKeptReviews(move: (review: unknown) => boolean): Promise<void> {
  const connection = createConnection();
  try {
    await connection.run(async (database) => {
      for (const review of await database.getAll('keptReviews')) {
        if (move(review)) await database.delete('keptReviews', review.key);
      }
    });
  } finally {
    connection.close();
  }
}
