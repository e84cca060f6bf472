import { useEffect, useRef, useState, type FormEvent } from 'react';
import { MAX_REVIEW_TEXT, MAX_STARS } from '../domain/constants';
import { newRandomId } from '../domain/ids';
import { REVIEW_TEXTS } from '../domain/specTexts';
import { PartBoundary } from '../shared/loading/PartBoundary';
import { spokenLength } from '../shared/form/spokenLength';
import { placeWithoutSignIn, SignInElsewhere } from '../signIn/SignInElsewhere';
import { Button } from '../ui/Button';
import { FocusGroup } from '../ui/FocusGroup';
import { Icon } from '../ui/Icon';
import { Alert } from '../ui/Notice';
import styles from './ReviewArea.module.css';
import {
  REVIEW_TEXT,
  useReviewArea,
  type ReviewAreaProps,
  type ReviewAreaView,
} from './useReviewArea';
import type { ReviewProblem } from '../../machines/reviewArea';

const ALERT_ID = 'review-alert';
/** The form says how many characters are left when there are only so many. */
const NEAR_LIMIT = 200;

/** Where a visitor signs in and writes a review. Its React key must be the work's id. */
export function ReviewArea(props: ReviewAreaProps) {
  const place = placeWithoutSignIn(navigator);
  return place ? (
    <SignInElsewhere place={place} title={REVIEW_TEXTS.signIn} label="Your opinion" />
  ) : (
    <RunningArea {...props} />
  );
}

function RunningArea(props: ReviewAreaProps) {
  const view = useReviewArea(props);
  return (
    <PartBoundary name="the review area">
      <ReviewScreens {...view} placeholder={props.placeholder} />
    </PartBoundary>
  );
}

export function ReviewScreens(view: ReviewAreaView & Pick<ReviewAreaProps, 'placeholder'>) {
  const { screen } = view;
  const panel = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLDivElement>(null);
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (screen === 'checking') return;
    // The pressed control has gone with its screen. Keyboard users go on from the new screen's heading, and readers speak it:
    // it is in no region, which would speak it again.
    const { activeElement: focused, body } = document;
    const isHere = focused === null || focused === body || panel.current?.contains(focused);
    const target = heading.current ?? panel.current;
    const isNext = shown.current !== undefined && shown.current !== screen;
    if (isNext && isHere) target?.focus({ preventScroll: true });
    shown.current = screen;
  }, [screen]);
  if (screen === 'checking') return view.placeholder;

  // The form shows its problems itself.
  const problem = screen === 'writing' ? null : view.problem;
  // Not a failure: the visitor has closed the window. It is announced politely.
  const isMild = problem === 'closed';
  return (
    <section ref={panel} tabIndex={-1} aria-label="Your opinion" className={styles.panel}>
      {screen === 'signedOut' && <SignedOut {...view} />}
      {screen === 'writing' && (
        <>
          <FocusGroup ref={heading} label="Write a review">
            <h3 className={styles.title}>Write a review</h3>
          </FocusGroup>
          <ReviewForm {...view} />
        </>
      )}
      {screen === 'thanked' && (
        <div className={styles.message}>
          <Icon name="check" size="2rem" />
          <FocusGroup ref={heading} label={REVIEW_TEXTS.thanks}>
            <h3 className={styles.title}>{REVIEW_TEXTS.thanks}</h3>
          </FocusGroup>
        </div>
      )}
      {/* Always rendered: screen readers only announce text that appears in an existing live region. */}
      <output className={isMild ? styles.notice : styles.live}>
        {isMild && PROBLEM_TEXTS[problem]}
      </output>
      {problem && !isMild && <Alert>{PROBLEM_TEXTS[problem]}</Alert>}
      {view.user && <Account {...view} />}
    </section>
  );
}

function SignedOut({ send, isSigningIn }: ReviewAreaView) {
  return (
    <div className={styles.signedOut}>
      <Button icon="star" busy={isSigningIn} onClick={() => send({ type: 'signIn.clicked' })}>
        {REVIEW_TEXTS.signIn}
      </Button>
      <output className={styles.hint}>
        {isSigningIn
          ? 'Go on in the sign-in window. No window? Press the button again.'
          : 'With your Google account. Neither your name nor your email is shown with your review.'}
      </output>
    </div>
  );
}

