import type { ReviewProblem } from '../../../machines/reviewAreaContext';

/** What is said about each problem. */
export const PROBLEM_TEXTS: Record<ReviewProblem, string> = {
  starsMissing: 'Please rate with stars before submiting your review',
  closed: 'The sign-in window was closed before you had signed in. You can try again any time.',
  blocked: 'Your browser blocked the sign-in window. Allow pop-ups for this site and try again.',
  unauthorized: 'Signing in is not possible at this web address. Please let us know.',
  unreachable: 'We could not reach the sign-in service. Check your connection and try again.',
  timedOut: 'We have not heard back from the sign-in window. Please try again.',
  failed: 'Signing in did not work. Please try again.',
  refused: 'Your review was not accepted. What you wrote is still here.',
  notSent:
    'We could not reach the server, so your review was not sent. What you wrote is still here.',
  signOutFailed: 'Signing out did not work. Please try again.',
};

/** The visitor's own doing, not a failure: told politely. */
export const isMild = (problem: ReviewProblem): boolean =>
  problem === 'closed' || problem === 'timedOut';
