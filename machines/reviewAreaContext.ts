import type {
  KeptReviewEnd,
  NewReview,
  PostOutcome,
  RefusedReview,
  ReviewStanding,
  SignInOutcome,
} from '../src/domain/ports';
import type { SignedInUser } from '../src/domain/types';

/** What the area has to tell the visitor, beside its state. */
export type ReviewProblem =
  | 'starsMissing'
  | 'refused'
  | 'notSent'
  | 'signOutFailed'
  | Exclude<SignInOutcome['outcome'], 'signedIn' | 'cancelled'>;

export interface ReviewAreaContext {
  /** Undefined until Auth has told. */
  user: SignedInUser | null | undefined;
  /** Whether the list of reviews has arrived, or has definitely failed to. */
  reviewsKnown: boolean;
  /** Uids of those whose reviews are listed. */
  authors: readonly string[];
  /** What is known of users beyond the list; it outlives stale lists. */
  standings: Readonly<Record<string, ReviewStanding>>;
  /** Uid of who has posted a review here since the page was loaded. */
  posted: string | null;
  stars: number;
  text: string;
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
  | { type: 'review.submitted' }
  /** A refused review is given up. */
  | { type: 'review.discarded' }
  | { type: 'kept.settled'; end: KeptReviewEnd };

export function emptyArea(draft: NewReview): ReviewAreaContext {
  return {
    user: undefined,
    reviewsKnown: false,
    authors: [],
    standings: {},
    posted: null,
    ...draft,
    problem: null,
  };
}

export const EMPTY_REVIEW: NewReview = { stars: 0, text: '' };

/** What is known of the present user; undefined when they have not been asked about. */
export function standingOf(context: ReviewAreaContext): ReviewStanding | undefined {
  const { user, authors, standings } = context;
  if (!user) return undefined;
  return authors.includes(user.uid) ? 'posted' : standings[user.uid];
}

export function withStanding(
  { standings }: ReviewAreaContext,
  uid: string,
  standing: ReviewStanding,
): Partial<ReviewAreaContext> {
  return { standings: { ...standings, [uid]: standing } };
}

/** The context after a post; what stays in the form is what was not taken. */
export function withPost(
  context: ReviewAreaContext,
  { uid, outcome }: { uid: string; outcome: PostOutcome },
): Partial<ReviewAreaContext> {
  switch (outcome) {
    case 'posted':
    case 'already': {
      const done = { posted: uid, ...EMPTY_REVIEW, problem: null };
      return { ...withStanding(context, uid, 'posted'), ...done };
    }
    case 'kept':
      return { ...withStanding(context, uid, 'kept'), ...EMPTY_REVIEW, problem: null };
    case 'refused':
      return { problem: 'refused' };
    case 'unreachable':
      return { problem: 'notSent' };
  }
}

/** The context after it was asked where `uid` stands. */
export function withAnswer(
  context: ReviewAreaContext,
  uid: string,
  answer: ReviewStanding | RefusedReview,
): Partial<ReviewAreaContext> {
  if (typeof answer === 'string') return withStanding(context, uid, answer);
  return withKeptEnd(context, { type: 'refused', review: answer.refused });
}

const isEmpty = ({ stars, text }: ReviewAreaContext): boolean => stars === 0 && text === '';

/**
 * The context after a kept review was settled; a review that was not posted is back in the form,
 * unless the form holds newer words.
 */
export function withKeptEnd(
  context: ReviewAreaContext,
  end: KeptReviewEnd,
): Partial<ReviewAreaContext> {
  const { uid } = context.user!;
  if (end.type === 'posted') return { ...withStanding(context, uid, 'posted'), posted: uid };
  return {
    ...withStanding(context, uid, 'none'),
    ...(isEmpty(context) ? end.review : undefined),
    problem: end.type === 'refused' ? 'refused' : null,
  };
}
