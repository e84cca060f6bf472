/** When a delivery is tried again, in milliseconds. Which records are tried: `deliverable` in deliverAll.ts. */
import type { EpochMs } from '../../domain/clock';
import type { RandomInteger } from '../../domain/ids';

export const FIRST_DELAY = 2_000;
/** The longest back-off; at most `MAX_RETRY_AFTER`, because `dueAt` takes a longer wait for a wrong clock. */
export const MAX_DELAY = 10 * 60_000;
/**
 * The longest wait that a server may ask for (`Retry-After`), and the longest between two upload sessions of one
 * object.
 */
export const MAX_RETRY_AFTER = 60 * 60_000;

/**
 * The wait after `attempts` failures (at least 1). It doubles from `FIRST_DELAY` up to `longest`. The upper
 * half of it is random, so that many devices do not come back at the same moment.
 */
export function backOff(attempts: number, random: RandomInteger, longest = MAX_DELAY): number {
  const full = Math.min(FIRST_DELAY * 2 ** Math.min(attempts - 1, 30), longest);
  return full / 2 + random(Math.floor(full / 2) + 1);
}

/**
 * The wait that a `Retry-After` header asks for (RFC 9110, 10.2.3: seconds or an HTTP date), at most
 * `MAX_RETRY_AFTER`. Undefined when the header is unusable.
 */
export function parseRetryAfter(header: string | undefined, now: EpochMs): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  let wait = Number.NaN;
  if (/^\d+$/.test(text)) wait = Number(text) * 1000;
  else if (/^[A-Za-z]{3,9},? /.test(text)) wait = Date.parse(text) - now;
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), MAX_RETRY_AFTER);
}

export function retryAt(
  attempts: number,
  retryAfter: string | undefined,
  now: EpochMs,
  random: RandomInteger,
): number {
  return now + Math.max(backOff(attempts, random), parseRetryAfter(retryAfter, now) ?? 0);
}

/**
 * The time at which a record is due. A `notBefore` beyond our longest wait was written under a wrong clock: the record
 * is due at once and not stuck until that date.
 */
export function dueAt(notBefore: EpochMs, now: EpochMs): EpochMs {
  return notBefore - now > MAX_RETRY_AFTER ? now : notBefore;
}
