import type { Review } from '../../domain/types';

/** Mean of the stars, to one decimal; undefined without reviews. */
export function averageStars(reviews: readonly Review[]): number | undefined {
  if (reviews.length === 0) return undefined;
  const sum = reviews.reduce((total, { stars }) => total + stars, 0);
  return Math.round((sum / reviews.length) * 10) / 10;
}

const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/** An ISO 8601 time as a date to read, in UTC; undefined for what is not a time. */
export function readableDate(iso: string): string | undefined {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return undefined;
  // Not `Intl.DateTimeFormat`: the first one of a page keeps a phone busy for a tenth of a second.
  return `${MONTHS[time.getUTCMonth()]} ${time.getUTCDate()}, ${time.getUTCFullYear()}`;
}
