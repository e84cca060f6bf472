import { useEffect, useRef, type FormEvent } from 'react';
import { MAX_REVIEW_TEXT } from '../../domain/limits';
import { Alert } from '../../ui/Alert';
import { Button } from '../../ui/Button';
import { PROBLEM_TEXTS } from './problems';
import styles from './ReviewForm.module.css';
import { StarRating } from './StarRating';
import type { ReviewAreaView } from './useReviewArea';

const ALERT_ID = 'review-alert';
/** From this many characters left the form says how many. */
const NEAR_LIMIT = 200;

type ReviewFormProps = Pick<
  ReviewAreaView,
  'stars' | 'text' | 'problem' | 'isPosting' | 'rate' | 'write' | 'submit' | 'discard'
>;

/** Stars, and words if the visitor likes. */
export function ReviewForm(props: ReviewFormProps) {
  const { stars, text, problem, isPosting, rate, write, submit, discard } = props;
  const form = useRef<HTMLFormElement>(null);
  const isUnrated = problem === 'starsMissing';
  useEffect(() => {
    if (isUnrated) form.current?.querySelector<HTMLInputElement>('input[type=radio]')?.focus();
  }, [isUnrated]);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  const left = MAX_REVIEW_TEXT - text.length;
  return (
    <form ref={form} noValidate onSubmit={onSubmit} aria-busy={isPosting} className={styles.form}>
      <StarRating value={stars} onRate={rate} errorId={isUnrated ? ALERT_ID : undefined} />
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
          onChange={(event) => write(event.target.value)}
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
          {isPosting ? 'Posting your review…' : 'Post review'}
        </Button>
        {problem === 'refused' && (
          <Button variant="quiet" onClick={discard}>
            Discard it
          </Button>
        )}
      </div>
    </form>
  );
}
