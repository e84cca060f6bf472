import { useMachine } from '@xstate/react';
import { useEffect, useState, type ReactNode } from 'react';
import { problemOf, type ReviewAreaSnapshot } from '../../machines/reviewArea';
import type { Review } from '../domain/types';
import { useServices } from '../shared/services';
import type { ReadView } from '../shared/useRead';
import { areaWithEffects } from './reviewEffects';

export interface ReviewAreaProps {
  workId: string;
  /** Those that the page lists, newest first; read again when a review was posted that it lacks. */
  reviews: ReadView<Review[]>;
  /** Stands there until it is known who is signed in and whether they have reviewed the work. */
  placeholder: ReactNode;
}

/** The review area as its screens see it. */
export type ReviewAreaView = ReturnType<typeof useReviewArea>;

const SCREENS = {
  checking: 'checking',
  opening: 'checking',
  signedOut: 'signedOut',
  signingIn: 'signedOut',
  writing: 'writing',
  posting: 'writing',
  thanked: 'thanked',
  signingOut: 'checking',
} as const satisfies Record<ReviewAreaSnapshot['value'], string>;

/** Runs the review area of a work. */
export function useReviewArea({ workId, reviews }: ReviewAreaProps) {
  const { value: listed, failure, reload } = reviews;
  const [machine] = useState(() => areaWithEffects(workId));
  const [snapshot, send, actor] = useMachine(machine);

  useEffect(() => {
    if (listed) send({ type: 'reviews.loaded', authors: listed.map(({ user }) => user) });
    else if (failure) send({ type: 'reviews.failed' });
  }, [listed, failure, send]);

  useEffect(() => {
    const subscription = actor.on('reviews.outdated', reload);
    return () => subscription.unsubscribe();
  }, [actor, reload]);

  const { value, context } = snapshot;
  const { stars, text } = context.review;
  const screen = SCREENS[value];
  const isSigningIn = value === 'signingIn';
  const isPosting = value === 'posting';
  const isWriting = screen === 'writing' && (stars > 0 || text !== '');
  // A reload now would disturb the visitor.
  const isBusy = isSigningIn || value === 'opening' || isWriting || isPosting;
  const { safety } = useServices();
  useEffect(() => {
    safety.report('the review area', isBusy ? 'disturbance' : 'none');
    return () => safety.report('the review area', 'none');
  }, [isBusy, safety]);

  return {
    screen,
    /** A popup is open, as far as is known; the button stays live. */
    isSigningIn,
    isPosting,
    user: context.user ?? null,
    stars,
    text,
    problem: isPosting ? null : problemOf(context),
    send,
  };
}
