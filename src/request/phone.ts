/** US numbers in their usual form. Whatever else a visitor writes stays as it is written. */

const DIGITS_OF_US = 10;

/** What is made of digits and of what stands between them; with `+`, letters or other scripts it is not ours. */
const IS_NATIONAL = /^[\d\s().-]*$/;

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** Digits with what stands between them, as far as they go. No area code begins with 1. */
function divided(digits: string): string {
  if (digits.startsWith('1')) return digits === '1' ? '1' : `1 ${divided(digits.slice(1))}`;
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  if (exchange === '') return area;
  return line === '' ? `(${area}) ${exchange}` : `(${area}) ${exchange}-${line}`;
}

/** A whole US number as it is written there; anything else as it is. */
export function formatPhone(text: string): string {
  const digits = digitsOf(text);
  const isWhole = digits.replace(/^1/, '').length === DIGITS_OF_US;
  return isWhole && IS_NATIONAL.test(text) ? divided(digits) : text;
}

/**
 * What `before` becomes when it is typed (pasted, filled in) to be `after`: nothing but what is added at the
 * end is formatted, so the caret stays where it is, and own ways to divide a number are left alone.
 */
export function formatTyped(before: string, after: string, isAtEnd: boolean): string {
  const isAdded = isAtEnd && after.length > before.length && /\d$/.test(after);
  if (!isAdded || !IS_NATIONAL.test(after)) return after;
  const digits = digitsOf(after);
  const isBegun = digits.replace(/^1/, '').length < DIGITS_OF_US;
  if (!isBegun) return formatPhone(after);
  const isOurs = before !== '' && before === divided(digitsOf(before)) && after.startsWith(before);
  return after === digits || isOurs ? divided(digits) : after;
}

/** How a number that is too short is asked about; undefined for one that may be whole. */
export function shortPhoneNote(text: string): string | undefined {
  // Of any script.
  const count = (text.match(/\p{Nd}/gu) ?? []).length;
  const country = /^\s*\+\s*(1?)/.exec(text);
  const isAbroad = country !== null && country[1] === '';
  if (isAbroad) return count < LEAST_ABROAD ? SHORT_ABROAD : undefined;
  const own = /^\D*1/.test(text) ? count - 1 : count;
  return own < DIGITS_OF_US
    ? `Is this number complete? A US number has ten digits, this one has ${told(own)}.`
    : undefined;
}

/** Digits that every number has, with the code of its country. */
const LEAST_ABROAD = 7;
const SHORT_ABROAD = 'Is this number complete? It has fewer than seven digits.';

const WORDS = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const told = (count: number): string => WORDS[count] ?? String(count);
