import type { SignInOutcome } from '../domain/ports';

type Failure = Exclude<SignInOutcome['outcome'], 'signedIn'>;

/** Error codes of Firebase Auth (`AuthErrorCodes` of firebase/auth) that a popup can end with. */
const FAILURES: Record<string, Failure> = {
  'auth/popup-closed-by-user': 'closed',
  'auth/user-cancelled': 'closed',
  'auth/popup-blocked': 'blocked',
  'auth/cancelled-popup-request': 'cancelled',
  'auth/unauthorized-domain': 'unauthorized',
  'auth/network-request-failed': 'unreachable',
  'auth/timeout': 'timedOut',
};

/** How a sign-in ended, told by the error that the SDK has thrown. */
export function signInFailure(error: unknown): Failure {
  const code = (error as { code?: unknown } | null)?.code;
  return (typeof code === 'string' && FAILURES[code]) || 'failed';
}
