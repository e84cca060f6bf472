import { expect, it, onTestFinished, vi } from 'vitest';
import { readConfig } from '../../src/firebase/config';
import { createPostingPort } from '../../src/reviews/reviewAreaEffects';
import { failedWrite } from '../../src/firebase/sdkAnswers';
import { openReviews } from '../../src/reviews/postReview';
import type { PostOutcome } from '../../machines/reviewArea';
import type { Session } from '../../src/reviews/port';

it.each<[error: unknown, outcome: PostOutcome]>([
  [{ code: 'permission-denied' }, 'refused'],
  [{ code: 'invalid-argument' }, 'refused'],
  [{ code: 'not-found' }, 'refused'],
  [{ code: 'unavailable' }, 'unreachable'],
  [{ code: 'unknown' }, 'unreachable'],
  [{ code: 'resource-exhausted' }, 'unreachable'],
  [{ code: 'deadline-exceeded' }, 'unreachable'],
  [{ code: 'auth/internal-error' }, 'unreachable'],
  [new SyntaxError('<html>'), 'unreachable'],
  [null, 'unreachable'],
  [undefined, 'unreachable'],
])('the error %j of posting means that the review was %s', (error, outcome) => {
  expect(failedWrite(error)).toBe(outcome);
});

it('a server that has not answered after 15 seconds is out of reach', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('__LOCAL__', true);
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const outcomes: PostOutcome[] = [];
  const { post } = openReviews(readConfig({}, 'localhost'), {} as Session);
  void post('w', { id: 'i', user: 'u', stars: 1, text: '' }, 'g').then((one) => outcomes.push(one));
  await vi.advanceTimersByTimeAsync(14_999);
  expect(outcomes).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(outcomes).toEqual(['unreachable']);
});

it('code that does not load counts as an unreachable server, and is loaded again', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const post = async (): Promise<PostOutcome> => 'accepted';
  const load = vi.fn(async () => ({
    openReviews: () => ({ post, hasReviewed: async () => true }),
  }));
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const gateway = createPostingPort(readConfig({}, 'localhost'), {} as Session, load);
  const review = { id: 'i', user: 'u', stars: 1, text: '' };
  expect(await gateway.post('w', review, 'g')).toBe('unreachable');
  expect(log).toHaveBeenCalledOnce();
  expect(await gateway.post('w', review, 'g')).toBe('accepted');
});
