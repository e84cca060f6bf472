/**
 * Phone numbers as a visitor types them: how a whole one is written, and what is asked about one that may be too short.
 * Nothing here refuses a number. Which characters it loses before it is sent: `cleanText.ts`.
 */
import { cleanText } from './cleanText';

const DIGITS_OF_US = 10;

/** Digits and the usual separators. A text with `+`, letters or other scripts is not formatted. */
const IS_NATIONAL = /^[\d\s().-]*$/;

/** The digits of a whole number. No area code begins with 1: that is the country code. */
const WHOLE = /^(1?)([02-9]\d{2})(\d{3})(\d{4})$/;

/** A whole US number in its usual form; any other text stays unchanged. */
export function formatPhone(text: string): string {
  const cleaned = cleanText('phone', text);
  const whole = IS_NATIONAL.test(cleaned) && WHOLE.exec(cleaned.replaceAll(/\D/g, ''));
  if (!whole) return text;
  const [, country, area, exchange, line] = whole;
  return `${country && '1 '}(${area}) ${exchange}-${line}`;
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
    ? `${IS_COMPLETE} A US number has ten digits, this one has ${inWords(own)}.`
    : undefined;
}

/** The fewest digits of a number abroad, with its country code. */
const LEAST_ABROAD = 7;
export const IS_COMPLETE = 'Is this number complete?';
const SHORT_ABROAD = `${IS_COMPLETE} It has fewer than seven digits.`;

const WORDS = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const inWords = (count: number): string => WORDS[count] ?? String(count);
