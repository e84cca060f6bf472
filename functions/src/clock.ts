/** A moment as `Date.now()` gives it: milliseconds since 1970. */
export type EpochMs = number;

export const HOUR_MS = 3_600_000;
