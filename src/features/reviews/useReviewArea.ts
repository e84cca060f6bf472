import { useMachine } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { ReviewProblem } from '../../../machines/reviewAreaContext';
import type { ReviewAreaSnapshot } from '../../../machines/reviewArea';
import type { AuthPort, ReviewPort } from '../../domain/ports';
import type { Review, SignedInUser } from '../../domain/types';
import { areaWithEffects } from './areaEffects';
import { createReviewDrafts } from './reviewDraft';

export interface ReviewAreaPorts {
  auth: AuthPort;
  port: ReviewPort;
  /** Told whether the visitor is in the middle of something that a reload would disturb. */
  reportBusy(isBusy: boolean): void;
  log(message: string, error: unknown): void;
}

export type ReviewScreen = 'checking' | 'signedOut' | 'writing' | 'kept' | 'thanked';

/** The review area as its screens see it. */
export interface ReviewAreaView {
  screen: ReviewScreen;
  /** A popup is open, as far as is known; the button stays live. */
  isSigningIn: boolean;
  isPosting: boolean;
  user: SignedInUser | null;
  stars: number;
  text: string;
  problem: ReviewProblem | null;
  signIn(): void;
  signOut(): void;
  rate(stars: number): void;
  write(text: string): void;
  submit(): void;
  /** Gives a refused review up. */
  discard(): void;
}

function screenOf({ value }: ReviewAreaSnapshot): ReviewScreen {
  switch (value) {
    case 'signedOut':
    case 'signingIn':
      return 'signedOut';
    case 'writing':
    case 'posting':
      return 'writing';
    case 'kept':
    case 'thanked':
      return value;
    default:
      return 'checking';
  }
}

/**
 * Runs the review area of a work. `reviews` is the list as the page shows it, undefined while it is
 * not known, `failed` when it could not be read; `onPosted` is called when it should be read again.
 * Give the component that uses it the work's id as its key.
 */
export function useReviewArea(
  workId: string,
  reviews: readonly Review[] | undefined,
  failed: boolean,
  onPosted: () => void,
  { auth, port, reportBusy, log }: ReviewAreaPorts,
): ReviewAreaView {
  const [drafts] = useState(() => createReviewDrafts());
  const [machine] = useState(() => areaWithEffects({ workId, auth, port, drafts, log }));
  const [draft] = useState(() => drafts.load(workId));
  const [snapshot, send, actor] = useMachine(machine, { input: { draft } });

  useEffect(() => {
    if (reviews) send({ type: 'reviews.loaded', authors: reviews.map(({ user }) => user) });
    else if (failed) send({ type: 'reviews.failed' });
  }, [reviews, failed, send]);

  useEffect(() => {
    const subscription = actor.on('reviews.outdated', onPosted);
    return () => subscription.unsubscribe();
  }, [actor, onPosted]);

  const { user, stars, text, problem } = snapshot.context;
  const screen = screenOf(snapshot);
  const isSigningIn = snapshot.matches('signingIn');
  const isPosting = snapshot.matches('posting');
  const isWriting = screen === 'writing' && (stars > 0 || text !== '');
  const isBusy = isSigningIn || snapshot.matches('asking') || isWriting || isPosting;
  useEffect(() => {
    reportBusy(isBusy);
    return () => reportBusy(false);
  }, [isBusy, reportBusy]);

  return {
    screen,
    isSigningIn,
    isPosting,
    user: user ?? null,
    stars,
    text,
    problem,
    signIn: () => send({ type: 'signIn.clicked' }),
    signOut: () => send({ type: 'signOut.clicked' }),
    rate: (value) => send({ type: 'stars.rated', stars: value }),
    write: (value) => send({ type: 'text.changed', text: value }),
    submit: () => send({ type: 'review.submitted' }),
    discard: () => send({ type: 'review.discarded' }),
  };
}
