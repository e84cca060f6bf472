import { MAX_STARS } from './constants';

/**
 * A mean of stars, as it is shown: with one decimal. Only if each review has all stars it is their number, because
 * "5.0" above a review with four would be untrue.
 */
export function averageStars(mean: number): number {
  const rounded = Math.round(mean * 10) / 10;
  return mean < MAX_STARS ? Math.min(rounded, MAX_STARS - 0.1) : rounded;
}
