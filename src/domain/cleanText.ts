/**
 * What a text field says, without the characters that nobody sees. Contacts, chats and web pages bring them along
 * when a text is copied: no-break spaces, soft hyphens, direction marks. The screen and the draft keep what was
 * typed. The check, the saved request and every text about it use the cleaned one.
 */
import { TEXT_FIELD_NAMES, textField, type RequestFields, type TextField } from './requestFields';

/** Invisible characters that mean nothing: soft hyphen, zero-width space and no-break space, invisible operators. */
const INVISIBLE = '\u00ad\u200b\u2060-\u2064\ufeff';
/** Marks that set a direction and stand alone. */
const MARKS = '\u061c\u200e\u200f';
/** What opens a stretch of another direction, by what closes it. */
const PAIRS: Record<string, string> = {
  '\u202c': '\u202a\u202b\u202d\u202e',
  '\u2069': '\u2066\u2067\u2068',
};

const EDGES = new RegExp(`^[\\s${INVISIBLE}${MARKS}]+|[\\s${INVISIBLE}${MARKS}]+$`, 'gu');
/** Everything of the above, wherever it stands, but white space. */
const UNSEEN = new RegExp(`[${INVISIBLE}${MARKS}\\u202a-\\u202e\\u2066-\\u2069]`, 'gu');
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/gu;
/** Joiners, variation selectors and tags belong to names and emoji, but alone they show nothing. */
const SHOWS_NOTHING = /^[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}\u2800]*$/u;

/** The cleaned text of a field; empty if nobody would see anything of it. */
export function cleanText(name: TextField, text: string): string {
  const { type } = textField(name);
  const inside = type === undefined ? text : insideOf(type, text);
  const cleaned = withoutEdges(inside);
  return SHOWS_NOTHING.test(cleaned) ? '' : cleaned;
}

/** Nothing unseen belongs into an address or a number. */
function insideOf(type: 'email' | 'tel', text: string): string {
  const seen = text.replaceAll(UNSEEN, '');
  if (type === 'email') return seen.replaceAll(/\s/g, '');
  // The separators of a number stay, in their plain form.
  return seen.replaceAll(/\s/g, ' ').replaceAll(DASHES, '-');
}

/** The fields of a request, each cleaned. */
export function cleanFields(fields: RequestFields): RequestFields {
  const texts = TEXT_FIELD_NAMES.map((name) => [name, cleanText(name, fields[name])]);
  return { ...fields, ...(Object.fromEntries(texts) as Record<TextField, string>) };
}

/**
 * A text without white space and unseen characters at its edges. A stretch of another direction loses its two ends
 * only if it is the whole text: one end alone would turn what follows.
 */
function withoutEdges(text: string): string {
  const trimmed = text.replaceAll(EDGES, '');
  const isOneStretch = trimmed.length > 1 && closeOf(trimmed) === trimmed.length - 1;
  if (isOneStretch) return withoutEdges(trimmed.slice(1, -1));
  return trimmed;
}

/** Where the stretch that begins the text is closed; -1 if the text begins with none or leaves it open. */
function closeOf(text: string): number {
  const open: string[] = [];
  // Each of these marks is one UTF-16 unit.
  for (let index = 0; index < text.length; index += 1) {
    const unit = text[index]!;
    const closing = Object.keys(PAIRS).find((close) => PAIRS[close]!.includes(unit));
    if (closing) open.push(closing);
    else if (unit === open[open.length - 1]) open.pop();
    if (open.length === 0) return index === 0 ? -1 : index;
  }
  return -1;
}
