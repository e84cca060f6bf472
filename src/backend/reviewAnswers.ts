/** What Firestore's errors mean for a review; codes of `FirestoreErrorCode` (firebase/firestore/lite). */

/** A definite no. Everything else (network, overload, a captive portal's HTML) may pass. */
const REFUSALS = [
  'permission-denied',
  'invalid-argument',
  'not-found',
  'already-exists',
  'failed-precondition',
  'out-of-range',
  'unimplemented',
];

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

export function isRefusal(error: unknown): boolean {
  return REFUSALS.includes(codeOf(error) as string);
}

export function isUnauthenticated(error: unknown): boolean {
  return codeOf(error) === 'unauthenticated';
}
