import { useEffect, useRef } from 'react';
import { Alert } from '../../ui/Alert';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { PROBLEM_TEXTS, isMild } from './problems';
import styles from './ReviewScreens.module.css';
import { ReviewForm } from './ReviewForm';
import type { ReviewAreaView } from './useReviewArea';

/** What is shown once it is known who is there: sign in, write, waiting, or thanks. */
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
        {screen === 'kept' && (
          <Message icon="cloud-wait" title="Your review is saved on this device.">
            It will be posted when you are back online and signed in.
          </Message>
        )}
        {screen === 'thanked' && <Message icon="check" title="Thanks for your opinion" />}
        {problem && isMild(problem) && <p className={styles.notice}>{PROBLEM_TEXTS[problem]}</p>}
      </div>
      {problem && !isMild(problem) && <Alert>{PROBLEM_TEXTS[problem]}</Alert>}
      {view.user && <Account {...view} />}
    </section>
  );
}

function SignedOut({ signIn, isSigningIn }: ReviewAreaView) {
  return (
    <div className={styles.signedOut}>
      <Button icon="star" busy={isSigningIn} onClick={signIn}>
        Sign in to write a review
      </Button>
      <p className={styles.hint} aria-live="polite">
        {isSigningIn
          ? 'Go on in the sign-in window. No window? Press the button again.'
          : 'With your Google account. Neither your name nor your email is shown with your review.'}
      </p>
    </div>
  );
}

interface MessageProps {
  icon: string;
  title: string;
  children?: string;
}

function Message({ icon, title, children }: MessageProps) {
  return (
    <div className={styles.message}>
      <Icon name={icon} size="2rem" />
      <div>
        <p className={styles.title}>{title}</p>
        {children && <p className={styles.hint}>{children}</p>}
      </div>
    </div>
  );
}

function Account({ user, isPosting, signOut }: ReviewAreaView) {
  return (
    <p className={styles.account}>
      <span>Signed in{user?.name ? ` as ${user.name}` : ''}</span>
      <Button variant="quiet" onClick={signOut} aria-disabled={isPosting || undefined}>
        Sign out
      </Button>
    </p>
  );
}
