import { expect, it } from 'vitest';
import { signInFailure } from '../../../src/backend/auth';

it.each([
  ['auth/popup-closed-by-user', 'closed'],
  ['auth/user-cancelled', 'closed'],
  ['auth/popup-blocked', 'blocked'],
  ['auth/cancelled-popup-request', 'cancelled'],
  ['auth/unauthorized-domain', 'unauthorized'],
  ['auth/network-request-failed', 'unreachable'],
  ['auth/timeout', 'timedOut'],
  ['auth/internal-error', 'failed'],
])('%s is told as %s', (code, outcome) => {
  expect(signInFailure(Object.assign(new Error('no'), { code }))).toBe(outcome);
});

it.each([new Error('no'), null, 'no', { code: 7 }])('%s is a failure like any other', (error) => {
  expect(signInFailure(error)).toBe('failed');
});
