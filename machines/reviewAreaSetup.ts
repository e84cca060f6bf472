import { emit, fromCallback, fromPromise, setup } from 'xstate';
import type {
  NewReview,
  PostOutcome,
  RefusedReview,
  ReviewStanding,
  SignInOutcome,
} from '../src/domain/ports';
import { standingOf, type ReviewAreaContext, type ReviewAreaEvent } from './reviewAreaContext';

interface PostInput {
  uid: string;
  review: NewReview;
}

type Effect<Params> = (args: unknown, params: Params) => void;

const missing = (name: string) => () => {
  throw new Error(`reviewArea needs an implementation of ${name}.`);
};

/** What is in the form. */
export const reviewOf = ({ context }: { context: ReviewAreaContext }): NewReview => ({
  stars: context.stars,
  text: context.text,
});

/** The failure that an event brings. */
export const failure = ({ event }: { event: { error: unknown } }) => ({ error: event.error });

/** What the area is made of: its effects by name, and what its transitions ask. */
export const reviewAreaSetup = setup({
  types: {
    context: {} as ReviewAreaContext,
    events: {} as ReviewAreaEvent,
    input: {} as { draft: NewReview },
    /** The list should be read again: it lacks a review. */
    emitted: {} as { type: 'reviews.outdated' },
  },
  actors: {
    /** Prepares Auth and sends `user.changed`, or `auth.unavailable` when it cannot be loaded. */
    watchUser: fromCallback<ReviewAreaEvent>(missing('watchUser')),
    /** Opens the popup; started within the click. */
    signIn: fromPromise<SignInOutcome>(missing('signIn')),
    signOut: fromPromise<void>(missing('signOut')),
    /** Asks where somebody stands whose review is not in the list. */
    askStanding: fromPromise<ReviewStanding | RefusedReview, { uid: string }>(
      missing('askStanding'),
    ),
    post: fromPromise<{ uid: string; outcome: PostOutcome }, PostInput>(missing('post')),
    /** Sends `kept.settled` when the kept review is no longer waiting. */
    followKept: fromCallback<ReviewAreaEvent, { uid: string }>(missing('followKept')),
  },
  actions: {
    reloadReviews: emit({ type: 'reviews.outdated' }),
    keepDraft: missing('keepDraft') as Effect<NewReview>,
    /** Forgets a refused review for good. */
    giveUp: missing('giveUp') as Effect<{ uid: string }>,
    logFailure: missing('logFailure') as Effect<{ error: unknown }>,
  },
  guards: {
    isSignedOut: ({ context }) => context.user === null,
    isUnknown: ({ context }) => context.user === undefined,
    isKnown: ({ context }) => Boolean(context.user) && context.reviewsKnown,
    hasPosted: ({ context }) => standingOf(context) === 'posted',
    hasKept: ({ context }) => standingOf(context) === 'kept',
    isFree: ({ context }) => context.reviewsKnown && standingOf(context) === 'none',
    hasStars: ({ context }) => context.stars > 0,
    isSameUser: ({ context }, { uid }: { uid: string | undefined }) =>
      context.user !== undefined && context.user?.uid === uid,
    isSignedIn: (_, { outcome }: SignInOutcome) => outcome === 'signedIn',
    isCancelled: (_, { outcome }: SignInOutcome) => outcome === 'cancelled',
    isSettled: (_, { outcome }: { outcome: PostOutcome }) =>
      outcome === 'posted' || outcome === 'already',
    isPosted: (_, { type }: { type: string }) => type === 'posted',
    isUnlisted: ({ context: { user, posted, authors } }) =>
      posted === user!.uid && !authors.includes(posted),
  },
  delays: {
    /**
     * Milliseconds after which a list is read again that lacks the review which was just posted: longer
     * than the worker waits before it answers an old one.
     */
    relistDelay: 5000,
    /** And once more: a network that has just come back fails often. */
    lastRelistDelay: 12_000,
  },
});
