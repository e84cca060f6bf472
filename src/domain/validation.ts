import { MAX_CATEGORY_LENGTH, MAX_STARS, MIN_STARS, SAMPLE } from './constants';
import { cleanText } from './cleanText';
import { composed, type Described } from './subject';
import { TEXT_FIELD_NAMES, textField } from './requestFields';
import type { Draft } from './types';

/** Whether the visitor has entered nothing in the form. A press on a work's link is no entry. */
export const isBlank = ({ fields, images }: Pick<Draft, 'fields' | 'images'>): boolean =>
  images.length === 0 && Object.values(fields).every((value) => value.length === 0);

export function isComplete(content: Described): boolean {
  const fields = composed(content);
  return TEXT_FIELD_NAMES.every(
    (name) => textField(name).ifEmpty === undefined || cleanText(name, fields[name]) !== '',
  );
}

const isText = (value: unknown, min: number, max: number): value is string =>
  typeof value === 'string' && value.length >= min && value.length <= max;

/** Whether a service-type id can be a category of a request. The rules join ids by line breaks, so none has one. */
export const isCategory = (id: string): boolean =>
  isText(id, 1, MAX_CATEGORY_LENGTH) && !id.includes('\n');

export const isRating = (stars: unknown): stars is number =>
  Number.isInteger(stars) && Number(stars) >= MIN_STARS && Number(stars) <= MAX_STARS;

/**
 * Replaces lone surrogates by U+FFFD. A field that cuts an emoji at its maximum length leaves one, and it cannot be
 * sent: `encodeURIComponent` throws, and Firestore answers 400.
 */
export function wellFormed(text: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text));
}

/** Whether a picture with this alternative text is a sample, which an owner still has to replace. */
export const isSample = (alt = ''): boolean => alt.startsWith(SAMPLE);
