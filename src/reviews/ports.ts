/** The outside world of the review area: sign-in, and a server that stores reviews. */
import type { PostOutcome, SignInOutcome } from '../../machines/reviewArea';
import type { Review, SignedInUser } from '../domain/types';
import type { Unsubscribe } from '../ports/reads';

export interface AuthPort {
  /** Loads the sign-in code. Rejects when that fails; it may be called again then. */
  prepare(): Promise<unknown>;
  /** Calls `onUser` with the user (null: nobody is signed in) once that is known, and after every change. */
  onUser(onUser: (user: SignedInUser | null) => void): Unsubscribe;
  /**
   * Opens the popup. Call it directly in the click's handler: otherwise browsers block the popup. Never
   * rejects.
   */
  signIn(): Promise<SignInOutcome>;
  signOut(): Promise<void>;
}

export interface ReviewPort {
  /**
   * Whether the signed-in person has reviewed the work, with this account or an earlier one. Rejects when
   * that cannot be read.
   */
  hasReviewed(workId: string, googleId: string): Promise<boolean>;
  /**
   * Posts a review. May be repeated with the same review: it finds what an earlier try has written. Never
   * rejects.
   */
  post(workId: string, review: Omit<Review, 'created'>, googleId: string): Promise<PostOutcome>;
}
