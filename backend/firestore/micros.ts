import { invalid } from './firestoreErrors';

/** The time of a commit or read: whole microseconds since 1970, which is Firestore's own precision. */
export type Micros = number;

export const microsOf = (date: Date): Micros => date.getTime() * 1000;

/** Formats a time as RFC 3339 with 0, 3 or 6 decimals, as proto3 JSON does for a Timestamp. */
export function formatMicros(micros: Micros): string {
  const millis = Math.floor(micros / 1000);
  const rest = micros - millis * 1000;
  const iso = new Date(millis).toISOString();
  const decimals = iso.slice(20, 23) + String(rest).padStart(3, '0');
  return iso.slice(0, 19) + fraction(decimals) + 'Z';
}

const fraction = (sixDigits: string) => {
  if (sixDigits === '000000') return '';
  return '.' + (sixDigits.endsWith('000') ? sixDigits.slice(0, 3) : sixDigits);
};

const RFC3339 = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/;

/**
 * Converts a timestamp to its canonical form: UTC, truncated to microseconds as in Firestore. Throws INVALID_ARGUMENT
 * unless it is an RFC 3339 time of the years 1 to 9999 with a capital T and Z.
 */
export function normaliseTimestamp(text: unknown): string {
  const match = typeof text === 'string' ? RFC3339.exec(text) : null;
  if (!match) throw badTimestamp(text);
  const [, year, month, day, hour, minute, second, decimals = '', zone = 'Z'] = match;
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const date = new Date(`${local}${zone}`);
  // Date accepts 30 February and turns it into March. The comparison with the original text finds that.
  const utc = new Date(`${local}Z`);
  if (Number.isNaN(date.getTime()) || Number.isNaN(utc.getTime())) throw badTimestamp(text);
  if (utc.toISOString().slice(0, 19) !== local) throw badTimestamp(text);
  const iso = date.toISOString();
  if (!/^(?!0000)\d{4}-/.test(iso)) throw badTimestamp(text);
  return iso.slice(0, 19) + fraction(decimals.padEnd(6, '0').slice(0, 6)) + 'Z';
}

const badTimestamp = (text: unknown) =>
  invalid(`Invalid value (Timestamp), Illegal timestamp format: ${JSON.stringify(text)}`);

/** Converts a canonical timestamp to microseconds. Exact for times within 285 years of 1970. */
export function parseMicros(canonical: string): Micros {
  const decimals = canonical.slice(20, -1).padEnd(6, '0');
  return Date.parse(`${canonical.slice(0, 19)}Z`) * 1000 + Number(decimals);
}

/** Compares canonical timestamps. Negative if `a` is earlier, positive if it is later. */
export function compareTimestamps(a: string, b: string): number {
  const key = (text: string) => text.slice(0, 19) + text.slice(20, -1).padEnd(6, '0');
  if (key(a) === key(b)) return 0;
  return key(a) < key(b) ? -1 : 1;
}
