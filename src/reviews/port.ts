import type { PostOutcome } from '../../machines/reviewArea';
import type { SignInOutcome, Review, SignedInUser } from '../domain/types';
import type { ReadResult, Unsubscribe } from '../lib/results';

/** `at`: the server's time when they were counted. */
export interface Rating {
  count: number;
  average: number;
  at: string;
}

export interface ReviewCursor {
  id: string;
  created: string;
}

/** Newest first. With `next` there are more of them behind the last one. */
export interface ReviewPage {
  reviews: Review[];
  next?: ReviewCursor;
}

export interface ReviewsPort {
  /** Most works have no more. */
  newest(workId: string, signal?: AbortSignal): Promise<ReadResult<ReviewPage>>;
  more(workId: string, after: ReviewCursor): Promise<ReadResult<ReviewPage>>;
  /** For a work that has more than one page. Without an answer the last known one. */
  rating(workId: string, signal?: AbortSignal): Promise<ReadResult<Rating>>;
}

export interface AuthPort {
  /** Rejects when the code does not load; it may be called again then. */
  prepare(): Promise<unknown>;
  /** Once that is known, and after every change. Null: nobody is signed in. */
  onUser(onUser: (user: SignedInUser | null) => void): Unsubscribe;
  /** Call it directly in the click's handler: otherwise browsers block the popup. Never rejects. */
  signIn(): Promise<SignInOutcome>;
  signOut(): Promise<void>;
  /** As far as the page knows. */
  uid(): string | null;
  /** Rejects with the SDK's error if there is none: the sign-in has ended, or no answer. */
  renewToken(): Promise<unknown>;
}

export type Session = Pick<AuthPort, 'uid' | 'renewToken' | 'signOut'>;

export interface PostingPort {
  /** With this account or an earlier one. Rejects when that cannot be read. */
  hasReviewed(workId: string, googleId: string): Promise<boolean>;
  /** May be repeated with the same review: it finds what an earlier try has written. Never rejects. */
  post(workId: string, review: Omit<Review, 'created'>, googleId: string): Promise<PostOutcome>;
}
