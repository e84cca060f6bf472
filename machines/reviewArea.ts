/**
 * The review area of a work (specification, section 4). A visitor signs in with Google, writes one review and is
 * thanked for it.
 *
 *     checking ─┬─ signedOut ── signingIn ── checking
 *               ├─ opening ──── writing ──── posting ── checking
 *               └─ thanked
 *     writing, thanked ── signingOut ── checking
 *
 * `checking` and `opening` show nothing, because it is not known yet who is signed in and whether that person has
 * reviewed the work. A review stays in the form and on the device until it is accepted or discarded.
 * `src/reviews/reviewAreaEffects.ts` provides the effects.
 */
import {
  assertEvent,
  assign,
  emit,
  fromCallback,
  fromPromise,
  not,
  setup,
  type SnapshotFrom,
} from 'xstate';
import { MAX_REVIEW_TEXT } from '../src/domain/constants';
import type { SignedInUser, SignInFailure, SignInOutcome } from '../src/domain/types';
import { unprovidedIn } from './unprovided';

export interface NewReview {
  /** 1 to 5; 0 before the visitor has rated the work. */
  stars: number;
  text: string;
}

/** The review in the form. It is saved on the device until it is accepted or discarded. */
export interface ReviewDraft extends NewReview {
  /** Chosen for the first try to post the review, and the same for all later tries. Null before the first try. */
  id: string | null;
  /** Whether the server refused the review at the last try. */
  isRefused: boolean;
}

/**
 * How posting has ended. `accepted`: the server has a review of this work by this user. `refused`: the server's
 * definite no. `unreachable`: no answer, so the review may have arrived or not. The others are about the sign-in, and
 * say nothing of the review. `sessionEnded`: its token is not renewed, or its writer is not signed in any more.
 * `disabled`: the owner has disabled this person's account.
 */
export type PostOutcome = 'accepted' | 'refused' | 'sessionEnded' | 'disabled' | 'unreachable';

export const EMPTY_REVIEW: ReviewDraft = { stars: 0, text: '', id: null, isRefused: false };

export const isBlankReview = ({ stars, text }: ReviewDraft): boolean => stars === 0 && text === '';

export type ReviewProblem =
  | 'starsMissing'
  | 'tooLong'
  | 'refused'
  | 'notSent'
  | 'signOutFailed'
  | 'sessionEnded'
  | Exclude<SignInFailure, 'cancelled'>;

interface ReviewAreaContext {
  /** Who is signed in: null for nobody, undefined until Auth has said who is. */
  user: SignedInUser | null | undefined;
  /** Whether the list of reviews was loaded, or loading it has failed. */
  isListKnown: boolean;
  /** Uids of those who have reviewed the work. None is ever removed, because a later list may be stale. */
  reviewers: readonly string[];
  /** Uid of the user who has posted a review here that is in no loaded list yet. */
  unlistedUid: string | null;
  /** The user whose review is in the form. */
  writer: SignedInUser | null;
  review: ReviewDraft;
  problem: ReviewProblem | null;
}

export type ReviewAreaEvent =
  | { type: 'user.changed'; user: SignedInUser | null }
  | { type: 'auth.unavailable' }
  | { type: 'reviews.loaded'; authors: readonly string[] }
  | { type: 'reviews.failed' }
  | { type: 'signIn.clicked' }
  | { type: 'signOut.clicked' }
  | { type: 'stars.rated'; stars: number }
  | { type: 'text.changed'; text: string }
  /** `id` becomes the review's id, unless the review has one from an earlier try. */
  | { type: 'review.submitted'; id: string }
  | { type: 'review.discarded' };

const unprovided = unprovidedIn('reviewArea');

