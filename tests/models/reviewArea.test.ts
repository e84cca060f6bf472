// Every transition of the review area, by generated paths; then what must never happen, by hand.
import { describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { problemOf, reviewArea, type ReviewAreaEvent } from '../../machines/reviewArea';
import type { KeptReview, PostOutcome, SignInOutcome } from '../../src/domain/ports';
import { EMPTY_REVIEW } from '../../src/domain/validation';
import { assertComplete } from './coverage';
import { deferred } from './deferred';
import { after, coverTransitions, done, failed } from './paths';

const ANN = { uid: 'ann', name: 'Ann' };
const SAM = { uid: 'sam', name: 'Sam' };
const SUBMIT = { type: 'review.submitted', id: 'abcdefghij' } as const;
const UNSENT: KeptReview = { stars: 4, text: 'Lovely', id: 'abcdefghij', isRefused: false };

const EVENTS = [
  { type: 'user.changed', user: null },
  { type: 'user.changed', user: ANN },
  { type: 'user.changed', user: SAM },
  { type: 'auth.unavailable' },
  { type: 'reviews.loaded', authors: [] },
  { type: 'reviews.loaded', authors: ['ann'] },
  { type: 'reviews.failed' },
  { type: 'signIn.clicked' },
  { type: 'signOut.clicked' },
  { type: 'stars.rated', stars: 4 },
  { type: 'text.changed', text: 'Lovely' },
  SUBMIT,
  { type: 'review.discarded' },
  done('signIn', { outcome: 'signedIn', user: ANN }),
  done('signIn', { outcome: 'cancelled' }),
  done('signIn', { outcome: 'blocked' }),
  failed('signIn'),
  done('signOut'),
  failed('signOut'),
  done('openReview', EMPTY_REVIEW),
  done('openReview', UNSENT),
  done('openReview', null),
  done('post', 'accepted'),
  done('post', 'refused'),
  done('post', 'unreachable'),
  after('reviewArea.thanked', 'relistDelay'),
  after('reviewArea.thanked', 'lastRelistDelay'),
];

describe('generated paths', () => {
  const result = coverTransitions(reviewArea, {
    events: EVENTS,
    view: ({ context }) => [
      context.user?.uid ?? context.user === null,
      context.isListKnown,
      context.reviewed.includes(context.user?.uid),
      context.unlisted,
      context.writer,
      context.review.stars > 0,
    ],
    check: ({ value, context }) => {
      const isKnown = context.reviewed.includes(context.user?.uid);
      if (value === 'writing') {
        expect(context.isListKnown).toBe(true);
        expect(context.user.uid).toBe(context.writer);
        expect(isKnown).toBe(false);
      }
      if (value === 'thanked') expect(isKnown).toBe(true);
      if (value === 'signedOut' || value === 'signingIn') expect(context.user).toBeNull();
    },
  });

  it('execute every state and transition', () => {
    assertComplete(result);
    expect(result.covered.length).toBeGreaterThan(35);
  });
});

/** The machine with effects that a test settles by hand. */
function startArea() {
  const settle = {
    signIn: deferred<SignInOutcome>(),
    openReview: deferred<KeptReview | null>(),
    post: deferred<PostOutcome>(),
  };
  const signIn = vi.fn(() => settle.signIn.promise);
  const post = vi.fn((_input: { uid: string; review: KeptReview }) => settle.post.promise);
  const reloadReviews = vi.fn();
  /** What lies on the device, by its writer. */
  const kept = new Map<string, KeptReview>();
  const clock = new SimulatedClock();
  const actor = createActor(
    reviewArea.provide({
      actors: {
        watchUser: fromCallback<ReviewAreaEvent>(() => undefined),
        signIn: fromPromise(signIn),
        signOut: fromPromise<void>(async () => {}),
        openReview: fromPromise(() => settle.openReview.promise),
        post: fromPromise(({ input }) => post(input)),
      },
      actions: {
        keepReview: ({ context }) => void kept.set(context.writer!, context.review),
        logFailure: () => undefined,
      },
    }),
    { clock },
  );
  actor.on('reviews.outdated', reloadReviews);
  actor.start();
  const reached = (value: string) => waitFor(actor, (snapshot) => snapshot.value === value);
  const problem = () => problemOf(actor.getSnapshot().context);
  return { actor, clock, settle, signIn, post, reloadReviews, kept, reached, problem };
}

/** An area that `user` has come to, whose list is empty, and what they have begun there. */
async function startWriting(review = EMPTY_REVIEW) {
  const area = startArea();
  area.actor.send({ type: 'user.changed', user: ANN });
  area.actor.send({ type: 'reviews.loaded', authors: [] });
  area.settle.openReview.resolve(review);
  await area.reached('writing');
  return area;
}

/** One in which they have rated, written and pressed the button. */
async function startPosting() {
  const area = await startWriting();
  area.actor.send({ type: 'stars.rated', stars: 4 });
  area.actor.send({ type: 'text.changed', text: 'Lovely' });
  area.actor.send(SUBMIT);
  return area;
}

async function startThanked() {
  const area = await startPosting();
  area.settle.post.resolve('accepted');
  await area.reached('thanked');
  return area;
}

describe('checking', () => {
  it('shows no form before the user, the reviews and the marker are known', async () => {
    const { actor, settle, reached } = startArea();
    actor.send({ type: 'reviews.loaded', authors: [] });
    expect(actor.getSnapshot().value).toBe('checking');
    actor.send({ type: 'user.changed', user: ANN });
    expect(actor.getSnapshot().value).toBe('asking');
    settle.openReview.resolve(EMPTY_REVIEW);
    await reached('writing');
  });

  it('offers to sign in without waiting for the reviews', () => {
    const { actor } = startArea();
    actor.send({ type: 'user.changed', user: null });
    expect(actor.getSnapshot().value).toBe('signedOut');
  });

  it('thanks whom only the server remembers, and keeps nothing of theirs', async () => {
    const { actor, settle, reached, kept } = startArea();
    actor.send({ type: 'user.changed', user: ANN });
    actor.send({ type: 'reviews.failed' });
    settle.openReview.resolve(null);
    await reached('thanked');
    expect(kept.get('ann')).toEqual(EMPTY_REVIEW);
  });
});

describe('signing in', () => {
  const startSigningIn = () => {
    const area = startArea();
    area.actor.send({ type: 'user.changed', user: null });
    area.actor.send({ type: 'signIn.clicked' });
    return area;
  };

  it('opens the popup within the click', () => {
    expect(startSigningIn().signIn).toHaveBeenCalledOnce();
  });

  it('opens another popup on a second click, whose outcome counts', async () => {
    const { actor, settle, signIn, reached, problem } = startSigningIn();
    const first = settle.signIn;
    settle.signIn = deferred();
    actor.send({ type: 'signIn.clicked' });
    expect(signIn).toHaveBeenCalledTimes(2);
    first.resolve({ outcome: 'cancelled' });
    settle.signIn.resolve({ outcome: 'blocked' });
    await reached('signedOut');
    expect(problem()).toBe('blocked');
  });

  it('takes a sign-in that arrives after it was given up', async () => {
    const { actor, settle, reached, problem } = startSigningIn();
    settle.signIn.resolve({ outcome: 'timedOut' });
    await reached('signedOut');
    actor.send({ type: 'user.changed', user: ANN });
    expect([actor.getSnapshot().value, problem()]).toEqual(['checking', null]);
  });

  it.each(['closed', 'blocked', 'unauthorized', 'unreachable', 'timedOut', 'failed'] as const)(
    'tells that it was %s and offers it again',
    async (outcome) => {
      const { actor, settle, reached, problem } = startSigningIn();
      settle.signIn.resolve({ outcome });
      await reached('signedOut');
      expect(problem()).toBe(outcome);
      actor.send({ type: 'signIn.clicked' });
      expect([actor.getSnapshot().value, problem()]).toEqual(['signingIn', null]);
    },
  );
});

describe('posting', () => {
  it('is refused without stars, and the alert goes when stars are given', async () => {
    const { actor, problem } = await startWriting();
    actor.send(SUBMIT);
    expect([actor.getSnapshot().value, problem()]).toEqual(['writing', 'starsMissing']);
    actor.send({ type: 'stars.rated', stars: 1 });
    expect(problem()).toBeNull();
  });

  it('reloads the reviews, resets the form and thanks, whatever a stale list says', async () => {
    const { actor, post, settle, reloadReviews, kept, reached } = await startPosting();
    expect(post).toHaveBeenCalledExactlyOnceWith({ uid: 'ann', review: UNSENT });
    settle.post.resolve('accepted');
    await reached('thanked');
    expect(reloadReviews).toHaveBeenCalledOnce();
    expect(actor.getSnapshot().context.review).toEqual(EMPTY_REVIEW);
    expect(kept.get('ann')).toEqual(EMPTY_REVIEW);
    actor.send({ type: 'reviews.loaded', authors: ['sam'] });
    expect(actor.getSnapshot().value).toBe('thanked');
  });

  it('reloads the reviews twice more while they lack the new one', async () => {
    const { actor, clock, reloadReviews } = await startThanked();
    actor.send({ type: 'reviews.loaded', authors: ['sam'] });
    clock.increment(4999);
    expect(reloadReviews).toHaveBeenCalledTimes(1);
    clock.increment(1);
    expect(reloadReviews).toHaveBeenCalledTimes(2);
    clock.increment(7000);
    expect(reloadReviews).toHaveBeenCalledTimes(3);
    clock.increment(60_000);
    expect(reloadReviews).toHaveBeenCalledTimes(3);
  });

  it('does not look for a review that was posted before the page was loaded', async () => {
    const { actor, clock, settle, reloadReviews, reached } = startArea();
    actor.send({ type: 'user.changed', user: ANN });
    actor.send({ type: 'reviews.loaded', authors: [] });
    settle.openReview.resolve(null);
    await reached('thanked');
    clock.increment(60_000);
    expect(reloadReviews).not.toHaveBeenCalled();
  });

  it('reloads them no more once they name the visitor', async () => {
    const { actor, clock, reloadReviews } = await startThanked();
    actor.send({ type: 'reviews.loaded', authors: ['ann'] });
    clock.increment(60_000);
    expect(reloadReviews).toHaveBeenCalledTimes(1);
  });

  it('lets another account write after that', async () => {
    const { actor, settle, reached } = await startThanked();
    settle.openReview = deferred();
    actor.send({ type: 'user.changed', user: SAM });
    settle.openReview.resolve(EMPTY_REVIEW);
    await reached('writing');
    actor.send({ type: 'user.changed', user: ANN });
    expect(actor.getSnapshot().value).toBe('thanked');
  });

  it('is not given up when another tab signs out', async () => {
    const { actor, settle, reached } = await startPosting();
    actor.send({ type: 'user.changed', user: null });
    expect(actor.getSnapshot().value).toBe('posting');
    settle.post.resolve('accepted');
    await reached('signedOut');
    actor.send({ type: 'user.changed', user: ANN });
    expect(actor.getSnapshot().value).toBe('thanked');
  });
});

describe('a review that is not accepted', () => {
  it('is on the device before it is sent, as one that may have arrived', async () => {
    const { kept } = await startPosting();
    expect(kept.get('ann')).toEqual(UNSENT);
  });

  it.each([
    ['refused', 'refused', true],
    ['unreachable', 'notSent', false],
  ] as const)('stays in the form when it is %s', async (outcome, told, isRefused) => {
    const { settle, reached, kept, problem, reloadReviews } = await startPosting();
    settle.post.resolve(outcome);
    await reached('writing');
    expect(problem()).toBe(told);
    expect(kept.get('ann')).toEqual({ ...UNSENT, isRefused });
    expect(reloadReviews).not.toHaveBeenCalled();
  });

  it('is back in the form of a later page, with what became of it told', async () => {
    expect((await startWriting(UNSENT)).problem()).toBe('notSent');
    expect((await startWriting({ ...UNSENT, isRefused: true })).problem()).toBe('refused');
  });

  it('is tried again under the same id, whatever was changed meanwhile', async () => {
    const { actor, post, settle, reached } = await startWriting(UNSENT);
    actor.send({ type: 'text.changed', text: 'Lovely doors' });
    actor.send({ type: 'review.submitted', id: '0123456789' });
    expect(post).toHaveBeenLastCalledWith({
      uid: 'ann',
      review: { ...UNSENT, text: 'Lovely doors' },
    });
    settle.post.resolve('accepted');
    await reached('thanked');
  });

  it('is forgotten when it is discarded; the next one is another', async () => {
    const { actor, post, kept, problem } = await startWriting(UNSENT);
    actor.send({ type: 'review.discarded' });
    expect([actor.getSnapshot().value, problem()]).toEqual(['writing', null]);
    expect(kept.get('ann')).toEqual(EMPTY_REVIEW);
    actor.send({ type: 'stars.rated', stars: 2 });
    actor.send({ type: 'review.submitted', id: '0123456789' });
    expect(post.mock.lastCall![0].review).toEqual({ ...EMPTY_REVIEW, stars: 2, id: '0123456789' });
  });

  it('is thanked for when the list or the marker turns out to name its writer', async () => {
    const { actor, kept } = await startWriting(UNSENT);
    actor.send({ type: 'reviews.loaded', authors: ['ann'] });
    expect(actor.getSnapshot().value).toBe('thanked');
    expect(kept.get('ann')).toEqual(EMPTY_REVIEW);
  });

  it('is its writer’s: another account gets a form of its own', async () => {
    const { actor, settle, reached, kept } = await startWriting(UNSENT);
    settle.openReview = deferred();
    actor.send({ type: 'user.changed', user: SAM });
    settle.openReview.resolve(EMPTY_REVIEW);
    await reached('writing');
    expect(actor.getSnapshot().context.review).toEqual(EMPTY_REVIEW);
    actor.send({ type: 'text.changed', text: 'Fine' });
    expect([...kept.keys()]).toEqual(['sam']);
  });
});
