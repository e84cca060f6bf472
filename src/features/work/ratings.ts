import type { Review } from '../../domain/types';

/** Mean of the stars, to one decimal; undefined without reviews. */
export function averageStars(reviews: readonly Review[]): number | undefined {
  if (reviews.length === 0) return undefined;
  const sum = reviews.reduce((total, { stars }) => total + stars, 0);
  return Math.round((sum / reviews.length) * 10) / 10;
}

const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** An ISO 8601 time as a date to read, in UTC; undefined for what is not a time. */
export function readableDate(iso: string): string | undefined {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? undefined : DATE.format(time);
}
