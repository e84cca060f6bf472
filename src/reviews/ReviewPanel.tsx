import { useEffect, useRef } from 'react';
import { REVIEW_TEXTS } from '../domain/strings';
import { Alert } from '../ui/Alert';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { ReviewAreaChecking } from './ReviewArea';
import { PROBLEM_TEXTS, ReviewForm } from './ReviewForm';
import styles from './ReviewPanel.module.css';
import { useReviewArea, type ReviewAreaProps, type ReviewAreaView } from './useReviewArea';

/** The review area at work. */
export function ReviewPanel(props: ReviewAreaProps) {
  const view = useReviewArea(props);
  return view.screen === 'checking' ? <ReviewAreaChecking /> : <ReviewScreens {...view} />;
}

/** What is shown once it is known who is there: sign in, write, or thanks. */
export function ReviewScreens(view: ReviewAreaView) {
  const { screen } = view;
  const panel = useRef<HTMLDivElement>(null);
  const shown = useRef(screen);
  useEffect(() => {
    // The control that was pressed is gone with its screen: keyboard users go on in the new one.
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (shown.current !== screen && isLost) panel.current?.focus({ preventScroll: true });
    shown.current = screen;
  }, [screen]);

  // The form tells its own problems.
  const problem = screen === 'writing' ? null : view.problem;
  // The visitor's own doing, not a failure: told politely.
  const isMild = problem === 'closed' || problem === 'timedOut';
  return (
    <section ref={panel} tabIndex={-1} aria-label="Your opinion" className={styles.panel}>
      {screen === 'signedOut' && <SignedOut {...view} />}
      {screen === 'writing' && (
        <>
          <h3 className={styles.title}>Write a review</h3>
          <ReviewForm {...view} />
        </>
      )}
      {/* Always there: screen readers announce what comes into it. */}
      <div aria-live="polite" className={styles.live}>
        {screen === 'thanked' && (
          <div className={styles.message}>
            <Icon name="check" size="2rem" />
            <p className={styles.title}>{REVIEW_TEXTS.thanks}</p>
          </div>
        )}
        {isMild && <p className={styles.notice}>{PROBLEM_TEXTS[problem]}</p>}
      </div>
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
      <p className={styles.hint} aria-live="polite">
        {isSigningIn
          ? 'Go on in the sign-in window. No window? Press the button again.'
          : 'With your Google account. Neither your name nor your email is shown with your review.'}
      </p>
    </div>
  );
}

function Account({ user, isPosting, send }: ReviewAreaView) {
  return (
    <p className={styles.account}>
      <span>Signed in{user?.name ? ` as ${user.name}` : ''}</span>
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
