const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/** The day of an ISO 8601 time in the visitor's time zone, such as "May 4, 2026". Undefined for an invalid time. */
export function readableDate(iso: string): string | undefined {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return undefined;
  // Not with `Intl.DateTimeFormat`: the first one on a page keeps a phone busy for a tenth of a second.
  return `${MONTHS[time.getMonth()]} ${time.getDate()}, ${time.getFullYear()}`;
}

/** The day and the clock, such as "May 4, 2026, 14:05". */
export const readableMoment = (iso: string) => `${readableDate(iso)}, ${readableClock(iso)}`;

/** The clock of an ISO 8601 time in the visitor's time zone, such as "14:05". */
export function readableClock(iso: string): string {
  const time = new Date(iso);
  const shown = clockOf(time);
  const isTwice = [-1, 1].some((hours) => clockOf(new Date(+time + hours * 3_600_000)) === shown);
  return isTwice ? `${shown} ${zoneOf(time)}` : shown;
}

const clockOf = (time: Date) =>
  [time.getHours(), time.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');

/** The time zone, for example "EST". It is shown only in the hour that a night of autumn has twice. */
const zoneOf = (time: Date) =>
  time.toLocaleTimeString('en-US', { timeZoneName: 'short' }).split(' ').pop();
