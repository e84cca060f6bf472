/** The device's clock, which may be wrong: it writes times, and is put right later, or the other way round. */

/** A moment as `Date.now()` gives it: milliseconds since 1970, by the device's clock. */
export type EpochMs = number;

/** No release of the app is older, so a clock that says less is wrong. */
const FIRST_RELEASE: EpochMs = Date.UTC(2026, 0, 1);

export const isBeforeRelease = (time: EpochMs): boolean => time < FIRST_RELEASE;

/**
 * Whether a stored time says something: it is neither before the first release nor in the future. Otherwise the clock
 * was wrong when it was written, or is wrong now, so nothing may be deleted for its age.
 */
export const isKnownTime = (time: EpochMs | undefined, now: EpochMs): time is EpochMs =>
  time !== undefined && time <= now && !isBeforeRelease(time);
