import { assign, type SnapshotFrom } from 'xstate';
import {
  EMPTY_REVIEW,
  emptyArea,
  withAnswer,
  withKeptEnd,
  withPost,
  withStanding,
} from './reviewAreaContext';
import { failure, reviewAreaSetup, reviewOf } from './reviewAreaSetup';

/**
 * The review area of a work (specification, section 4): sign in with Google, write one review, be
 * thanked. Nothing but `checking` is shown until it is known who is signed in and, for somebody who
 * is, whether they have reviewed this work; what is known about that outlives stale lists.
 *
 * A review that cannot be sent now is *kept* on the device and followed until it is settled. Effects
 * are named here and provided by `src/features/reviews`.
 */
export const reviewArea = reviewAreaSetup.createMachine({
  id: 'reviewArea',
  context: ({ input }) => emptyArea(input.draft),
  initial: 'checking',
  invoke: {
    id: 'watchUser',
    src: 'watchUser',
    onError: {
      target: '.signedOut',
      actions: [
        assign({ user: null, problem: 'unreachable' }),
        { type: 'logFailure', params: failure },
      ],
    },
  },
  on: {
    'user.changed': [
      {
        guard: { type: 'isSameUser', params: ({ event }) => ({ uid: event.user?.uid }) },
        actions: assign({ user: ({ event }) => event.user }),
      },
      {
        target: '.checking',
        actions: assign({ user: ({ event }) => event.user, problem: null }),
      },
    ],
    'auth.unavailable': {
      guard: 'isUnknown',
      target: '.signedOut',
      actions: assign({ user: null, problem: 'unreachable' }),
    },
    'reviews.loaded': {
      // Who was listed once stays known: a stale list may come after a fresh one.
      actions: assign({
        authors: ({ context, event }) => [...new Set([...context.authors, ...event.authors])],
        reviewsKnown: true,
      }),
    },
    'reviews.failed': { actions: assign({ reviewsKnown: true }) },
  },
  states: {
    checking: {
      always: [
        { guard: 'isSignedOut', target: 'signedOut' },
        { guard: 'hasPosted', target: 'thanked' },
        { guard: 'hasKept', target: 'kept' },
        { guard: 'isFree', target: 'writing' },
        { guard: 'isKnown', target: 'asking' },
      ],
    },
    /** The list does not name them, but it may be old or short: the server and the device know. */
    asking: {
      tags: 'checking',
      always: { guard: 'hasPosted', target: 'thanked' },
      invoke: {
        id: 'askStanding',
        src: 'askStanding',
        input: ({ context }) => ({ uid: context.user!.uid }),
        onDone: {
          target: 'checking',
          actions: [
            assign(({ context, event }) => withAnswer(context, context.user!.uid, event.output)),
            { type: 'keepDraft', params: reviewOf },
          ],
        },
        onError: {
          target: 'checking',
          actions: [
            // Not knowing hides no form: the server refuses a second review by itself.
            assign(({ context }) => withStanding(context, context.user!.uid, 'none')),
            { type: 'logFailure', params: failure },
          ],
        },
      },
    },
    signedOut: {
      on: { 'signIn.clicked': { target: 'signingIn', actions: assign({ problem: null }) } },
    },
    signingIn: {
      invoke: {
        id: 'signIn',
        src: 'signIn',
        onDone: [
          {
            guard: { type: 'isSignedIn', params: ({ event }) => event.output },
            target: 'checking',
            actions: assign(({ event: { output } }) =>
              output.outcome === 'signedIn' ? { user: output.user } : {},
            ),
          },
          {
            guard: { type: 'isCancelled', params: ({ event }) => event.output },
            target: 'signedOut',
          },
          {
            target: 'signedOut',
            actions: assign(({ event: { output } }) =>
              output.outcome === 'signedIn' || output.outcome === 'cancelled'
                ? {}
                : { problem: output.outcome },
            ),
          },
        ],
        onError: {
          target: 'signedOut',
          actions: [assign({ problem: 'failed' }), { type: 'logFailure', params: failure }],
        },
      },
      on: {
        // A closed popup is noticed late, so the button stays live; a new popup replaces the old one.
        'signIn.clicked': { target: 'signingIn', reenter: true },
      },
    },
    writing: {
      always: { guard: 'hasPosted', target: 'thanked' },
      on: {
        'stars.rated': {
          actions: [
            assign({ stars: ({ event }) => event.stars, problem: null }),
            { type: 'keepDraft', params: reviewOf },
          ],
        },
        'text.changed': {
          actions: [
            assign({ text: ({ event }) => event.text }),
            { type: 'keepDraft', params: reviewOf },
          ],
        },
        'review.discarded': {
          actions: [
            { type: 'giveUp', params: ({ context }) => ({ uid: context.user!.uid }) },
            assign({ ...EMPTY_REVIEW, problem: null }),
            { type: 'keepDraft', params: reviewOf },
          ],
        },
        'review.submitted': [
          { guard: 'hasStars', target: 'posting', actions: assign({ problem: null }) },
          { actions: assign({ problem: 'starsMissing' }) },
        ],
        'signOut.clicked': 'signingOut',
      },
    },
    posting: {
      invoke: {
        id: 'post',
        src: 'post',
        input: ({ context }) => ({ uid: context.user!.uid, review: reviewOf({ context }) }),
        onDone: [
          {
            guard: { type: 'isSettled', params: ({ event }) => event.output },
            target: 'checking',
            actions: [
              assign(({ context, event }) => withPost(context, event.output)),
              { type: 'keepDraft', params: reviewOf },
              'reloadReviews',
            ],
          },
          {
            target: 'checking',
            actions: [
              assign(({ context, event }) => withPost(context, event.output)),
              { type: 'keepDraft', params: reviewOf },
            ],
          },
        ],
        onError: {
          target: 'checking',
          actions: [assign({ problem: 'notSent' }), { type: 'logFailure', params: failure }],
        },
      },
      on: {
        // Another tab may sign out meanwhile; what is on its way is not given up.
        'user.changed': { actions: assign({ user: ({ event }) => event.user }) },
      },
    },
    /** Saved on this device; the text of the review waits for the connection. */
    kept: {
      always: { guard: 'hasPosted', target: 'thanked' },
      invoke: {
        id: 'followKept',
        src: 'followKept',
        input: ({ context }) => ({ uid: context.user!.uid }),
        onError: { actions: { type: 'logFailure', params: failure } },
      },
      on: {
        'kept.settled': [
          {
            guard: { type: 'isPosted', params: ({ event }) => event.end },
            target: 'checking',
            actions: [
              assign(({ context, event }) => withKeptEnd(context, event.end)),
              'reloadReviews',
            ],
          },
          {
            target: 'checking',
            actions: [
              assign(({ context, event }) => withKeptEnd(context, event.end)),
              { type: 'keepDraft', params: reviewOf },
            ],
          },
        ],
        'signOut.clicked': 'signingOut',
      },
    },
    thanked: {
      on: { 'signOut.clicked': 'signingOut' },
      after: {
        relistDelay: { guard: 'isUnlisted', actions: 'reloadReviews' },
        lastRelistDelay: { guard: 'isUnlisted', actions: 'reloadReviews' },
      },
    },
    signingOut: {
      invoke: {
        id: 'signOut',
        src: 'signOut',
        onDone: { target: 'checking', actions: assign({ user: null, problem: null }) },
        onError: {
          target: 'checking',
          actions: [assign({ problem: 'signOutFailed' }), { type: 'logFailure', params: failure }],
        },
      },
    },
  },
});

export type ReviewAreaSnapshot = SnapshotFrom<typeof reviewArea>;
