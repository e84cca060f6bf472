import { useEffect, useRef } from 'react';
import type { ReviewProblem } from '../../../machines/reviewAreaContext';
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

  return (
    <div ref={panel} tabIndex={-1} className={styles.panel} data-screen={screen}>
      {screen === 'signedOut' && <SignedOut {...view} />}
      {screen === 'writing' && (
        <>
          <h3 className={styles.title}>Write a review</h3>
          <ReviewForm {...view} />
        </>
      )}
      {screen === 'kept' && (
        <Message icon="cloud-wait" title="Your review is saved on this device.">
          It will be posted when you are back online and signed in.
        </Message>
      )}
      {screen === 'thanked' && <Message icon="check" title="Thanks for your opinion" />}
      {view.user && <Account {...view} />}
    </div>
  );
}

function SignedOut({ signIn, isSigningIn, problem }: ReviewAreaView) {
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
      {problem && <Problem problem={problem} />}
    </div>
  );
}

function Problem({ problem }: { problem: ReviewProblem }) {
  if (!isMild(problem)) return <Alert>{PROBLEM_TEXTS[problem]}</Alert>;
  return (
    <p aria-live="polite" className={styles.notice}>
      {PROBLEM_TEXTS[problem]}
    </p>
  );
}

interface MessageProps {
  icon: string;
  title: string;
  children?: string;
}

function Message({ icon, title, children }: MessageProps) {
  return (
    <div aria-live="polite" className={styles.message}>
      <Icon name={icon} size="2rem" />
      <div>
        <p className={styles.title}>{title}</p>
        {children && <p className={styles.hint}>{children}</p>}
      </div>
    </div>
  );
}

function Account({ user, screen, problem, isPosting, signOut }: ReviewAreaView) {
  return (
    <>
      <p className={styles.account}>
        <span>Signed in{user?.name ? ` as ${user.name}` : ''}</span>
        <Button variant="quiet" onClick={signOut} aria-disabled={isPosting || undefined}>
          Sign out
        </Button>
      </p>
      {/* The form tells its own problems. */}
      {problem && screen !== 'writing' && <Problem problem={problem} />}
    </>
  );
}
