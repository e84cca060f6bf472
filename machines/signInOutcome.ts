/** How signing in with Google can end, at the review area and at the owner's page. */
import type { SignedInUser } from '../src/domain/types';

/**
 * Why nobody was signed in. `cancelled`: a second sign-in has replaced this one. `unauthorized`: the Firebase project does
 * not list this site's domain. `disabled`: the owner has disabled this person's account.
 */
export type SignInFailure =
  'closed' | 'blocked' | 'cancelled' | 'unauthorized' | 'disabled' | 'unreachable' | 'failed';

export type SignInOutcome =
  { outcome: 'signedIn'; user: SignedInUser } | { outcome: SignInFailure };
