import { expect, it, vi } from 'vitest';
import { readConfig } from '../../src/firebase/config';
import { createPostingPort } from '../../src/reviews/lazyPostReview';
import { isRefusal } from '../../src/reviews/postReview';
import type { PostOutcome } from '../../machines/reviewArea';

it.each<[error: unknown, isNo: boolean]>([
  ...['permission-denied', 'invalid-argument', 'not-found'].map((code): [object, boolean] => [
    { code },
    true,
  ]),
  ...['unavailable', 'unknown', 'resource-exhausted', 'deadline-exceeded', 'unauthenticated'].map(
    (code): [object, boolean] => [{ code }, false],
  ),
  [new SyntaxError('<html>'), false],
  [null, false],
  [undefined, false],
])('the error %j is a refusal of the review: %s', (error, isNo) => {
  expect(isRefusal(error)).toBe(isNo);
});

it('code that does not load counts as an unreachable server, and is loaded again', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const post = async (): Promise<PostOutcome> => 'accepted';
  const load = vi.fn(async () => ({
    openReviews: () => ({ post, hasReviewed: async () => true }),
  }));
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const gateway = createPostingPort(readConfig({}, 'localhost'), load);
  const review = { id: 'i', user: 'u', stars: 1, text: '' };
  expect(await gateway.post('w', review, 'g')).toBe('unreachable');
  expect(log).toHaveBeenCalledOnce();
  expect(await gateway.post('w', review, 'g')).toBe('accepted');
});
