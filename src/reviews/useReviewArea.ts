import { useMachine } from '@xstate/react';
import { useEffect, useState, type ReactNode } from 'react';
import { fromCallback, fromPromise } from 'xstate';
import {
  problemOf,
  reviewArea,
  type ReviewAreaEvent,
  type ReviewAreaSnapshot,
} from '../../machines/reviewArea';
import type { AuthPort, ReviewPort } from '../domain/ports';
import type { Review } from '../domain/types';
import { log } from '../domain/log';
import { useServices } from '../shared/services';
import type { ReadView } from '../shared/useRead';
import type { KeptReviews } from './keptReviews';

export interface ReviewPorts {
  auth: AuthPort;
  reviews: ReviewPort;
  kept: KeptReviews;
}

export interface ReviewAreaProps {
  workId: string;
  /** Those that the page lists, newest first; read again when a review was posted that it lacks. */
  reviews: ReadView<Review[]>;
  /** Stands there until it is known who is signed in and whether they have reviewed the work. */
  placeholder: ReactNode;
  ports: ReviewPorts;
}

/** The review area as its screens see it. */
export type ReviewAreaView = ReturnType<typeof useReviewArea>;

const SCREENS = {
  checking: 'checking',
  asking: 'checking',
  signedOut: 'signedOut',
  signingIn: 'signedOut',
  writing: 'writing',
  posting: 'writing',
  thanked: 'thanked',
  signingOut: 'checking',
} as const satisfies Record<ReviewAreaSnapshot['value'], string>;

/** Runs the review area of a work. */
export function useReviewArea({ workId, reviews, ports }: ReviewAreaProps) {
  const { value: listed, failure, reload } = reviews;
  const [machine] = useState(() => areaWithEffects(workId, ports));
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
  const isBusy = isSigningIn || value === 'asking' || isWriting || isPosting;
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

function areaWithEffects(workId: string, { auth, reviews, kept }: ReviewPorts) {
  return reviewArea.provide({
    actors: {
      watchUser: fromCallback<ReviewAreaEvent>(({ sendBack }) => {
        const stop = auth.onUser((user) => sendBack({ type: 'user.changed', user }));
        const prepare = () => {
          auth.prepare().catch((error: unknown) => {
            log('Sign-in could not be loaded.', error);
            sendBack({ type: 'auth.unavailable' });
          });
        };
        prepare();
        // Loading what is loaded does nothing; what failed offline is tried again.
        window.addEventListener('online', prepare);
        return () => {
          stop();
          window.removeEventListener('online', prepare);
        };
      }),
      signIn: fromPromise(() => auth.signIn()),
      signOut: fromPromise<void>(() => auth.signOut()),
      openReview: fromPromise(async ({ input: { user } }) => {
        try {
          if (await reviews.hasReviewed(workId, user.googleId)) return null;
        } catch (error) {
          log('Whether this user has reviewed the work could not be read.', error);
        }
        return kept.load(workId, user.uid);
      }),
      post: fromPromise(({ input: { user, review } }) => {
        const { id, stars, text } = review;
        return reviews.post(workId, { id: id!, user: user.uid, stars, text }, user.googleId);
      }),
    },
    actions: {
      keepReview: ({ context }) => kept.save(workId, context.writer!, context.review),
      logFailure: ({ event }) =>
        log('The review area has failed.', 'error' in event && event.error),
    },
  });
}
