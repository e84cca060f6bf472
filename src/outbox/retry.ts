import type { RandomInteger } from '../domain/ids';

/** Times are milliseconds. There is no maximum age: a record is tried for as long as it exists. */
export const FIRST_DELAY = 2_000;
/** The longest back-off of ours. */
export const MAX_DELAY = 10 * 60_000;
/** The longest wait a server may ask for (more is cut to this), and between two sessions of one object. */
export const MAX_RETRY_AFTER = 60 * 60_000;

/**
 * The wait before try `attempts + 1` (`attempts` failures so far, at least 1): doubling from
 * `FIRST_DELAY` up to `longest`, the upper half of it random so that many devices spread out.
 */
export function backOff(attempts: number, random: RandomInteger, longest = MAX_DELAY): number {
  const full = Math.min(FIRST_DELAY * 2 ** Math.min(attempts - 1, 30), longest);
  return full / 2 + random(Math.floor(full / 2) + 1);
}

/**
 * The wait a `Retry-After` header asks for (RFC 9110, 10.2.3: seconds or an HTTP date), at most
 * `MAX_RETRY_AFTER`; undefined when it says nothing usable.
 */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  const wait = /^\d+$/.test(text)
    ? Number(text) * 1000
    : /^[A-Za-z]{3,9},? /.test(text)
      ? Date.parse(text) - now
      : Number.NaN;
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), MAX_RETRY_AFTER);
}

/** When to try again: the back-off, or later if the server asked for more. */
export function retryAt(
  attempts: number,
  retryAfter: string | undefined,
  now: number,
  random: RandomInteger,
): number {
  return now + Math.max(backOff(attempts, random), parseRetryAfter(retryAfter, now) ?? 0);
}

/**
 * When a record is due. A `notBefore` further ahead than any wait of ours was written under a clock
 * that ran ahead: the record is due at once instead of being stuck until that date.
 */
export function dueAt(notBefore: number, now: number): number {
  return notBefore - now > MAX_RETRY_AFTER ? now : notBefore;
}