const area = setup({
  types: {
    context: {} as ReviewAreaContext,
    events: {} as ReviewAreaEvent,
    /** The list lacks a review and is to be read again. */
    emitted: {} as { type: 'reviews.outdated' },
  },
  actors: {
    /** Loads Auth and sends `user.changed`, or `auth.unavailable` when it cannot be loaded. */
    watchUser: fromCallback<ReviewAreaEvent>(unprovided('watchUser')),
    /** Opens the popup, which must start within the click, or browsers block it. */
    signIn: fromPromise<SignInOutcome>(unprovided('signIn')),
    signOut: fromPromise<void>(unprovided('signOut')),
    /**
     * Resolves to the review that this user has begun or could not send, or to null if the user has reviewed the work.
     * Never rejects: if the server cannot say, the form is shown, as the server refuses a second review anyway.
     */
    openReview: fromPromise<ReviewDraft | null, { user: SignedInUser }>(unprovided('openReview')),
    /** Never rejects. */
    post: fromPromise<PostOutcome, { user: SignedInUser; review: ReviewDraft }>(unprovided('post')),
  },
  actions: {
    /** Saves the form's review on the device. An empty review is removed from it. */
    saveReview: unprovided('saveReview'),
    reloadReviews: emit({ type: 'reviews.outdated' }),
    logFailure: unprovided('logFailure'),

    rememberUser: assign(({ event }) => {
      assertEvent(event, 'user.changed');
      return { user: event.user, problem: null };
    }),
    rememberSignIn: assign((_, answer: SignInOutcome) => {
      if (answer.outcome === 'signedIn') return { user: answer.user };
      return answer.outcome === 'cancelled' ? {} : { problem: answer.outcome };
    }),
    markSignedOut: assign({ user: null, problem: null }),
    addReviewers: assign(({ context: { reviewers, unlistedUid }, event }) => {
      assertEvent(event, 'reviews.loaded');
      return {
        isListKnown: true,
        reviewers: [...new Set([...reviewers, ...event.authors])],
        unlistedUid: event.authors.includes(unlistedUid!) ? null : unlistedUid,
      };
    }),
    markListKnown: assign({ isListKnown: true }),
    markReviewed: assign(({ context: { reviewers, user } }) => ({
      reviewers: [...reviewers, user!.uid],
    })),
    markPosted: assign(({ context: { reviewers, writer } }) => ({
      reviewers: [...reviewers, writer!.uid],
      unlistedUid: reviewers.includes(writer!.uid) ? null : writer!.uid,
    })),
    markRefused: assign(({ context: { review } }) => ({ review: { ...review, isRefused: true } })),
    /** A later try has a new id, which is safe: the server finds an earlier review by its writer. */
    markSignInOver: assign(({ context: { review } }, outcome: PostOutcome) => ({
      review: { ...review, id: null },
      problem: outcome === 'disabled' ? outcome : 'sessionEnded',
    })),
    showProblem: assign((_, problem: ReviewProblem) => ({ problem })),
    hideProblem: assign({ problem: null }),
    showReview: assign(({ context: { user } }, review: ReviewDraft) => ({
      review,
      writer: user!,
    })),
    emptyForm: assign(({ context: { user } }) => ({ review: EMPTY_REVIEW, writer: user! })),
    changeStars: assign(({ context: { review }, event }) => {
      assertEvent(event, 'stars.rated');
      return { review: { ...review, stars: event.stars }, problem: null };
    }),
    changeText: assign(({ context: { review, problem }, event }) => {
      assertEvent(event, 'text.changed');
      return {
        review: { ...review, text: event.text },
        problem: problem === 'tooLong' ? null : problem,
      };
    }),
    beginPost: assign(({ context: { review }, event }) => {
      assertEvent(event, 'review.submitted');
      return { review: { ...review, id: review.id ?? event.id, isRefused: false }, problem: null };
    }),
  },
  guards: {
    isUserUnknown: ({ context }) => context.user === undefined,
    isSameUser: ({ context: { user }, event }) => {
      assertEvent(event, 'user.changed');
      return user !== undefined && user?.uid === event.user?.uid;
    },
    isSignedOut: ({ context }) => context.user === null,
    isUserAndListKnown: ({ context }) => Boolean(context.user) && context.isListKnown,
    hasReviewed: ({ context: { user, reviewers } }) =>
      Boolean(user) && reviewers.includes(user!.uid),
    isWriter: ({ context: { user, writer } }) => Boolean(user) && user!.uid === writer?.uid,
    hasDraft: (_, review: ReviewDraft | null) => review !== null,
    hasStars: ({ context }) => context.review.stars > 0,
    /** Keyboards that compose and programs that fill in fields write more than a field allows. */
    isTooLong: ({ context }) => context.review.text.length > MAX_REVIEW_TEXT,
    isAccepted: (_, outcome: PostOutcome) => outcome === 'accepted',
    isRefused: (_, outcome: PostOutcome) => outcome === 'refused',
    isSignInOver: (_, outcome: PostOutcome) => outcome === 'sessionEnded' || outcome === 'disabled',
    isReviewUnlisted: ({ context: { user, unlistedUid } }) => unlistedUid === user!.uid,
  },
  delays: {
    /**
     * Milliseconds after which the list is read again if it lacks the posted review. They are longer than the
     * worker waits before it answers with an old list.
     */
    relistDelay: 5000,
    /** Milliseconds until the list is read once more, because a network that has just come back often fails. */
    lastRelistDelay: 12_000,
  },
});

