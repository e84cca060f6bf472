import { useMachine } from '@xstate/react';
import { useState, type ReactElement, type ReactNode } from 'react';
import { placeWithoutSignIn, SignInElsewhere } from '../../signIn/SignInElsewhere';
import { Button, RetryButton } from '../../ui/Button';
import { Alert, StateNotice } from '../../ui/Notice';
import { Loading } from '../../ui/Skeleton';
import { Address } from '../OwnerHeader';
import styles from '../OwnerPage.module.css';
import { focusIfLost, Question, useQuestion } from '../Question';
import type { KeptWork } from '../../../machines/workEditorContext';
import { begunName, useBegunWork, begunText } from '../editor/begunWork';
import type { KeptWorkStore } from '../editor/kept/keptWork';
import { accessWithEffects, type AccessPorts } from './ownerAccessEffects';
import { inspected } from '../../lib/inspection';
import { log } from '../../lib/log';
import type { AccessProblem, AccessSnapshot } from '../../../machines/ownerAccess';

type OwnerAccessView = ReturnType<typeof useOwnerAccess>;

type Screen = 'checking' | 'signedOut' | 'owner' | 'notOwner' | 'unanswered';

function screenOf(snapshot: AccessSnapshot): Screen {
  if (snapshot.matches('signedOut') || snapshot.matches('signingIn')) return 'signedOut';
  const { value } = snapshot;
  if (typeof value === 'string') return 'checking';
  return value.signedIn === 'asking' ? 'checking' : value.signedIn;
}

export function useOwnerAccess(ports: AccessPorts) {
  const [machine] = useState(() => accessWithEffects(ports));
  const [snapshot, send] = useMachine(machine, inspected());
  const { account, isMyPhone, problem } = snapshot.context;
  return {
    screen: screenOf(snapshot),
    isSigningIn: snapshot.matches('signingIn'),
    account: account ?? null,
    isMyPhone,
    problem,
    send,
  };
}

export const ACCESS_PROBLEMS: Record<AccessProblem, string> = {
  closed: 'The sign-in window was closed before you had signed in. You can try again any time.',
  blocked: 'Your browser blocked the sign-in window. Allow pop-ups for this site and try again.',
  unauthorized:
    'Google does not know this web address yet: add it to the authorized domains of your Firebase project (Authentication, Settings).',
  disabled: 'This account is disabled in your Firebase project.',
  unreachable: 'The sign-in service could not be reached. Check your connection and try again.',
  failed: 'Signing in did not work. Please try again.',
  signOutFailed: 'Signing out did not work. Please try again.',
  sessionEnded: 'Your sign-in has ended. Sign in again to go on.',
};

/** Where this phone still has the work that was being added. */
const KEPT_PAST_SESSION = 'Your sign-in has ended. Sign in again: what you were writing is kept.';

interface AccessScreensProps extends OwnerAccessView {
  kept: KeptWorkStore;
  /** Of the account that is signed in. */
  signOut: Omit<SignOutProps, 'children'> | null;
}

export function AccessScreens({ kept, signOut, ...view }: AccessScreensProps) {
  const place = placeWithoutSignIn(navigator);
  switch (view.screen) {
    case 'signedOut':
      return place ? (
        <SignInElsewhere place={place} title="For the owner of this site" label="Sign in" />
      ) : (
        <SignedOut {...view} kept={kept} />
      );
    case 'notOwner':
      return signOut && <NotOwner email={view.account?.email ?? ''} signOut={signOut} />;
    case 'unanswered':
      return (
        <StateNotice
          icon="cloud-wait"
          title="Whether you are an owner could not be read."
          action={<RetryButton onClick={() => view.send({ type: 'ask.clicked' })} />}
        >
          Check your connection. If it is fine, look at your project with: npm run doctor
        </StateNotice>
      );
    default:
      return <Loading label="Looking who is signed in…" className={styles.loading} />;
  }
}

/** A panel whose heading has the focus, so that a screen reader reads what has replaced the last one. */
function Panel({ title, children }: { title: ReactNode; children: ReactElement }) {
  return (
    <section className={styles.panel}>
      <h1 ref={focusIfLost} tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      {children}
    </section>
  );
}

function SignedOut(props: Omit<AccessScreensProps, 'signOut'>) {
  const { isSigningIn, isMyPhone, problem, send, kept } = props;
  const isMild = problem === 'closed';
  // Read even where nothing is said of it: reading deletes what was kept long enough.
  const begun = useBegunWork(kept);
  return (
    <Panel title="For the owner of this site">
      <>
        <p>
          Read what clients request, publish a work from your phone, take a review down, choose
          which reviews the landing page quotes.
        </p>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={isMyPhone}
            onChange={({ target }) => send({ type: 'phone.chosen', isMine: target.checked })}
          />
          <span>This is my phone: keep me signed in</span>
        </label>
        <Button
          variant="primary"
          busy={isSigningIn}
          onClick={() => send({ type: 'signIn.clicked' })}
        >
          Sign in with Google
        </Button>
        <output className={styles.hint}>
          {isSigningIn
            ? 'Go on in the sign-in window. No window? Press the button again.'
            : isMild
              ? ACCESS_PROBLEMS.closed
              : ''}
        </output>
        {problem && !isMild && (
          <Alert>
            {problem === 'sessionEnded' && begun ? KEPT_PAST_SESSION : ACCESS_PROBLEMS[problem]}
          </Alert>
        )}
      </>
    </Panel>
  );
}

interface NotOwnerProps {
  email: string;
  signOut: Omit<SignOutProps, 'children'>;
}

function NotOwner({ email, signOut }: NotOwnerProps) {
  return (
    <Panel
      title={
        <>
          <Address address={email} /> <span>is not an owner of this site</span>
        </>
      }
    >
      <>
        <p>Whoever runs the site makes this account an owner with this command:</p>
        <p translate="no" className={styles.command}>
          <span>npm run setup -- --owner </span>
          <Address address={email} />
        </p>
        <p className={styles.hint}>
          This page opens by itself as soon as that is done. An account keeps the address with which
          it first signed in here, also where Google shows another one by now.
        </p>
        <SignOut {...signOut}>Sign in with another account</SignOut>
      </>
    </Panel>
  );
}

interface SignOutProps {
  /** What this phone keeps of the account and the gallery has not: a new work, or the change of one. */
  unfinished(): Promise<KeptWork | undefined>;
  onSignOut(): void;
  children: string;
}

/** Signs out, and asks before that takes something with it that the gallery has not. */
export function SignOut({ unfinished, onSignOut, children }: SignOutProps) {
  const [work, setWork] = useState<KeptWork>();
  const { isAsking, ask, keep, afterNo } = useQuestion();
  const askIfBegun = async () => {
    const begun = await unfinished().catch((error: unknown) => {
      log('The kept work could not be read.', error);
      return undefined;
    });
    setWork(begun);
    if (begun) ask();
    else onSignOut();
  };
  if (!work || !isAsking) {
    return (
      <Button ref={afterNo} variant="quiet" onClick={() => void askIfBegun()}>
        {children}
      </Button>
    );
  }
  return (
    <Question
      label="Sign out?"
      yes={work.stored ? 'Sign out and lose the change' : 'Sign out and remove it'}
      no="Stay signed in"
      onYes={onSignOut}
      onNo={keep}
    >
      <p>
        <strong dir="auto">{begunName(work)}</strong> <span>{begunText(work)}</span>
      </p>
      <p>
        {`Signing out removes ${work.stored ? 'the change' : 'it'} from this phone.${
          work.isSubmitted ? ' It may be in the gallery already.' : ''
        }`}
      </p>
    </Question>
  );
}
