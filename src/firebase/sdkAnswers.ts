/**
 * What the error codes of Firebase's SDKs mean for a write. All others (network, overload, a captive portal) are
 * temporary. Those of `auth/` come from renewing the ID token: firebase 12 makes them of Secure Token's answers
 * TOKEN_EXPIRED, USER_NOT_FOUND, INVALID_REFRESH_TOKEN and USER_DISABLED
 * (https://firebase.google.com/docs/reference/rest/auth#section-refresh-token). The others are `FirestoreErrorCode`s.
 */
export type FailedWrite = 'refused' | 'sessionEnded' | 'disabled' | 'unreachable';

const ANSWERS: Record<string, FailedWrite> = {
  'auth/user-token-expired': 'sessionEnded',
  'auth/invalid-refresh-token': 'sessionEnded',
  'auth/user-disabled': 'disabled',
  unauthenticated: 'refused',
  'permission-denied': 'refused',
  'invalid-argument': 'refused',
  'not-found': 'refused',
  'already-exists': 'refused',
  'failed-precondition': 'refused',
  'out-of-range': 'refused',
  unimplemented: 'refused',
};

export const codeOf = (error: unknown): string =>
  String((error as { code?: unknown } | null)?.code);

export const failedWrite = (error: unknown): FailedWrite => ANSWERS[codeOf(error)] ?? 'unreachable';
