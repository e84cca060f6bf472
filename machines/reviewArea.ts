/**
 * The review area of a work (specification, section 4): sign in with Google, write one review, be
 * thanked.
 *
 *     checking ─┬─ signedOut ── signingIn ── checking
 *               ├─ asking ──── writing ───── posting ── checking
 *               └─ thanked
 *     writing, thanked ── signingOut ── checking
 *
 * Nothing is shown in `checking` and `asking`: who is signed in and whether they have reviewed this
 * work is not known yet. A review stays in the form, and is kept on the device, until it is accepted
 * or discarded. Effects are named here and provided by `src/reviews`.
 */
import {
  assertEvent,
  assign,
  emit,
  fromCallback,
  fromPromise,
  setup,
  type SnapshotFrom,
} from 'xstate';
import type { SignedInUser } from '../src/domain/types';

/**
 * How a sign-in ended. `cancelled`: a second one took its place. `unauthorized`: the project does not
 * list this site's domain.
 */
export type SignInOutcome =
  | { outcome: 'signedIn'; user: SignedInUser }
  | {
      outcome: 'closed' | 'blocked' | 'cancelled' | 'unauthorized' | 'unreachable' | 'failed';
    };

/** What a visitor writes about a work. */
export interface NewReview {
  /** 1 to 5; 0 while it is not rated. */
  stars: number;
  text: string;
}

/** The review in the form, kept on the device until it is accepted or discarded. */
export interface KeptReview extends NewReview {
  /** Chosen with the first try to post it and the same with every further one; null before that. */
  id: string | null;
  /** The last try met the server's definite no. */
  isRefused: boolean;
}

/**
 * How posting ended. `accepted`: a review of this user and work stands. `refused`: the server's definite
 * no. `unreachable`: no answer, so it may have arrived or not.
 */
export type PostOutcome = 'accepted' | 'refused' | 'unreachable';

export const EMPTY_REVIEW: KeptReview = { stars: 0, text: '', id: null, isRefused: false };

/** What the area has to tell the visitor, beside its state. */
export type ReviewProblem =
  | 'starsMissing'
  | 'refused'
  | 'notSent'
  | 'signOutFailed'
  | Exclude<SignInOutcome['outcome'], 'signedIn' | 'cancelled'>;

