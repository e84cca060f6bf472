/**
 * What firestore.rules accept of a request and of a review, judged without asking the server. Both
 * count characters (code points, so an emoji is one) and say the same: tests/rules/agreement.test.ts.
 */
import {
  FIELD_LIMITS,
  MAX_CATEGORIES,
  MAX_CATEGORY_LENGTH,
  MAX_REVIEW_TEXT,
  MAX_STARS,
  MIN_STARS,
} from './limits';
import type { NewReview } from './ports';
import type { RequestFields } from './types';
import { EMPTY_FIELDS, TEXT_FIELDS } from './validation';

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

/** Exactly the fields of a request, each as the rules want it. */
export function isAcceptableRequest(value: unknown): value is RequestFields {
  if (!hasExactly(value, Object.keys(EMPTY_FIELDS))) return false;
  const { categories } = value;
  return (
    TEXT_FIELDS.every((field) => isText(value[field], 1, FIELD_LIMITS[field])) &&
    Array.isArray(categories) &&
    categories.length <= MAX_CATEGORIES &&
    categories.every(isCategory)
  );
}

/** Exactly the fields of a new review, each as the rules want it. */
export function isAcceptableReview(value: unknown): value is NewReview {
  if (!hasExactly(value, ['stars', 'text'])) return false;
  const { stars, text } = value;
  const isRating = Number.isInteger(stars) && Number(stars) >= MIN_STARS;
  return isRating && Number(stars) <= MAX_STARS && isText(text, 0, MAX_REVIEW_TEXT);
}

function hasExactly(value: unknown, keys: string[]): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const own = Object.keys(value);
  return own.length === keys.length && keys.every((key) => Object.hasOwn(value, key));
}
