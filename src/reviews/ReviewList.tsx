import { useState } from 'react';
import type { Review } from '../domain/types';
import { Button } from '../ui/Button';
import { LongText } from '../ui/LongText';
import { Alert } from '../ui/Notice';
import { Stars } from '../ui/Stars';
import { readableDate } from '../lib/readableDate';
import styles from './Reviews.module.css';

/** How many reviews are shown at first, and how many more after each press of the button. */
const SHOWN = 20;

export interface ReviewListProps {
  /** The reviews that were read, newest first. */
  reviews: readonly Review[];
  hasMore: boolean;
  /** Reads more reviews; false if they could not be read. */
  readMore(): Promise<boolean>;
}

export function ReviewList({ reviews, hasMore, readMore }: ReviewListProps) {
  const [limit, setLimit] = useState(SHOWN);
  const [reading, setReading] = useState<'now' | 'failed'>();
  if (reviews.length === 0) return null;
  const onMore = async () => {
    if (reading === 'now') return;
    if (reviews.length <= limit) {
      setReading('now');
      const isRead = await readMore();
      setReading(isRead ? undefined : 'failed');
      if (!isRead) return;
    }
    setLimit(limit + SHOWN);
  };
  return (
    <>
      <ul role="list" className={styles.list}>
        {reviews.slice(0, limit).map((review) => (
          <ReviewItem key={review.id} review={review} />
        ))}
      </ul>
      {reading === 'failed' && <Alert>More reviews did not load.</Alert>}
      {(reviews.length > limit || hasMore) && (
        <Button busy={reading === 'now'} onClick={() => void onMore()}>
          Show more reviews
        </Button>
      )}
    </>
  );
}

/**
 * The first reviews, in the HTML of the build. Without scripts no button works, so nothing is folded, and nobody knows
 * the visitor's day, so there are no dates.
 */
export function BuiltList({ reviews }: { reviews: readonly Review[] }) {
  if (reviews.length === 0) return null;
  return (
    <ul role="list" className={styles.list}>
      {reviews.slice(0, SHOWN).map((review) => (
        <ReviewItem key={review.id} review={review} isBuilt />
      ))}
    </ul>
  );
}

function ReviewItem({ review, isBuilt }: { review: Review; isBuilt?: true }) {
  const date = isBuilt ? undefined : readableDate(review.created);
  return (
    <li className={styles.review}>
      <p className={styles.rating}>
        <Stars value={review.stars} />
        {date && <time dateTime={review.created}>{date}</time>}
      </p>
      {review.text && <LongText text={review.text} canFold={!isBuilt} />}
    </li>
  );
}
