/** Days as fields of dates have them (`YYYY-MM-DD`), in the time zone of this phone. */

const padded = (number: number, digits = 2) => String(number).padStart(digits, '0');

/** The day of a moment. */
export const dayOf = (moment: Date): string =>
  [padded(moment.getFullYear(), 4), padded(moment.getMonth() + 1), padded(moment.getDate())].join(
    '-',
  );

/**
 * The moment on this day at which the clock shows what it shows at `clock`, in ISO 8601. So works of one day keep the
 * order in which they were published.
 */
export function momentOf(day: string, clock: Date): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const moment = new Date(clock);
  moment.setFullYear(year, month - 1, date);
  return moment.toISOString();
}
