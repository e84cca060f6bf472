/**
 * Writes US phone numbers in their usual form. Any other text stays as the visitor has written it. Which characters a
 * number loses before it is sent: `domain/cleanText.ts`.
 */
import { cleanText } from '../domain/cleanText';

const DIGITS_OF_US = 10;

/** Digits and the usual separators. A text with `+`, letters or other scripts is not formatted. */
const IS_NATIONAL = /^[\d\s().-]*$/;

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** The digits of a whole or begun number, with separators. No area code begins with 1: that is the country code. */
function divided(digits: string): string {
  if (digits.startsWith('1')) return digits === '1' ? '1' : `1 ${divided(digits.slice(1))}`;
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  if (exchange === '') return area;
  return line === '' ? `(${area}) ${exchange}` : `(${area}) ${exchange}-${line}`;
}

/** A whole US number in its usual form, cleaned; any other text unchanged. */
export function formatPhone(text: string): string {
  const cleaned = cleanText('phone', text);
  const digits = digitsOf(cleaned);
  const isWhole = digits.replace(/^1/, '').length === DIGITS_OF_US;
  return isWhole && IS_NATIONAL.test(cleaned) ? divided(digits) : text;
}

/**
 * The field's new value after a change from `before` to `after` at its end, by typing, pasting or autofill. It is
 * formatted only if digits were added. The visitor's own separators are kept.
 */
export function formatTyped(before: string, after: string): string {
  const isAdded = after.length > before.length && /\d$/.test(after);
  if (!isAdded || !IS_NATIONAL.test(after)) return after;
  const digits = digitsOf(after);
  const isBegun = digits.replace(/^1/, '').length < DIGITS_OF_US;
  if (!isBegun) return formatPhone(after);
  const isOurs = before !== '' && before === divided(digitsOf(before)) && after.startsWith(before);
  return after === digits || isOurs ? divided(digits) : after;
}

/** The question about a number that is too short; undefined for a number that may be complete. */
export function shortPhoneNote(text: string): string | undefined {
  // Digits of any script.
  const count = (text.match(/\p{Nd}/gu) ?? []).length;
  const country = /^\s*\+\s*(1?)/.exec(text);
  const isAbroad = country !== null && country[1] === '';
  if (isAbroad) return count < LEAST_ABROAD ? SHORT_ABROAD : undefined;
  const own = /^\D*1/.test(text) ? count - 1 : count;
  return own < DIGITS_OF_US
    ? `Is this number complete? A US number has ten digits, this one has ${inWords(own)}.`
    : undefined;
}

/** The fewest digits of a number abroad, with its country code. */
const LEAST_ABROAD = 7;
const SHORT_ABROAD = 'Is this number complete? It has fewer than seven digits.';

const WORDS = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const inWords = (count: number): string => WORDS[count] ?? String(count);
