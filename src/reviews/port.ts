import type { PostOutcome } from '../../machines/reviewArea';
import type { SignInOutcome, Review, SignedInUser } from '../domain/types';
import type { ReadResult, Unsubscribe } from '../lib/results';

/** The number of a work's reviews and their mean. `at`: the server's time when they were counted. */
export interface Rating {
  count: number;
  average: number;
  at: string;
}

export interface ReviewCursor {
  id: string;
  created: string;
}

/** Reviews of a work, newest first. With `next` there are more of them behind the last one. */
export interface ReviewPage {
  reviews: Review[];
  next?: ReviewCursor;
}

export interface ReviewsPort {
  /** The newest reviews of a work. Most works have no more. */
  newest(workId: string, signal?: AbortSignal): Promise<ReadResult<ReviewPage>>;
  more(workId: string, after: ReviewCursor): Promise<ReadResult<ReviewPage>>;
  /** The rating by all reviews, for a work that has more than one page. Without an answer it is the last known one. */
  rating(workId: string, signal?: AbortSignal): Promise<ReadResult<Rating>>;
}

export interface AuthPort {
  /** Loads the code of the sign-in. Rejects when it does not load; it may be called again then. */
  prepare(): Promise<unknown>;
  /** Calls `onUser` once it is known who is signed in, and after every change. Null: nobody is. */
  onUser(onUser: (user: SignedInUser | null) => void): Unsubscribe;
  /** Opens the popup. Call it directly in the click's handler: otherwise browsers block the popup. Never rejects. */
  signIn(): Promise<SignInOutcome>;
  signOut(): Promise<void>;
  /** The uid of who is signed in, as far as the page knows. */
  uid(): string | null;
  /** Gets a new ID token. Rejects with the SDK's error if there is none: the sign-in has ended, or no answer. */
  renewToken(): Promise<unknown>;
}

export type Session = Pick<AuthPort, 'uid' | 'renewToken' | 'signOut'>;

export interface PostingPort {
  /**
   * Whether the person has reviewed the work, with this account or an earlier one. Rejects when that cannot be read.
   */
  hasReviewed(workId: string, googleId: string): Promise<boolean>;
  /** Posts a review. May be repeated with the same review: it finds what an earlier try has written. Never rejects. */
  post(workId: string, review: Omit<Review, 'created'>, googleId: string): Promise<PostOutcome>;
}
