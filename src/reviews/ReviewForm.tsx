import { useEffect, useRef, type FormEvent } from 'react';
import type { ReviewProblem } from '../../machines/reviewArea';
import { REVIEW_TEXTS } from '../domain/strings';
import { newRandomId } from '../domain/ids';
import { MAX_REVIEW_TEXT, MAX_STARS } from '../domain/constants';
import { Alert } from '../ui/Alert';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { VisuallyHidden } from '../ui/VisuallyHidden';
import styles from './ReviewForm.module.css';
import type { ReviewAreaView } from './useReviewArea';

const ALERT_ID = 'review-alert';
/** From this many characters left the form says how many. */
const NEAR_LIMIT = 200;

/** What is said about each problem. */
export const PROBLEM_TEXTS: Record<ReviewProblem, string> = {
  starsMissing: REVIEW_TEXTS.starsMissing,
  closed: 'The sign-in window was closed before you had signed in. You can try again any time.',
  blocked: 'Your browser blocked the sign-in window. Allow pop-ups for this site and try again.',
  unauthorized: 'Signing in is not possible at this web address. Please let us know.',
  unreachable: 'We could not reach the sign-in service. Check your connection and try again.',
  timedOut: 'We have not heard back from the sign-in window. Please try again.',
  failed: 'Signing in did not work. Please try again.',
  refused: 'Your review was not accepted. What you wrote is still here.',
  notSent:
    'We could not reach the server, so your review was not sent. What you wrote is still here.',
  signOutFailed: 'Signing out did not work. Please try again.',
};

/** Stars, and words if the visitor likes. */
export function ReviewForm({ stars, text, problem, isPosting, send }: ReviewAreaView) {
  const form = useRef<HTMLFormElement>(null);
  const isUnrated = problem === 'starsMissing';
  useEffect(() => {
    if (isUnrated) form.current?.querySelector<HTMLInputElement>('input[type=radio]')?.focus();
  }, [isUnrated]);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    send({ type: 'review.submitted', id: newRandomId() });
  };
  const idleLabel = problem === 'notSent' ? 'Try again' : 'Post review';
  const left = MAX_REVIEW_TEXT - text.length;
  return (
    <form ref={form} noValidate onSubmit={onSubmit} aria-busy={isPosting} className={styles.form}>
      <StarRating
        value={stars}
        onRate={(rated) => send({ type: 'stars.rated', stars: rated })}
        errorId={isUnrated ? ALERT_ID : undefined}
      />
      <div className={styles.field}>
        <label htmlFor="review-text" className={styles.label}>
          Your review <span className={styles.optional}>optional</span>
        </label>
        <textarea
          id="review-text"
          rows={4}
          maxLength={MAX_REVIEW_TEXT}
          value={text}
          readOnly={isPosting}
          onChange={({ target }) => send({ type: 'text.changed', text: target.value })}
          className={styles.text}
        />
        {left <= NEAR_LIMIT && (
          <p aria-live="polite" className={styles.left}>
            {left === 1 ? '1 character left' : `${left} characters left`}
          </p>
        )}
      </div>
      {problem && <Alert id={ALERT_ID}>{PROBLEM_TEXTS[problem]}</Alert>}
      <div className={styles.actions}>
        <Button
          type="submit"
          variant="primary"
          busy={isPosting}
          aria-disabled={isPosting || undefined}
          className={styles.submit}
        >
          {isPosting ? 'Posting your review…' : idleLabel}
        </Button>
        {(problem === 'refused' || problem === 'notSent') && (
          <Button variant="quiet" onClick={() => send({ type: 'review.discarded' })}>
            Discard it
          </Button>
        )}
      </div>
    </form>
  );
}

const RATINGS = Array.from({ length: MAX_STARS }, (_, index) => index + 1);

interface StarRatingProps {
  /** 0: not rated yet. */
  value: number;
  onRate(stars: number): void;
  /** The id of the message that says what is wrong with the rating. */
  errorId?: string | undefined;
}

/** Five native radio buttons that look like stars: arrow keys, labels and forms work by themselves. */
function StarRating({ value, onRate, errorId }: StarRatingProps) {
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