const checking = area.createStateConfig({
  always: [
    { guard: 'isSignedOut', target: 'signedOut' },
    { guard: 'hasReviewed', target: 'thanked' },
    { guard: 'isWriter', target: 'writing' },
    { guard: 'isUserAndListKnown', target: 'opening' },
  ],
});

/** The list has no review by this user. It may be old or incomplete, so the server and the device are asked. */
const opening = area.createStateConfig({
  always: { guard: 'hasReviewed', target: 'thanked' },
  invoke: {
    id: 'openReview',
    src: 'openReview',
    input: ({ context }) => ({ user: context.user! }),
    onDone: [
      {
        guard: { type: 'hasDraft', params: ({ event }) => event.output },
        target: 'writing',
        actions: { type: 'showReview', params: ({ event }) => event.output! },
      },
      { target: 'thanked', actions: 'markReviewed' },
    ],
  },
});

const signedOut = area.createStateConfig({
  on: { 'signIn.clicked': { target: 'signingIn', actions: 'hideProblem' } },
});

const signingIn = area.createStateConfig({
  invoke: {
    id: 'signIn',
    src: 'signIn',
    onDone: {
      target: 'checking',
      actions: { type: 'rememberSignIn', params: ({ event }) => event.output },
    },
    onError: {
      target: 'checking',
      actions: [{ type: 'showProblem', params: 'failed' }, 'logFailure'],
    },
  },
  on: {
    // The button stays usable, because a closed popup is noticed late. A new popup replaces the old one.
    'signIn.clicked': { target: 'signingIn', reenter: true },
  },
});

const writing = area.createStateConfig({
  always: { guard: 'hasReviewed', target: 'thanked' },
  on: {
    'stars.rated': { actions: ['changeStars', 'saveReview'] },
    'text.changed': { actions: ['changeText', 'saveReview'] },
    'review.submitted': [
      { guard: not('hasStars'), actions: { type: 'showProblem', params: 'starsMissing' } },
      { guard: 'isTooLong', actions: { type: 'showProblem', params: 'tooLong' } },
      { target: 'posting', actions: ['beginPost', 'saveReview'] },
    ],
    'review.discarded': { actions: ['emptyForm', 'hideProblem', 'saveReview'] },
    'signOut.clicked': 'signingOut',
  },
});

