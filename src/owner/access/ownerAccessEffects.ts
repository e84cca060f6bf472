/** The effects of the machine that says who is signed in at the owner's page. */
import { fromCallback, fromPromise } from 'xstate';
import {
  ownerAccess,
  type AccessEvent,
  type OwnerAccount,
  type OwnerSignIn,
  type AccessSnapshot,
  type AccessProblem,
} from '../../../machines/ownerAccess';
import { log } from '../../lib/log';
import type { FirstReads } from '../data/firstReads';
import type { OwnerSession } from './ownerSession';
import { useMachine } from '@xstate/react';
import { useState } from 'react';
import { inspected } from '../../lib/inspection';
import type { Firestore } from 'firebase/firestore/lite';
import { network } from '../../lib/network';
import { failedOwnerWrite, getAt } from '../data/firestoreCalls';

export interface AccessPorts {
  session: Omit<OwnerSession, 'authorization'>;
  followOwnership: FollowOwnership;
  /** What the page asks for as soon as somebody is signed in. */
  firstReads: Pick<FirstReads, 'ask' | 'forget'>;
}

export function accessWithEffects({ session, followOwnership, firstReads }: AccessPorts) {
  return ownerAccess.provide({
    actors: {
      watchAccount: fromCallback<AccessEvent>(({ sendBack }) =>
        session.onAccount((account) => sendBack({ type: 'account.changed', account })),
      ),
      signIn: fromPromise<OwnerSignIn, { isMyPhone: boolean }>(({ input: { isMyPhone } }) =>
        session.signIn(isMyPhone),
      ),
      signOut: fromPromise<void>(() => session.signOut()),
      followOwnership: fromCallback<AccessEvent, { account: OwnerAccount }>(
        ({ sendBack, receive, input: { account } }) => {
          firstReads.ask();
          const { look, stop } = followOwnership(
            account.email,
            (isOwner) => sendBack({ type: 'ownership.changed', isOwner }),
            () => sendBack({ type: 'ownership.failed' }),
          );
          receive(look);
          return () => {
            stop();
            firstReads.forget();
          };
        },
      ),
    },
    actions: {
      logFailure: ({ event }) =>
        log('The sign-in of the owner’s page has failed.', 'error' in event && event.error),
    },
  });
}

export type OwnerAccessView = ReturnType<typeof useOwnerAccess>;

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
export const KEPT_PAST_SESSION =
  'Your sign-in has ended. Sign in again: what you were writing is kept.';

/** Milliseconds between two looks while the page is shown. Who is no owner any more is refused by the rules at once. */
const PAUSE = 30_000;

export type FollowOwnership = ReturnType<typeof createFollowOwnership>;

/** Whether an account is an owner, by its own document among the owners. */
export function createFollowOwnership(firestore: Firestore) {
  /**
   * Looks now, when the page is shown again, every half minute while it is, with the network, and by `look`, until `stop`.
   * `onError` is called when there is no first answer, and when the server refuses one. Else an answer that has come stands.
   */
  return (email: string, onAnswer: (isOwner: boolean) => void, onError: () => void) => {
    let isAnswered = false;
    let isStopped = false;
    let latest = 0;
    const look = async () => {
      if (isStopped || (document.hidden && isAnswered)) return;
      latest += 1;
      const mine = latest;
      const isLate = () => isStopped || mine !== latest;
      try {
        // The rules compare the address in lower case (decision 31).
        const found = await getAt(firestore, `owners/${email}`);
        if (isLate()) return;
        isAnswered = true;
        onAnswer(found.exists());
      } catch (error) {
        log('Whether the account is an owner could not be read.', error);
        if (isLate()) return;
        if (!isAnswered || failedOwnerWrite(error) === 'refused') onError();
      }
    };
    void look();
    const timer = setInterval(look, PAUSE);
    document.addEventListener('visibilitychange', look);
    const stopWaiting = network.follow((isBack) => isBack && void look());
    return {
      look,
      stop() {
        isStopped = true;
        clearInterval(timer);
        document.removeEventListener('visibilitychange', look);
        stopWaiting();
      },
    };
  };
}
