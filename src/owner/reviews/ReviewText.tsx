/** A review as the owner's lists show it, and what they call it. */
import { quotePath } from '../../firebase/rest/quotes';
import type { Review } from '../../domain/types';
import { readableDate } from '../../lib/readableDate';
import { LongText } from '../../ui/LongText';
import { Stars } from '../../ui/Stars';
import { shortened } from '../../ui/stringHelpers';
import styles from '../OwnerPage.module.css';
import type { WorkReview } from '../ports';

export const nameOf = ({ work, review }: WorkReview) => ({ work, review: review.id });
export const pathOf = (item: WorkReview) => quotePath(nameOf(item));

/** Its work and day, and how it begins. */
export const shortReview = (
  { work, review: { created, stars, text } }: WorkReview,
  title?: string,
) => `${title ?? work}, ${readableDate(created)}: ${shortened(text).trim() || `${stars} stars`}`;

/** Which review a button is of, for whoever hears only the buttons. */
export const nameOfReview = (item: WorkReview, title?: string) => `(${shortReview(item, title)})`;

/** Its stars, its day and its words. */
export function ReviewText({ review, of }: { review: Review; of: string }) {
  return (
    <>
      <p className={styles.line}>
        <Stars value={review.stars} />
        <time dateTime={review.created}>{readableDate(review.created)}</time>
      </p>
      {review.text && <LongText text={review.text} of={of} />}
    </>
  );
}
