import { useCallback, useState, type ReactNode } from 'react';
import { MAX_STARS } from '../domain/constants';
import type { Review } from '../domain/types';
import { Button, RetryButton } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { Skeleton } from '../ui/Skeleton';
import { StateNotice } from '../ui/StateNotice';
import { VisuallyHidden } from '../ui/VisuallyHidden';
import { useServices } from '../shared/services';
import { useRead, type ReadView } from '../shared/useRead';
import styles from './Reviews.module.css';

/** What the place for writing a review is told; the reviews are newest first. */
export interface ReviewAreaProps {
  workId: string;
  reviews: ReadView<Review[]>;
}

interface ReviewsProps {
  workId: string;
  area: (props: ReviewAreaProps) => ReactNode;
}

/** The reviews of a work, with the place where a visitor writes one. */
export function Reviews({ workId, area }: ReviewsProps) {
  const { gallery } = useServices();
  const read = useCallback(
    (signal: AbortSignal) => gallery.reviews(workId, signal),
    [gallery, workId],
  );
  const reviews = useRead(read);
  return <ReviewsSection reviews={reviews} area={area({ workId, reviews })} />;
}

interface ReviewsSectionProps {
  reviews: ReadView<Review[]>;
  area: ReactNode;
}

/** The section 'Reviews from our clients': how they sum up, the place to write one, and all of them. */
export function ReviewsSection({ reviews: { value, failure, reload }, area }: ReviewsSectionProps) {
  const isOffline = failure === 'offline';
  return (
    <section aria-labelledby="reviews-title" className={styles.reviews}>
      <div className={styles.head}>
        <h2 id="reviews-title">Reviews from our clients</h2>
        {value ? (
          <Summary reviews={value} />
        ) : (
          !failure && <Skeleton className={styles.loadingSummary} />
        )}
      </div>
      {area}
      {value ? (
        <List reviews={value} />
      ) : failure ? (
        <StateNotice
          icon={isOffline ? 'wifi-off' : 'cloud-wait'}
          title={isOffline ? 'You are offline.' : 'The reviews did not load.'}
          action={<RetryButton onClick={reload} />}
        >
          {isOffline && 'These reviews are not saved on this device yet.'}
        </StateNotice>
      ) : (
        <div aria-busy="true">
          <VisuallyHidden>Loading reviews…</VisuallyHidden>
          <Skeleton className={styles.loading} />
        </div>
      )}
    </section>
  );
}

function Summary({ reviews }: { reviews: Review[] }) {
  const average = averageStars(reviews);
  if (average === undefined) return <p className={styles.summary}>No reviews yet.</p>;
  return (
    <p className={styles.summary}>
      <Stars value={average} />{' '}
      <span aria-hidden="true" className={styles.average}>
        {average.toFixed(1)}
      </span>{' '}
      from {reviews.length === 1 ? '1 review' : `${reviews.length} reviews`}
    </p>
  );
}

/** How many reviews are shown at first and added by each press. */
const PAGE = 20;

function List({ reviews }: { reviews: Review[] }) {
  const [limit, setLimit] = useState(PAGE);
  if (reviews.length === 0) return null;
  return (
    <>
      <ul className={styles.list}>
        {reviews.slice(0, limit).map((review) => {
          const date = readableDate(review.created);
          return (
            <li key={review.id} className={styles.review}>
              <p className={styles.rating}>
                <Stars value={review.stars} />
                {date && <time dateTime={review.created}>{date}</time>}
              </p>
              {review.text && (
                <p className={styles.text} dir="auto">
                  {review.text}
                </p>
              )}
            </li>
          );
        })}
      </ul>
      {reviews.length > limit && (
        <Button onClick={() => setLimit(limit + PAGE)}>Show more reviews</Button>
      )}
    </>
  );
}

/** A rating as stars; screen readers hear "4 out of 5 stars". */
function Stars({ value }: { value: number }) {
  return (
    <>
      <VisuallyHidden>{`${value} out of ${MAX_STARS} stars`}</VisuallyHidden>
      <span className={styles.stars} aria-hidden="true">
        {Array.from({ length: MAX_STARS }, (_, index) => (
          <Icon
            key={index}
            name={index < Math.round(value) ? 'star' : 'star-outline'}
            size="1.15em"
          />
        ))}
      </span>
    </>
  );
}

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
