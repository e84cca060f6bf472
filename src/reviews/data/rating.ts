/**
 * A work's rating, from whatever the page knows. For a long list the server counts (longReviews.ts, which is loaded
 * late).
 */
import type { ReviewPage, Rating } from '../port';
import { averageStars } from '../../domain/averageStars';
import type { Review } from '../../domain/types';

export interface Total {
  count: number;
  average: number;
}

export function totalOf(reviews: readonly Review[]): Total {
  const sum = reviews.reduce((total, { stars }) => total + stars, 0);
  return {
    count: reviews.length,
    average: reviews.length > 0 ? averageStars(sum / reviews.length) : 0,
  };
}

/**
 * The total of a work. Where the page is all there is, it counts itself. Otherwise the rating of the server counts, and
 * with it the reviews of the page that were posted after it. Undefined without a rating.
 */
export function totalOfWork(
  { reviews, next }: ReviewPage,
  rating: Rating | undefined,
): Total | undefined {
  if (!next) return totalOf(reviews);
  if (!rating) return undefined;
  const ratedAt = Date.parse(rating.at);
  const newer = reviews.filter(({ created }) => Date.parse(created) > ratedAt);
  const count = rating.count + newer.length;
  const sum = newer.reduce((total, { stars }) => total + stars, rating.average * rating.count);
  return { count, average: averageStars(sum / count) };
}
