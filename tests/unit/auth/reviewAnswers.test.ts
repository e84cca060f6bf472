import type { FirestoreError } from 'firebase/firestore/lite';
import { expect, it, vi } from 'vitest';
import { isRefusal, isUnauthenticated } from '../../../src/backend/reviewAnswers';
import { createReviewGateway } from '../../../src/backend/reviewGateway';
import { readConfig } from '../../../src/backend/config';

const error = (code: FirestoreError['code']) => Object.assign(new Error(code), { code });

it.each(['permission-denied', 'invalid-argument', 'not-found'] as const)('%s is a no', (code) => {
  expect(isRefusal(error(code))).toBe(true);
});

it.each([
  'unavailable',
  'unknown',
  'resource-exhausted',
  'deadline-exceeded',
  'unauthenticated',
] as const)('%s may pass', (code) => {
  expect(isRefusal(error(code))).toBe(false);
});

it('takes no other error for an answer', () => {
  expect([new SyntaxError('<html>'), null, undefined].map(isRefusal)).toEqual([
    false,
    false,
    false,
  ]);
  expect(isUnauthenticated(error('unauthenticated'))).toBe(true);
});

it('code that cannot be loaded is a server that cannot be reached, and is loaded again', async () => {
  const log = vi.fn();
  const open = vi.fn();
  open.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  open.mockResolvedValueOnce({ create: async () => 'posted' });
  const gateway = createReviewGateway(readConfig({}, 'localhost'), log, open);
  const review = { workId: 'w', id: 'i', user: 'u', stars: 1, text: '' };
  expect(await gateway.create(review)).toBe('unreachable');
  expect(log).toHaveBeenCalledOnce();
  expect(await gateway.create(review)).toBe('posted');
});
