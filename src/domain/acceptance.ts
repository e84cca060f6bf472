/** What firestore.rules accept; both count characters (code points, so an emoji is one). */
import { MAX_CATEGORY_LENGTH, MAX_REVIEW_TEXT, MAX_STARS, MIN_STARS } from './limits';
import type { NewReview } from './ports';

/** Whether a value is a text of `min` to `max` characters; half an emoji counts as one. */
function isText(value: unknown, min: number, max: number): value is string {
  if (typeof value !== 'string') return false;
  // A code point takes one or two units: most texts need no counting.
  const length = value.length <= max && value.length >= 2 * min ? value.length : [...value].length;
  return length >= min && length <= max;
}

/** Whether a service-type id can be a category of a request; the rules know it by its lines. */
export function isCategory(id: unknown): id is string {
  return isText(id, 1, MAX_CATEGORY_LENGTH) && !id.includes('\n');
}

/** Stars and text of a review, each as the rules want it. */
export function isAcceptableReview({ stars, text }: Record<keyof NewReview, unknown>): boolean {
  const isRating = Number.isInteger(stars) && Number(stars) >= MIN_STARS;
  return isRating && Number(stars) <= MAX_STARS && isText(text, 0, MAX_REVIEW_TEXT);
}
