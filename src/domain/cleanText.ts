/**
 * What a text field says, without the characters that nobody sees. Contacts, chats and web pages bring them along
 * when a text is copied: no-break spaces, soft hyphens, direction marks. The screen and the draft keep what was
 * typed. The check, the saved request and every text about it use the cleaned one.
 */
import { TEXT_FIELD_NAMES, textField, type RequestFields, type TextField } from './requestFields';

/** Invisible characters that mean nothing: soft hyphen, zero-width space and no-break space, invisible operators. */
const INVISIBLE = '\u00ad\u200b\u2060\u2061\u2062\u2063\u2064\ufeff';
/** Marks that set a direction and stand alone. */
const MARKS = '\u061c\u200e\u200f';
/** What closes a stretch of another direction, by what opens it. */
const CLOSES: Record<string, string | undefined> = {
  '\u202a': '\u202c',
  '\u202b': '\u202c',
  '\u202d': '\u202c',
  '\u202e': '\u202c',
  '\u2066': '\u2069',
  '\u2067': '\u2069',
  '\u2068': '\u2069',
};

/** Everything of the above, wherever it stands. */
const UNSEEN = /[\u00ad\u200b\u2060-\u2064\ufeff\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;
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
  if (type === 'email') return seen.replaceAll(/\s+/g, '');
  // The separators of a number stay, in their plain form.
  return seen.replaceAll(/\s/g, ' ').replaceAll(DASHES, '-');
}

export function cleanFields(fields: RequestFields): RequestFields {
  const texts = TEXT_FIELD_NAMES.map((name) => [name, cleanText(name, fields[name])]);
  return { ...fields, ...(Object.fromEntries(texts) as Record<TextField, string>) };
}

/**
 * A text without white space and unseen characters at its edges. A stretch of another direction loses its two ends
 * only if it is the whole text: one end alone would turn what follows. Each character is looked at once from each
 * edge: a pattern for the end of a text would begin anew at every space of a pasted column.
 */
function withoutEdges(text: string): string {
  let start = 0;
  let end = text.length;
  let closings: Map<number, number> | undefined;
  for (;;) {
    while (start < end && isEdge(text[start]!)) start += 1;
    while (start < end && isEdge(text[end - 1]!)) end -= 1;
    if (start === end || CLOSES[text[start]!] === undefined) break;
    closings ??= closingsIn(text);
    if (closings.get(start) !== end - 1) break;
    start += 1;
    end -= 1;
  }
  return text.slice(start, end);
}

const isEdge = (unit: string): boolean =>
  INVISIBLE.includes(unit) || MARKS.includes(unit) || unit.trim() === '';

/** Where each stretch of another direction is closed, by where it is opened. One that stays open is not among them. */
function closingsIn(text: string): Map<number, number> {
  const closings = new Map<number, number>();
  const open: number[] = [];
  // Each of these marks is one UTF-16 unit.
  for (let index = 0; index < text.length; index += 1) {
    const unit = text[index]!;
    const last = open[open.length - 1];
    if (CLOSES[unit] !== undefined) open.push(index);
    else if (last !== undefined && unit === CLOSES[text[last]!]) {
      closings.set(last, index);
      open.pop();
    }
  }
  return closings;
}
