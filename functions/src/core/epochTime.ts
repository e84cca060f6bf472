/** A moment as `Date.now()` gives it: milliseconds since 1970. */
export type EpochMs = number;

export const HOUR_MS = 3_600_000;

/** A time in UTC, for example "2026-03-02 14:05 UTC". */
export const readableTime = (time: EpochMs): string =>
  `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
