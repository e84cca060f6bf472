import { codeOf, failedWrite } from '../firebase/sdkAnswers';
import type { WriteOutcome } from './ports';

type FailedOwnerWrite = Exclude<WriteOutcome, 'stored'>;

/** What the codes mean here, beside those that mean the same to a visitor. */
const ANSWERS: Record<string, FailedOwnerWrite> = {
  // 402 of Storage, 429 of Firestore.
  'storage/quota-exceeded': 'exhausted',
  'resource-exhausted': 'exhausted',
  // 401: the token is not taken, which says nothing of the account.
  'storage/unauthenticated': 'sessionEnded',
  unauthenticated: 'sessionEnded',
};

/** How a write of the owner's page has ended for which an SDK has thrown this error. */
export function failedOwnerWrite(error: unknown): FailedOwnerWrite {
  const failed = failedWrite(error);
  return ANSWERS[codeOf(error)] ?? (failed === 'disabled' ? 'sessionEnded' : failed);
}

/** What is said when a write has not been taken. After `sessionEnded` the page asks to sign in again. */
export const WRITE_PROBLEMS: Record<Exclude<FailedOwnerWrite, 'sessionEnded'>, string> = {
  conflict: 'Somebody else has changed or removed it meanwhile: load the page again.',
  refused: 'The server refused this. You may not be an owner any more: load the page again.',
  exhausted:
    'Google takes nothing more of this site for now, because the quota of your Firebase project is used up. Try again tomorrow, or look at its plan (Usage and billing).',
  unreachable: 'No answer. Check your connection and try again: nothing happens twice.',
};

export const isProblem = (step: string): step is keyof typeof WRITE_PROBLEMS =>
  step in WRITE_PROBLEMS;