const posting = area.createStateConfig({
  invoke: {
    id: 'post',
    src: 'post',
    input: ({ context: { user, review } }) => ({ user: user!, review }),
    onDone: [
      {
        guard: { type: 'isAccepted', params: ({ event }) => event.output },
        target: 'checking',
        actions: ['markPosted', 'reloadReviews'],
      },
      {
        guard: { type: 'isRefused', params: ({ event }) => event.output },
        target: 'checking',
        // The work may be gone: the list says so.
        actions: ['markRefused', 'saveReview', 'reloadReviews'],
      },
      {
        guard: { type: 'isSignInOver', params: ({ event }) => event.output },
        target: 'checking',
        actions: [{ type: 'markSignInOver', params: ({ event }) => event.output }, 'saveReview'],
      },
      { target: 'checking' },
    ],
  },
  on: {
    // Another tab may sign out while the review is sent. Posting goes on.
    'user.changed': { actions: 'rememberUser' },
  },
});

const thanked = area.createStateConfig({
  entry: ['emptyForm', 'saveReview'],
  on: { 'signOut.clicked': 'signingOut' },
  after: {
    relistDelay: { guard: 'isReviewUnlisted', actions: 'reloadReviews' },
    lastRelistDelay: { guard: 'isReviewUnlisted', actions: 'reloadReviews' },
  },
});

const signingOut = area.createStateConfig({
  invoke: {
    id: 'signOut',
    src: 'signOut',
    onDone: { target: 'checking', actions: 'markSignedOut' },
    onError: {
      target: 'checking',
      actions: [{ type: 'showProblem', params: 'signOutFailed' }, 'logFailure'],
    },
  },
});

export const reviewArea = area.createMachine({
  id: 'reviewArea',
  context: {
    user: undefined,
    isListKnown: false,
    reviewers: [],
    unlistedUid: null,
    writer: null,
    review: EMPTY_REVIEW,
    problem: null,
  },
  initial: 'checking',
  states: { checking, opening, signedOut, signingIn, writing, posting, thanked, signingOut },
  invoke: { id: 'watchUser', src: 'watchUser' },
  on: {
    'user.changed': [
      { guard: 'isSameUser', actions: 'rememberUser' },
      { target: '.checking', actions: 'rememberUser' },
    ],
    'auth.unavailable': {
      guard: 'isUserUnknown',
      target: '.signedOut',
      actions: ['markSignedOut', { type: 'showProblem', params: 'unreachable' }],
    },
    'reviews.loaded': { actions: 'addReviewers' },
    'reviews.failed': { actions: 'markListKnown' },
  },
});

export type ReviewAreaSnapshot = SnapshotFrom<typeof reviewArea>;

type State = ReviewAreaSnapshot['value'];

/** Where a problem is shown: a message about a review stands with the review, one about signing in with its button. */
const ABOUT_REVIEW: readonly State[] = ['writing'];
const ABOUT_SIGN_IN: readonly State[] = ['signedOut', 'signingIn'];
const STATES_OF: Record<ReviewProblem, readonly State[]> = {
  starsMissing: ABOUT_REVIEW,
  tooLong: ABOUT_REVIEW,
  refused: ABOUT_REVIEW,
  notSent: ABOUT_REVIEW,
  closed: ABOUT_SIGN_IN,
  blocked: ABOUT_SIGN_IN,
  unauthorized: ABOUT_SIGN_IN,
  disabled: ABOUT_SIGN_IN,
  unreachable: ABOUT_SIGN_IN,
  failed: ABOUT_SIGN_IN,
  sessionEnded: ABOUT_SIGN_IN,
  signOutFailed: ['writing', 'thanked'],
};

/** The problem to show: that of the visitor's last step, or else that of the review in the form. */
export function problemOf({
  value,
  context: { problem, review },
}: Pick<ReviewAreaSnapshot, 'value' | 'context'>): ReviewProblem | null {
  const ofTry: ReviewProblem = review.isRefused ? 'refused' : 'notSent';
  const found = problem ?? (review.id === null ? null : ofTry);
  return found && STATES_OF[found].includes(value) ? found : null;
}
