/** A moment as `Date.now()` gives it: milliseconds since 1970. */
export type EpochMs = number;
