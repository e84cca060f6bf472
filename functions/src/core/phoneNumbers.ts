import { findPhoneNumbersInText, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { PhoneNumber } from 'libphonenumber-js/min';
import { oneLine, type Fields } from './leadFields.js';

export interface Phone {
  /** The number for `tel:`, such as `+14045550100` or, with an extension, `+14045550100,12`. */
  call: string;
  /** The number for wa.me: digits with the country code. Left out if that is not known. */
  whatsApp?: string;
}

/** The field's number, in digits that the owner can type into another phone. */
export const typedNumber = ({ phone }: Fields): string => westernDigits(oneLine(phone));

/** The digits of every script as 0 to 9. Each script's stand in their order, and 0 is the first. */
function westernDigits(text: string): string {
  const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code));
  return text.replaceAll(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0)!;
    let zero = code;
    while (isDigit(zero - 1)) zero -= 1;
    return String((code - zero) % 10);
  });
}

/** No more is read: the library takes longer the longer a text is. */
const MAX_READ = 250;

/**
 * The first number in the field; a visitor may write more beside it, such as an hour to call. One without a country code
 * is of the US if it can be. Where no number is found, the digits that stand there, if there are seven.
 */
export function phoneOf(fields: Fields): Phone | undefined {
  const read = asTheLibraryReads(typedNumber(fields).slice(0, MAX_READ));
  // The library takes up to nine digits behind a comma for an extension, such as the next number, an hour or a ZIP.
  const typed = read.replaceAll(/[,;](?! {0,3}\d{1,9} ?#)(?= {0,3}\(?\d)/g, ' or ');
  const separated = read.replaceAll(/(\d ?)[·•_,:=~](?= ?\(?\d)/g, '$1-');
  // First as it was written: a comma stands between two numbers as well.
  for (const text of [typed, separated, withKeypadDigits(separated)]) {
    const found = numberIn(text);
    if (found) {
      const { number, ext } = found;
      return { call: `${number}${ext ? `,${ext}` : ''}`, whatsApp: number.slice(1) };
    }
  }
  return digitsIn(separated);
}

/**
 * `0044` is a plus, and `p12` or `(ext 12)` an extension; `011` and `ext 12` are known to the library. An `O` that touches a
 * digit, and no letter of a word, is a zero.
 */
const asTheLibraryReads = (text: string) =>
  text
    .replaceAll(/(?<=\d)o{1,4}(?![a-z])|(?<![a-z])o{1,4}(?=\d)/gi, (os) => '0'.repeat(os.length))
    .replace(/^([^\d+]*)00 ?(?=[1-9])/, '$1+')
    .replaceAll(/[(·•] ?(?=ext)/gi, ' ')
    .replaceAll(/(?<=\d ?)p ?(?=\d)/gi, 'x');

/** An area code of the US and, joined to it, seven keys or more with letters among them, such as `800-555-CABS`. */
const KEYPAD = /(?<![a-z\d])([2-9]\d\d)\)?[\s.-]?(?=[\d-]{0,8}[a-z])([a-z\d-]{7,14})(?![a-z\d])/i;
const KEYS = 'abc2def3ghi4jkl5mno6pqrs7tuv8wxyz9';

/** What stands behind the seventh key is only a part of the word. */
const withKeypadDigits = (text: string) =>
  text.replace(KEYPAD, (_, area: string, word: string) => {
    const keys = word.toLowerCase().replaceAll('-', '').slice(0, 7);
    const digits = keys.replaceAll(/[a-z]/g, (key) => /\d/.exec(KEYS.slice(KEYS.indexOf(key)))![0]);
    return `${area}-${digits}`;
  });

function numberIn(text: string): PhoneNumber | undefined {
  const whole = parsePhoneNumberFromString(text, { defaultCountry: 'US', extract: false });
  if (whole && isSure(whole)) return whole;
  const all = findPhoneNumbersInText(text, { defaultCountry: 'US', extended: true });
  const known = all.map(({ number }) => number).find(isSure);
  if (known) return known;
  // With an area code that is newer than the library.
  const found = parsePhoneNumberFromString(text, 'US');
  return found?.countryCallingCode === '1' && isSure(found) ? found : undefined;
}

/**
 * Whether a number is certainly one. In the US, "possible" is any ten digits; area code and exchange begin with 2 to 9.
 * New area codes come each year.
 */
const isSure = (number: PhoneNumber) =>
  number.isPossible() &&
  (number.countryCallingCode !== '1' || /^[2-9]\d\d[2-9]/.test(number.nationalNumber));

/** Between its parts stand three characters at most, so that the search takes linear time. */
const US_NUMBER =
  /(?:^|\D)((?:\+?1[\s.\p{Pd}]{0,3})?\(?[2-9]\d{2}\)?[\s.\p{Pd}]{0,3}\d{3}[\s.\p{Pd}]{0,3}\d{4})(?:$|\D)/u;
/** Fewer digits are no number. */
const LEAST = 7;
const DIGITS = /\+?\d[\d\s().\p{Pd}]*/gu;
const digitsOf = (text: string) => text.replaceAll(/\D/g, '');

/** A number that the library does not know: the digits of one that looks like it, or all that stand there. */
function digitsIn(text: string): Phone | undefined {
  const ofTheUs = /\+(?!1)/.test(text) ? undefined : US_NUMBER.exec(text)?.[1];
  const inRow = text.match(DIGITS)?.find((row) => digitsOf(row).length >= LEAST);
  const number = ofTheUs ?? inRow ?? text;
  const digits = digitsOf(number);
  if (digits.length < LEAST) return undefined;
  const [, national] = /^1?([2-9]\d{9})$/.exec(digits) ?? [];
  const international = number.startsWith('+') ? digits : national && `1${national}`;
  return international ? { call: `+${international}`, whatsApp: international } : { call: digits };
}
