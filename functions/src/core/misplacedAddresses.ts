/**
 * Web addresses in the places of a mail that its owner reads as ours: its subject, its heading, its buttons. "Owner page
 * moved, sign in at …" is no name. Elsewhere, in the description, they stand as they were written.
 */
import { listOf, townOf, type Fields } from './leadFields.js';

/** What stands in the subject, in the heading and the line below it, or on a button. */
const READ_AS_OURS = ['name', 'phone', 'address', 'categories'];

/** `https:` */
const SCHEME_END = /(?<=\p{L}):(?=[/\\])/gu;
const AT = /@(?=[\p{L}\p{N}])/gu;
/** What ends with a dot that is often written without a space behind it: titles, first names, towns, streets. */
const ABBREVIATIONS =
  'dr|mr|mrs|ms|mx|jr|sr|sra|rev|prof|hon|fr|sgt|lt|capt|wm|chas|inc|st|ft|mt|pt|no|so|apt|ave|rd|blvd|ln|ct|pl|cir|hwy|pkwy|ter|trl';
/** Between the parts of a domain, which no initial and no abbreviation is, as in `J.Smith` or `Ft.Worth`. */
const DOT = new RegExp(
  `(?<=[\\p{L}\\p{N}-])(?<!(?<![\\p{L}\\p{N}-])(?:\\p{L}|${ABBREVIATIONS}))[.。．｡](?=\\p{L}[\\p{L}\\p{M}])`,
  'giu',
);
/** Ends that follow a letter or an abbreviation as well, such as `x.com`. No last name is among them. */
const KNOWN_ENDS =
  'com|net|org|co|io|ly|me|cc|gg|to|id|gd|ai|app|us|uk|is|xyz|info|biz|online|site|website|shop|store|click|icu|vip|tech|live';
const SHORT_DOT = new RegExp(
  `(?<=[\\p{L}\\p{N}])[.。．｡](?=(?:${KNOWN_ENDS})(?![\\p{L}\\p{M}\\p{N}]))`,
  'giu',
);
const BYTE = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)';
/** An IP address: four parts, none above 255. `770.555.12.34` and `06.12.34.56.78` are phone numbers. */
const IP = new RegExp(`(?<![\\d.])${BYTE}(?:\\.${BYTE}){3}(?!\\.?\\d)`, 'g');

/** The text with its addresses broken, so that no mail program makes links of them. Any other text as it is. */
const broken = (text: string): string =>
  text
    .replaceAll(SCHEME_END, '[:]')
    .replaceAll(AT, '[@]')
    .replaceAll(DOT, '[.]')
    .replaceAll(SHORT_DOT, '[.]')
    .replaceAll(IP, (address) => address.replaceAll('.', '[.]'));

/**
 * The fields with their addresses broken, not removed, and only where they are read as ours: the description stays as
 * it is.
 */
export const withBrokenAddresses = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      READ_AS_OURS.includes(name) ? brokenValue(value) : value,
    ]),
  );

const brokenValue = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(brokenValue);
  return typeof value === 'string' ? broken(value) : value;
};

/** Whether an address is the name, the town or a service. Beside a phone number it may be the visitor's own. */
export const hasMisplacedAddress = (fields: Fields): boolean =>
  [fields['name'], townOf(fields), ...listOf(fields['categories'])].some(
    (text) => brokenValue(text) !== text,
  );
