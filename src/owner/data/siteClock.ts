/**
 * The time by the site's own answers, and the days that an owner's calendar makes of it. A phone's clock may be days
 * wrong, and the gallery is ordered by the day. Answers of Firebase do not help: those of another origin show no `Date`.
 */
import { log } from '../../lib/log';
import { within } from '../../lib/promises';

/** How long to wait for an answer, in milliseconds. */
const TIMEOUT = 10_000;

/** `getHeaders` gets the headers of an answer of the site. `phone` counts milliseconds since 1970. */
export function createSiteClock(
  getHeaders: () => Promise<Headers>,
  phone: () => number = Date.now,
) {
  /** Milliseconds by which the phone is behind the site. */
  let behind = 0;
  const now = () => new Date(phone() + behind);
  return {
    /** By the last answer; until there is one, by the phone. */
    now,
    /** Asks the site first. Never rejects. */
    async ask() {
      try {
        const time = timeOf(await within(TIMEOUT, getHeaders()));
        if (Number.isNaN(time)) throw new Error('The answer has no time.');
        behind = time - phone();
      } catch (error) {
        log('The time of the site is not known.', error);
      }
      return now();
    },
  };
}

/**
 * Milliseconds since 1970; NaN if the answer does not say. One that a cache has kept (RFC 9111, `Age`) does not: its `Date`
 * should be when it was made, and some servers put the time in its place at which they hand it on.
 */
const timeOf = (headers: Headers): number =>
  Number(headers.get('Age') ?? 0) === 0 ? Date.parse(headers.get('Date') ?? '') : NaN;

/** The day of a moment as fields of dates have it (`YYYY-MM-DD`), in the time zone of this phone. */
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

const padded = (number: number, digits = 2) => String(number).padStart(digits, '0');
