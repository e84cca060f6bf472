import { MAX_CATEGORY_LENGTH, MAX_REVIEW_TEXT, MAX_STARS, MIN_STARS } from './constants';
import type { Draft } from './types';

/** The line that "I want something like this" puts into the description, with nothing typed behind it. */
const LIKE_ALONE = /^I want something like “[^\n]*”\.\s*$/;

/** Whether the visitor has put nothing into the form. */
export const isBlank = ({ fields, images }: Pick<Draft, 'fields' | 'images'>): boolean =>
  images.length === 0 &&
  Object.values(fields).every((value) => value.length === 0 || LIKE_ALONE.test(String(value)));

/** The image types that storage.rules accepts, by extension. */
export const IMAGE_TYPES = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  heic: 'image/heic',
  heif: 'image/heif',
};
type ImageExtension = keyof typeof IMAGE_TYPES;

/** The extension under which an image of this MIME type is stored, or undefined. */
function extensionOf(type: string): ImageExtension | undefined {
  const extensions = Object.keys(IMAGE_TYPES) as ImageExtension[];
  return extensions.find((extension) => IMAGE_TYPES[extension] === type);
}

/** Types that say nothing: some Android pickers give them to HEIC and JPEG files. */
const VAGUE_TYPES = ['', 'application/octet-stream', 'image/jpg'];

/**
 * The MIME type of a chosen file, judged by its type or, where the system gives none that helps, by
 * its name. Undefined for what is not an accepted image; SVG is not.
 */
export function imageTypeOf(file: { name: string; type: string }): string | undefined {
  if (!VAGUE_TYPES.includes(file.type)) return extensionOf(file.type) && file.type;
  const extension = file.name.split('.').pop()?.toLowerCase() ?? '';
  return Object.hasOwn(IMAGE_TYPES, extension)
    ? IMAGE_TYPES[extension as ImageExtension]
    : undefined;
}

/** Whether a text has `min` to `max` characters. */
const isText = (value: unknown, min: number, max: number): value is string =>
  typeof value === 'string' && value.length >= min && value.length <= max;

/** Whether a service-type id can be a category of a request; the rules know it by its lines. */
export const isCategory = (id: string): boolean =>
  isText(id, 1, MAX_CATEGORY_LENGTH) && !id.includes('\n');

/** Stars and text of a review, each as firestore.rules want it. */
export function isAcceptableReview({ stars, text }: Record<'stars' | 'text', unknown>): boolean {
  const isRating = Number.isInteger(stars) && Number(stars) >= MIN_STARS;
  return isRating && Number(stars) <= MAX_STARS && isText(text, 0, MAX_REVIEW_TEXT);
}

/**
 * Text that can be sent: half of an emoji (a field cut at its maximum length) becomes U+FFFD. Others
 * refuse it: `encodeURIComponent` throws, and Firestore answers 400.
 */
export function wellFormed(text: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text));
}
