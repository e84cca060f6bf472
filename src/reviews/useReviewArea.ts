import { useMachine } from '@xstate/react';
import { useEffect, useState } from 'react';
import { fromCallback, fromPromise } from 'xstate';
import {
  problemOf,
  reviewArea,
  type ReviewAreaEvent,
  type ReviewAreaSnapshot,
} from '../../machines/reviewArea';
import type { AuthPort, Log, ReviewPort } from '../domain/ports';
import type { Review } from '../domain/types';
import type { ReadView } from '../shared/useRead';
import type { KeptReviews } from './keptReviews';

export interface ReviewAreaPorts {
  auth: AuthPort;
  reviews: ReviewPort;
  kept: KeptReviews;
  /** Told whether the visitor is in the middle of something that a reload would disturb. */
  reportBusy(isBusy: boolean): void;
  log: Log;
}

export interface ReviewAreaProps {
  workId: string;
  /** Those that the page lists, newest first; read again when a review was posted that it lacks. */
  reviews: ReadView<Review[]>;
  ports: ReviewAreaPorts;
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

/** Runs the review area of a work. Give the component that uses it the work's id as its key. */
export function useReviewArea(props: ReviewAreaProps) {
  const { workId, reviews, ports } = props;
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
  const isBusy = isSigningIn || value === 'asking' || isWriting || isPosting;
  const { reportBusy } = ports;
  useEffect(() => {
    reportBusy(isBusy);
    return () => reportBusy(false);
  }, [isBusy, reportBusy]);

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

function areaWithEffects(workId: string, { auth, reviews, kept, log }: ReviewAreaPorts) {
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
      openReview: fromPromise(async ({ input: { uid } }) => {
        try {
          if (await reviews.hasReviewed(workId, uid)) return null;
        } catch (error) {
          log('Whether this user has reviewed the work could not be read.', error);
        }
        return kept.load(workId, uid);
      }),
      post: fromPromise(({ input: { uid, review } }) => {
        const { id, stars, text } = review;
        return reviews.post(workId, { id: id!, user: uid, stars, text });
      }),
    },
    actions: {
      keepReview: ({ context }) => kept.save(workId, context.writer!, context.review),
      logFailure: (_, { error }) => log('The review area has failed.', error),
    },
  });
}
