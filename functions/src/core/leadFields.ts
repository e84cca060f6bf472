/**
 * Reads the fields of a request for the mails. A visitor may have typed anything, and the owner may have written
 * anything into a document by hand.
 */
import { domainToASCII } from 'node:url';

export type Fields = Record<string, unknown>;

export const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const fieldsOf = (value: unknown) => Object(value) as Fields;

/** How long the texts of a request may be in a mail, in UTF-16 units. `text`: every text but the description. */
export interface Limits {
  description: number;
  text: number;
}

/** More than firestore.rules let into a request. The owner may have stored anything, and older rules may have. */
export const IN_ITS_OWN_MAIL: Limits = { description: 10_000, text: 2_000 };
/** A digest of many requests must be small enough for every mail server. */
export const IN_A_DIGEST: Limits = { description: 500, text: 120 };

const MAX_ITEMS = 20;
const HALF_A_PAIR = /[\ud800-\udbff]$/;
const LONGER = '… (more of it in the database)';

/** The fields with every text and list cut to its limit, however deep. Addresses of files are kept or left out whole. */
export function shortened(fields: Fields, { description, text }: Limits): Fields {
  const cut = (value: unknown, limit: number): unknown => {
    if (typeof value === 'string') {
      return value.length <= limit
        ? value
        : value.slice(0, limit).replace(HALF_A_PAIR, '') + LONGER;
    }
    if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => cut(item, limit));
    return value;
  };
  const files = listOf(fields['files']).slice(0, MAX_ITEMS).map(fieldsOf).filter(isOfSite);
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (name === 'files') return [name, files];
      return [name, cut(value, name === 'description' ? description : text)];
    }),
  );
}

/** firestore.rules let no address of more than 500 characters in. */
const isOfSite = (file: Fields) =>
  Object.values(file).every((value) => textOf(value).length <= 500);

/** A visitor's text in a header must not add another header. */
export const oneLine = (value: unknown) =>
  textOf(value)
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();

export const whoSent = (fields: Fields) => oneLine(fields['name']) || 'A visitor';

/** Categories that are no service are a visitor's own words, or a service that is no longer offered. */
export function servicesOf(
  fields: Fields,
  serviceTypes: unknown,
): [services: string[], others: string[]] {
  const types = listOf(serviceTypes).map(fieldsOf);
  const names = new Map(types.map(({ id, name }) => [String(id), oneLine(name)]));
  const chosen = listOf(fields['categories']);
  return [
    chosen.flatMap((id) => names.get(String(id)) ?? []),
    chosen.filter((id) => !names.has(String(id))).map(oneLine),
  ];
}

/** Fields that have a place of their own, or are no text of the visitor's. `functions` imports nothing of the site. */
const KNOWN_FIELDS = [
  'id',
  'created',
  'status',
  'name',
  'email',
  'phone',
  'address',
  'description',
  'categories',
  'files',
];

/** Any other text of a request, with its field's name as words: a new field of the form needs no change here. */
export function otherTexts(fields: Fields): [label: string, text: string][] {
  return Object.entries(fields)
    .filter(([name]) => !KNOWN_FIELDS.includes(name))
    .map(([name, value]): [string, string] => [labelOf(name), plain(value)])
    .filter(([, text]) => text !== '');
}

function plain(value: unknown): string {
  if (Array.isArray(value)) return value.map(plain).filter(Boolean).join(', ');
  return oneLine(['number', 'boolean'].includes(typeof value) ? String(value) : value);
}

function labelOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const ADDRESS =
  /^([\w.!#$%&'*+/=?^`{|}~-]{1,64})@([\p{L}\p{M}\p{Nd}-]+(?:\.[\p{L}\p{M}\p{Nd}-]+)+)$/u;

/**
 * The e-mail address, if it is safe in a mail header: its domain is as the DNS knows it, also with letters beyond
 * ASCII. Firefox and Safari hand those over as they were typed.
 */
export function addressOf({ email }: Fields): string | undefined {
  const [, name, domain = ''] = ADDRESS.exec(textOf(email).trim()) ?? [];
  const known = domainToASCII(domain);
  return known === '' ? undefined : `${name}@${known}`;
}

/** A request's number. Ten digits alone look like a phone number, and phones make a link of them. */
export const numberOf = (id: string): string => `#${id}`;
/**
 * A request's number in what leaves our pages: chat programs make a telephone number of ten digits, whatever stands
 * before them.
 */
export const shortNumber = (id: string): string => `…${id.slice(-4)}`;

const STREET_KINDS = new Set(
  'st street ave avenue rd road dr drive ln lane ct court blvd boulevard way pl place ter terrace cir circle hwy highway pkwy parkway trl trail'.split(
    ' ',
  ),
);
const COMPASS = new Set('n s e w ne nw se sw'.split(' '));
const PO_BOX = /^p\.? ?o\.? ?box \d+ ?/i;
const UNIT =
  /^(?:apt|apartment|unit|suite|ste|floor|fl|bldg|building|lot|rm|room|#)\b\.?\s*[\w-]*$|^#\s*[\w-]+$/i;
const UNIT_FIRST =
  /^(?:(?:apt|apartment|unit|suite|ste|floor|fl|bldg|building|lot|rm|room)\b\.?|#)\s*[\w-]+\s*/i;
const COUNTRY = /(?:^| )(?:usa|u\.s\.a\.?|us|u\.s\.|united states(?: of america)?)$/i;
const ZIP = /(?:^| )\d{5}(?:-\d{4})?$/;
/** Two letters, or the name of this state or a neighbour. */
const STATE =
  /(?:^| )(?:([a-z]{2})|georgia|alabama|florida|tennessee|(?:north|south) carolina)\.?$/i;

/**
 * The town of an address in American order, such as "12 Oak Street, Lawrenceville, GA 30043"; of one without a town, the
 * street. No town is better than a wrong one.
 */
export function townOf({ address }: Fields): string {
  const parts = textOf(address)
    .split(/[,،，\p{Cc}\p{Zl}\p{Zp}]/u)
    .map((part) => withoutState(part.trim().replaceAll(/\s+/g, ' ')))
    .filter((part) => part !== '' && !UNIT.test(part));
  const isStreet = (part: string) => /^\p{Nd}|^p\.?\s*o\.?\s*box/iu.test(part);
  const town = parts.findLast((part) => !isStreet(part));
  // A number stands in no town's name, and few have more than four words.
  if (town !== undefined && !/\p{Nd}/u.test(town) && town.split(' ').length <= 4) return town;
  // Without commas, the town stands behind the kind of the street.
  const whole = parts.find(isStreet) ?? parts[0] ?? '';
  return behindStreet(whole.replace(PO_BOX, '')).replace(UNIT_FIRST, '').trim() || whole;
}

/** A part of an address without what stands behind a town: country, postal code and state, once each. */
function withoutState(part: string): string {
  const rest = part.replace(COUNTRY, '');
  const town = rest.replace(ZIP, '').trim();
  const [state, letters = ''] = STATE.exec(town) ?? [];
  // Two letters within a part may end the street or be a word, such as "Oak Ct", if no postal code follows.
  const isWord = letters === letters.toLowerCase() || STREET_KINDS.has(letters.toLowerCase());
  const isKept = letters !== '' && isWord && town === rest && town.includes(' ');
  return state === undefined || isKept ? town : town.slice(0, -state.length).trim();
}

/** The words behind the last kind of a street and the quarter of the compass, if a house number comes first. */
function behindStreet(part: string): string {
  if (!/^\d/.test(part)) return part;
  const words = part.split(' ');
  const plain = words.map((word) => word.toLowerCase().replace(/\.$/, ''));
  const kind = plain.findLastIndex((word, index) => index > 0 && STREET_KINDS.has(word));
  if (kind < 0) return part;
  return words.slice(COMPASS.has(plain[kind + 1] ?? '') ? kind + 2 : kind + 1).join(' ');
}