interface ReviewAreaContext {
  /** Undefined until Auth has told. */
  user: SignedInUser | null | undefined;
  /** Whether the list of reviews has arrived, or has definitely failed to. */
  isListKnown: boolean;
  /** Uids of those who have reviewed the work; a stale list takes none away. */
  reviewed: readonly string[];
  /** Uid of who has posted a review here that no list has named yet. */
  unlisted: string | null;
  /** Uid of whose review is in the form. */
  writer: string | null;
  review: KeptReview;
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
  /** `id` becomes the review's, unless it has one of an earlier try. */
  | { type: 'review.submitted'; id: string }
  | { type: 'review.discarded' };

/** What is wrong: with the last step, or else with the review that is in the form. */
export function problemOf({ problem, review }: ReviewAreaContext): ReviewProblem | null {
  if (problem !== null || review.id === null) return problem;
  return review.isRefused ? 'refused' : 'notSent';
}

const missing = (name: string) => () => {
  throw new Error(`reviewArea needs an implementation of ${name}.`);
};

const area = setup({
  types: {
    context: {} as ReviewAreaContext,
    events: {} as ReviewAreaEvent,
    /** The list should be read again: it lacks a review. */
    emitted: {} as { type: 'reviews.outdated' },
  },
  actors: {
    /** Prepares Auth and sends `user.changed`, or `auth.unavailable` when it cannot be loaded. */
    watchUser: fromCallback<ReviewAreaEvent>(missing('watchUser')),
    /** Opens the popup; started within the click. */
    signIn: fromPromise<SignInOutcome>(missing('signIn')),
    signOut: fromPromise<void>(missing('signOut')),
    /**
     * The review that this user has begun or could not send; null when they have reviewed the work.
     * Never rejects: not knowing hides no form, as the server refuses a second review by itself.
     */
    openReview: fromPromise<KeptReview | null, { user: SignedInUser }>(missing('openReview')),
    /** Never rejects. */
    post: fromPromise<PostOutcome, { user: SignedInUser; review: KeptReview }>(missing('post')),
  },
  actions: {
    /** Keeps the form's review on the device; an empty one is removed. */
    keepReview: missing('keepReview'),
    reloadReviews: emit({ type: 'reviews.outdated' }),
    /** Logs the failure that an actor's end brings. */
    logFailure: missing('logFailure'),

    noteUser: assign(({ event }) => {
      assertEvent(event, 'user.changed');
      return { user: event.user, problem: null };
    }),
    noteSignIn: assign((_, answer: SignInOutcome) => {
      if (answer.outcome === 'signedIn') return { user: answer.user };
      return answer.outcome === 'cancelled' ? {} : { problem: answer.outcome };
    }),
    noteSignedOut: assign({ user: null, problem: null }),
    noteList: assign(({ context: { reviewed, unlisted }, event }) => {
      assertEvent(event, 'reviews.loaded');
      return {
        isListKnown: true,
        reviewed: [...new Set([...reviewed, ...event.authors])],
        unlisted: event.authors.includes(unlisted!) ? null : unlisted,
      };
    }),
    noteNoList: assign({ isListKnown: true }),
    noteReviewed: assign(({ context: { reviewed, user } }) => ({
      reviewed: [...reviewed, user!.uid],
    })),
    notePosted: assign(({ context: { reviewed, writer } }) => ({
      reviewed: [...reviewed, writer!],
      unlisted: reviewed.includes(writer!) ? null : writer,
    })),
    noteRefusal: assign(({ context: { review } }) => ({ review: { ...review, isRefused: true } })),
    tell: assign((_, problem: ReviewProblem) => ({ problem })),
    tellNothing: assign({ problem: null }),
    showReview: assign(({ context: { user } }, review: KeptReview) => ({
      review,
      writer: user!.uid,
    })),
    emptyForm: assign(({ context: { user } }) => ({ review: EMPTY_REVIEW, writer: user!.uid })),
    rate: assign(({ context: { review }, event }) => {
      assertEvent(event, 'stars.rated');
      return { review: { ...review, stars: event.stars }, problem: null };
    }),
    write: assign(({ context: { review }, event }) => {
      assertEvent(event, 'text.changed');
      return { review: { ...review, text: event.text } };
    }),
    beginPost: assign(({ context: { review }, event }) => {
      assertEvent(event, 'review.submitted');
      return { review: { ...review, id: review.id ?? event.id, isRefused: false }, problem: null };
    }),
  },
  guards: {
    isUnknown: ({ context }) => context.user === undefined,
    isSameUser: ({ context: { user }, event }) => {
      assertEvent(event, 'user.changed');
      return user !== undefined && user?.uid === event.user?.uid;
    },
    isSignedOut: ({ context }) => context.user === null,
    isListKnown: ({ context }) => Boolean(context.user) && context.isListKnown,
    hasReviewed: ({ context: { user, reviewed } }) => Boolean(user) && reviewed.includes(user!.uid),
    isWriter: ({ context: { user, writer } }) => Boolean(user) && user!.uid === writer,
    isReview: (_, review: KeptReview | null) => review !== null,
    hasStars: ({ context }) => context.review.stars > 0,
    isAccepted: (_, outcome: PostOutcome) => outcome === 'accepted',
    isRefused: (_, outcome: PostOutcome) => outcome === 'refused',
    isUnlisted: ({ context: { user, unlisted } }) => unlisted === user!.uid,
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

const checking = area.createStateConfig({
  always: [
    { guard: 'isSignedOut', target: 'signedOut' },
    { guard: 'hasReviewed', target: 'thanked' },
    { guard: 'isWriter', target: 'writing' },
    { guard: 'isListKnown', target: 'asking' },
  ],
});

/** The list does not name them, but it may be old or short: the server and the device know. */
const asking = area.createStateConfig({
  always: { guard: 'hasReviewed', target: 'thanked' },
  invoke: {
    id: 'openReview',
    src: 'openReview',
    input: ({ context }) => ({ user: context.user! }),
    onDone: [
      {
        guard: { type: 'isReview', params: ({ event }) => event.output },
        target: 'writing',
        actions: { type: 'showReview', params: ({ event }) => event.output! },
      },
      { target: 'thanked', actions: 'noteReviewed' },
    ],
  },
});

const signedOut = area.createStateConfig({
  on: { 'signIn.clicked': { target: 'signingIn', actions: 'tellNothing' } },
});

const signingIn = area.createStateConfig({
  invoke: {
    id: 'signIn',
    src: 'signIn',
    onDone: {
      target: 'checking',
      actions: { type: 'noteSignIn', params: ({ event }) => event.output },
    },
    onError: { target: 'checking', actions: [{ type: 'tell', params: 'failed' }, 'logFailure'] },
  },
  on: {
    // A closed popup is noticed late, so the button stays live; a new popup replaces the old one.
    'signIn.clicked': { target: 'signingIn', reenter: true },
  },
});

const writing = area.createStateConfig({
  always: { guard: 'hasReviewed', target: 'thanked' },
  on: {
    'stars.rated': { actions: ['rate', 'keepReview'] },
    'text.changed': { actions: ['write', 'keepReview'] },
    'review.submitted': [
      { guard: 'hasStars', target: 'posting', actions: ['beginPost', 'keepReview'] },
      { actions: { type: 'tell', params: 'starsMissing' } },
    ],
    'review.discarded': { actions: ['emptyForm', 'tellNothing', 'keepReview'] },
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
        actions: ['notePosted', 'reloadReviews'],
      },
      {
        guard: { type: 'isRefused', params: ({ event }) => event.output },
        target: 'checking',
        actions: ['noteRefusal', 'keepReview'],
      },
      { target: 'checking' },
    ],
  },
  on: {
    // Another tab may sign out meanwhile; what is on its way is not given up.
    'user.changed': { actions: 'noteUser' },
  },
});

const thanked = area.createStateConfig({
  entry: ['emptyForm', 'keepReview'],
  on: { 'signOut.clicked': 'signingOut' },
  after: {
    relistDelay: { guard: 'isUnlisted', actions: 'reloadReviews' },
    lastRelistDelay: { guard: 'isUnlisted', actions: 'reloadReviews' },
  },
});

const signingOut = area.createStateConfig({
  invoke: {
    id: 'signOut',
    src: 'signOut',
    onDone: { target: 'checking', actions: 'noteSignedOut' },
    onError: {
      target: 'checking',
      actions: [{ type: 'tell', params: 'signOutFailed' }, 'logFailure'],
    },
  },
});

export const reviewArea = area.createMachine({
  id: 'reviewArea',
  context: {
    user: undefined,
    isListKnown: false,
    reviewed: [],
    unlisted: null,
    writer: null,
    review: EMPTY_REVIEW,
    problem: null,
  },
  initial: 'checking',
  states: { checking, asking, signedOut, signingIn, writing, posting, thanked, signingOut },
  invoke: { id: 'watchUser', src: 'watchUser' },
  on: {
    'user.changed': [
      { guard: 'isSameUser', actions: 'noteUser' },
      { target: '.checking', actions: 'noteUser' },
    ],
    'auth.unavailable': {
      guard: 'isUnknown',
      target: '.signedOut',
      actions: ['noteSignedOut', { type: 'tell', params: 'unreachable' }],
    },
    'reviews.loaded': { actions: 'noteList' },
    'reviews.failed': { actions: 'noteNoList' },
  },
});

export type ReviewAreaSnapshot = SnapshotFrom<typeof reviewArea>;
