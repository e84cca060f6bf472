import type { FirestoreError } from 'firebase/firestore/lite';
import { expect, it, vi } from 'vitest';
import { readConfig } from '../../../src/firebase/config';
import { createReviewGateway } from '../../../src/firebase/reviewGateway';
import { isRefusal } from '../../../src/firebase/reviews';
import type { PostOutcome } from '../../../src/domain/ports';

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

it.each([new SyntaxError('<html>'), null, undefined])('takes no %s for an answer', (other) => {
  expect(isRefusal(other)).toBe(false);
});

it('code that cannot be loaded is a server that cannot be reached, and is loaded again', async () => {
  const log = vi.fn();
  const port = {
    post: async (): Promise<PostOutcome> => 'accepted',
    hasReviewed: async () => true,
  };
  const load = vi.fn(async () => ({ openReviews: () => port }));
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const gateway = createReviewGateway(readConfig({}, 'localhost'), log, load);
  const review = { id: 'i', user: 'u', stars: 1, text: '' };
  expect(await gateway.post('w', review)).toBe('unreachable');
  expect(log).toHaveBeenCalledOnce();
  expect(await gateway.post('w', review)).toBe('accepted');
});
