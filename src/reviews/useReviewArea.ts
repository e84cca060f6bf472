import { useMachine } from '@xstate/react';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import {
  isBlankReview,
  problemOf,
  type ReviewAreaEvent,
  type ReviewAreaSnapshot,
} from '../../machines/reviewArea';
import type { Review } from '../domain/types';
import { inspected } from '../lib/inspection';
import { useServices } from '../shared/services';
import { createTextFields } from '../shared/form/textFields';
import type { ReadView } from '../shared/loading/useRead';
import { areaWithEffects, createReviewPorts } from './reviewAreaEffects';

export interface ReviewAreaProps {
  workId: string;
  /** The reviews that the page lists, newest first. They are read again after a review was posted that they lack. */
  reviews: ReadView<Review[]>;
  /** Shown until it is known who is signed in and whether they have reviewed the work. */
  placeholder: ReactNode;
}

export const REVIEW_TEXT = 'review-text';

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

export function useReviewArea({ workId, reviews }: ReviewAreaProps) {
  const { value: listed, failure, reload } = reviews;
  const { once, safety } = useServices();
  // The ports outlive the area: a draft that no storage takes is in their memory.
  const [machine] = useState(() => areaWithEffects(once(createReviewPorts), workId));
  const [snapshot, , actor] = useMachine(machine, inspected());
  const [textFields] = useState(() =>
    createTextFields({
      names: [REVIEW_TEXT],
      shown: () => ({ [REVIEW_TEXT]: actor.getSnapshot().context.review.text }),
      change({ [REVIEW_TEXT]: text }) {
        if (text === undefined) return;
        const event = { type: 'text.changed', text } as const;
        // A review that is being posted takes no text. Offering it one is news of it, which would offer it again.
        if (actor.getSnapshot().can(event)) actor.send(event);
      },
    }),
  );
  // A command is about what is on the screen, so the machine must know that first.
  const send = useCallback(
    (event: ReviewAreaEvent) => {
      textFields.sync();
      actor.send(event);
    },
    [actor, textFields],
  );
  useEffect(() => {
    const subscription = actor.subscribe(textFields.sync);
    return () => subscription.unsubscribe();
  }, [actor, textFields]);

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
  const isWriting = screen === 'writing' && !isBlankReview(context.review);
  // While this is true a reload would disturb the visitor.
  const isBusy = isSigningIn || value === 'opening' || isWriting || isPosting;
  useEffect(() => {
    safety.report('the review area', isBusy ? 'disturbance' : 'none');
    return () => safety.report('the review area', 'none');
  }, [isBusy, safety]);

  return {
    screen,
    /** The popup is open, as far as the page knows. The button still works meanwhile. */
    isSigningIn,
    isPosting,
    user: context.user ?? null,
    stars,
    text,
    problem: problemOf(snapshot),
    send,
    attach: textFields.attach,
  };
}
