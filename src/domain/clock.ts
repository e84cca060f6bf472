/** The device's clock, which may be wrong: it writes times, and is put right later, or the other way round. */

/** No release of the app is older (milliseconds since 1970), so a clock that says less is wrong. */
const FIRST_RELEASE = Date.UTC(2026, 0, 1);

/** Whether the clock was certainly wrong when it said this. */
export const isBeforeRelease = (time: number): boolean => time < FIRST_RELEASE;

/**
 * Whether a stored time says something: it is neither before the first release nor in the future. Otherwise the clock
 * was wrong when it was written, or is wrong now, so nothing may be deleted for its age.
 */
export const isKnownTime = (time: number | undefined, now: number): time is number =>
  time !== undefined && time <= now && !isBeforeRelease(time);
