import { MAX_STARS } from '../../domain/limits';
import { Icon } from '../../ui/Icon';
import { VisuallyHidden } from '../../ui/VisuallyHidden';
import styles from './StarRating.module.css';

const RATINGS = Array.from({ length: MAX_STARS }, (_, index) => index + 1);

interface StarRatingProps {
  /** 0: not rated yet. */
  value: number;
  onRate(stars: number): void;
  /** The id of the message that says what is wrong with the rating. */
  errorId?: string | undefined;
}

/** Five native radio buttons that look like stars: arrow keys, labels and forms work by themselves. */
export function StarRating({ value, onRate, errorId }: StarRatingProps) {
  return (
    <fieldset
      role="radiogroup"
      aria-describedby={errorId}
      aria-invalid={errorId !== undefined || undefined}
      className={styles.rating}
    >
      <legend className={styles.legend}>Your rating</legend>
      <div className={styles.stars}>
        {RATINGS.map((stars) => (
          <label key={stars} className={styles.star} data-filled={stars <= value || undefined}>
            <input
              type="radio"
              name="review-stars"
              value={stars}
              checked={value === stars}
              onChange={() => onRate(stars)}
              className={styles.radio}
            />
            <VisuallyHidden>{stars === 1 ? '1 star' : `${stars} stars`}</VisuallyHidden>
            <Icon name="star" size="2rem" />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
