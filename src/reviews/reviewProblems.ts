import type { ReviewProblem } from '../../machines/reviewArea';
import { MAX_REVIEW_TEXT } from '../domain/constants';
import { REVIEW_TEXTS } from '../domain/specTexts';

/** What the review area says of each problem. */
export const PROBLEM_TEXTS: Record<ReviewProblem, string> = {
  starsMissing: REVIEW_TEXTS.starsMissing,
  tooLong: `Your review was not sent. Please shorten it to ${MAX_REVIEW_TEXT} characters.`,
  closed: 'The sign-in window was closed before you had signed in. You can try again any time.',
  blocked: 'Your browser blocked the sign-in window. Allow pop-ups for this site and try again.',
  unauthorized: 'Signing in is not possible at this web address. Please let us know.',
  disabled: 'This account was disabled for this site, so it cannot write reviews here.',
  sessionEnded:
    'Your sign-in has ended, so your review was not sent. Sign in again: what you wrote is kept.',
  unreachable: 'We could not reach the sign-in service. Check your connection and try again.',
  failed: 'Signing in did not work. Please try again.',
  refused: 'Your review was not accepted. What you wrote is still here.',
  notSent:
    'We could not reach the server, so your review was not sent. What you wrote is still here.',
  signOutFailed: 'Signing out did not work. Please try again.',
};
