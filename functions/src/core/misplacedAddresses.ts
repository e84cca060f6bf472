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
  `(?<=[\\p{L}\\p{N}-])(?<!(?<![\\p{L}\\p{N}-])(?:\\p{L}|${ABBREVIATIONS}))[.。．｡](?=\\p{L}{2})`,
  'giu',
);
/** Of one letter and a known end, such as `x.com`. */
const SHORT_DOT =
  /(?<=[\p{L}\p{N}])[.。．｡](?=(?:com|net|org|co|io|ly|me|cc|gg|to)(?![\p{L}\p{N}]))/giu;
const IP = /(?<!\d)\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?!\d)/g;

/** The text with its addresses broken, so that no mail program makes links of them. Any other text as it is. */
const broken = (text: string): string =>
  text
    .replaceAll(SCHEME_END, '[:]')
    .replaceAll(AT, '[@]')
    .replaceAll(DOT, '[.]')
    .replaceAll(SHORT_DOT, '[.]')
    .replaceAll(IP, (address) => address.replaceAll('.', '[.]'));

/** The fields with every address broken that stands where we are read. */
export const withoutAddresses = (fields: Fields): Fields =>
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
