/** A moment as `Date.now()` gives it: milliseconds since 1970. */
export type EpochMs = number;

/** An hour in milliseconds. */
export const HOUR_MS = 3_600_000;
