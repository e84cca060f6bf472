import type { AccessProblem } from '../../../machines/ownerAccess';

/** What the page says of each problem with the sign-in. */
export const ACCESS_PROBLEMS: Record<AccessProblem, string> = {
  closed: 'The sign-in window was closed before you had signed in. You can try again any time.',
  blocked: 'Your browser blocked the sign-in window. Allow pop-ups for this site and try again.',
  unauthorized:
    'Google does not know this web address yet: add it to the authorized domains of your Firebase project (Authentication, Settings).',
  disabled: 'This account is disabled in your Firebase project.',
  unreachable: 'The sign-in service could not be reached. Check your connection and try again.',
  failed: 'Signing in did not work. Please try again.',
  signOutFailed: 'Signing out did not work. Please try again.',
  sessionEnded: 'Your sign-in has ended. Sign in again to go on.',
};

/** Where this phone still has the work that was being added. */
export const KEPT_PAST_SESSION =
  'Your sign-in has ended. Sign in again: the work that you were adding is kept.';
