/** What the review area needs from outside: sign-in, and a server that takes reviews. */
import type { PostOutcome, SignInOutcome } from '../../machines/reviewArea';
import type { Review, SignedInUser } from '../domain/types';
import type { Unsubscribe } from '../ports/reads';

export interface AuthPort {
  /** Loads the sign-in code; may be repeated after a failure. Rejects when it cannot be loaded. */
  prepare(): Promise<unknown>;
  /** Tells who is signed in (null: nobody), once that is known and after every change. */
  onUser(onUser: (user: SignedInUser | null) => void): Unsubscribe;
  /** Opens the popup; call it right in the click, or browsers block it. Never rejects. */
  signIn(): Promise<SignInOutcome>;
  signOut(): Promise<void>;
}

export interface ReviewPort {
  /**
   * Whether the person who is signed in has reviewed the work, with this account or an earlier one.
   * Rejects when that cannot be read.
   */
  hasReviewed(workId: string, googleId: string): Promise<boolean>;
  /** May be repeated with the same review: what an unanswered try has written is found. Never rejects. */
  post(workId: string, review: Omit<Review, 'created'>, googleId: string): Promise<PostOutcome>;
}