function Account({ user, isPosting, send }: ReviewAreaView) {
  return (
    <p className={styles.account}>
      <span>{user?.name ? `Signed in as ${user.name}` : 'Signed in'}</span>
      <Button
        variant="quiet"
        onClick={() => send({ type: 'signOut.clicked' })}
        aria-disabled={isPosting || undefined}
      >
        Sign out
      </Button>
    </p>
  );
}

function ReviewForm(view: ReviewAreaView) {
  const { text, problem, isPosting, send, attach } = view;
  // React writes a changed `defaultValue` into the element, so it stays what it was at first.
  const [initial] = useState(text);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    send({ type: 'review.submitted', id: newRandomId() });
  };
  const idleLabel = problem === 'notSent' ? 'Try again' : 'Post review';
  const left = MAX_REVIEW_TEXT - text.length;
  const isTooLong = problem === 'tooLong';
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isTooLong) field.current?.focus();
  }, [isTooLong]);
  return (
    <form ref={attach} noValidate onSubmit={onSubmit} aria-busy={isPosting} className={styles.form}>
      <StarRating {...view} />
      <div className={styles.field}>
        <label htmlFor={REVIEW_TEXT} className={styles.label}>
          Your review <span className={styles.optional}>optional</span>
        </label>
        <textarea
          ref={field}
          id={REVIEW_TEXT}
          name={REVIEW_TEXT}
          rows={4}
          defaultValue={initial}
          readOnly={isPosting}
          aria-invalid={left < 0 || undefined}
          aria-describedby={isTooLong ? ALERT_ID : undefined}
          className={styles.text}
        />
        {left <= NEAR_LIMIT && (
          <p className={styles.left}>
            {`${charactersText(Math.abs(left))} ${left < 0 ? 'too many' : 'left'}`}
          </p>
        )}
        <output className="visually-hidden">
          {left <= NEAR_LIMIT ? spokenLength(left, MAX_REVIEW_TEXT) : ''}
        </output>
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

const charactersText = (count: number) => (count === 1 ? '1 character' : `${count} characters`);

const RATINGS = Array.from({ length: MAX_STARS }, (_, index) => index + 1);

/** Five radio buttons that look like stars. Native ones need no code for arrow keys and labels. */
function StarRating({ stars: rated, problem, send }: ReviewAreaView) {
  const first = useRef<HTMLInputElement>(null);
  const isMissing = problem === 'starsMissing';
  useEffect(() => {
    if (isMissing) first.current?.focus();
  }, [isMissing]);
  return (
    <fieldset
      role="radiogroup"
      aria-describedby={isMissing ? ALERT_ID : undefined}
      aria-invalid={isMissing || undefined}
      className={styles.rating}
    >
      <legend className={styles.legend}>Your rating</legend>
      <div className={styles.stars}>
        {RATINGS.map((stars) => (
          <label key={stars} className={styles.star} data-filled={stars <= rated || undefined}>
            <input
              ref={stars === 1 ? first : undefined}
              type="radio"
              name="review-stars"
              value={stars}
              checked={stars === rated}
              onChange={() => send({ type: 'stars.rated', stars })}
              className={styles.radio}
            />
            <span className="visually-hidden">{stars === 1 ? '1 star' : `${stars} stars`}</span>
            <Icon name="star" size="2rem" />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export const PROBLEM_TEXTS: Record<ReviewProblem, string> = {
  starsMissing: REVIEW_TEXTS.starsMissing,
  tooLong: `Your review was not sent. Please shorten it to ${MAX_REVIEW_TEXT} characters.`,
  closed: 'The sign-in window was closed before you had signed in. You can try again any time.',
  blocked: 'Your browser blocked the sign-in window. Allow pop-ups for this site and try again.',
  unauthorized: 'Signing in is not possible at this web address. Please let us know.',
  disabled: 'This account was disabled for this site, so it cannot write reviews here.',
  sessionEnded:
    'Your sign-in has ended, so your review was not sent. Sign in again: what you wrote is kept.',
  unreachable: 'We could not reach the sign-in service. Check your connection and try again.',
  failed: 'Signing in did not work. Please try again.',
  refused: 'Your review was not accepted. What you wrote is still here.',
  notSent:
    'We could not reach the server, so your review was not sent. What you wrote is still here.',
  signOutFailed: 'Signing out did not work. Please try again.',
};
