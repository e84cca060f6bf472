// Every transition of the review area, by generated paths; then what must never happen, by hand.
import { describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import { reviewArea } from '../../machines/reviewArea';
import { EMPTY_REVIEW, standingOf, type ReviewAreaEvent } from '../../machines/reviewAreaContext';
import type {
  PostOutcome,
  RefusedReview,
  ReviewStanding,
  SignInOutcome,
} from '../../src/domain/ports';
import { assertComplete } from './coverage';
import { deferred } from './deferred';
import { after, coverTransitions, done, failed } from './paths';

const ANN = { uid: 'ann', name: 'Ann' };
const SAM = { uid: 'sam', name: 'Sam' };

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
  { type: 'review.submitted' },
  { type: 'review.discarded' },
  { type: 'kept.settled', end: { type: 'posted' } },
  { type: 'kept.settled', end: { type: 'refused', review: { stars: 4, text: 'Lovely' } } },
  { type: 'kept.settled', end: { type: 'removed' } },
  failed('watchUser'),
  done('signIn', { outcome: 'signedIn', user: ANN }),
  done('signIn', { outcome: 'cancelled' }),
  done('signIn', { outcome: 'blocked' }),
  failed('signIn'),
  done('signOut'),
  failed('signOut'),
  done('askStanding', 'none'),
  done('askStanding', 'kept'),
  done('askStanding', 'posted'),
  done('askStanding', { refused: { stars: 4, text: 'Lovely' } }),
  failed('askStanding'),
  done('post', { uid: 'ann', outcome: 'posted' }),
  done('post', { uid: 'ann', outcome: 'already' }),
  done('post', { uid: 'ann', outcome: 'kept' }),
  done('post', { uid: 'ann', outcome: 'refused' }),
  done('post', { uid: 'ann', outcome: 'unreachable' }),
  failed('post'),
  failed('followKept'),
  after('reviewArea.thanked', 'relistDelay'),
  after('reviewArea.thanked', 'lastRelistDelay'),
];

describe('generated paths', () => {
  const result = coverTransitions(reviewArea, {
    events: EVENTS,
    input: { draft: EMPTY_REVIEW },
    view: ({ context }) => [
      context.user?.uid ?? context.user === null,
      context.reviewsKnown,
      standingOf(context as never),
      context.posted,
      context.stars > 0,
    ],
    check: ({ value, context }) => {
      const standing = standingOf(context as never);
      if (value === 'writing') {
        expect(context.reviewsKnown).toBe(true);
        expect(context.user).toBeTruthy();
        expect(standing).toBe('none');
      }
      if (value === 'thanked') expect(standing).toBe('posted');
      if (value === 'signedOut' || value === 'signingIn') expect(context.user).toBeNull();
    },
  });

  it('execute every state and transition', () => {
    assertComplete(result);
    expect(result.covered.length).toBeGreaterThan(45);
  });
});

/** The machine with effects that a test settles by hand. */
function startArea(draft = EMPTY_REVIEW) {
  const settle = {
    signIn: deferred<SignInOutcome>(),
    post: deferred<PostOutcome>(),
    standing: deferred<ReviewStanding | RefusedReview>(),
  };
  const signIn = vi.fn(() => settle.signIn.promise);
  const reloadReviews = vi.fn();
  const keepDraft = vi.fn();
  const giveUp = vi.fn();
  const clock = new SimulatedClock();
  const actor = createActor(
    reviewArea.provide({
      actors: {
        watchUser: fromCallback<ReviewAreaEvent>(() => undefined),
        signIn: fromPromise(signIn),
        signOut: fromPromise<void>(async () => {}),
        askStanding: fromPromise(() => settle.standing.promise),
        post: fromPromise(async ({ input }) => ({
          uid: input.uid,
          outcome: await settle.post.promise,
        })),
        followKept: fromCallback(() => undefined),
      },
      actions: {
        keepDraft: (_, review) => keepDraft(review),
        giveUp: (_, { uid }) => giveUp(uid),
        logFailure: () => undefined,
      },
    }),
    { clock, input: { draft } },
  );
  actor.on('reviews.outdated', reloadReviews);
  actor.start();
  const reached = (value: string) =>
    new Promise<void>((resolve) => {
      actor.subscribe((snapshot) => snapshot.value === value && resolve());
      if (actor.getSnapshot().value === value) resolve();
    });
  return { actor, clock, settle, signIn, reloadReviews, keepDraft, giveUp, reached };
}

const writeAsAnn = async () => {
  const area = startArea();
  area.actor.send({ type: 'user.changed', user: ANN });
  area.actor.send({ type: 'reviews.loaded', authors: [] });
  area.settle.standing.resolve('none');
  await area.reached('writing');
  return area;
};

describe('checking', () => {
  it('shows no form before the user, the reviews and the standing are known', async () => {
    const { actor, settle, reached } = startArea();
    actor.send({ type: 'reviews.loaded', authors: [] });
    expect(actor.getSnapshot().value).toBe('checking');
    actor.send({ type: 'user.changed', user: ANN });
    expect(actor.getSnapshot().hasTag('checking')).toBe(true);
    settle.standing.resolve('none');
    await reached('writing');
  });

  it('offers to sign in without waiting for the reviews', () => {
    const { actor } = startArea();
    actor.send({ type: 'user.changed', user: null });
    expect(actor.getSnapshot().value).toBe('signedOut');
  });

  it('thanks whom only the server remembers', async () => {
    const { actor, settle, reached } = startArea();
    actor.send({ type: 'user.changed', user: ANN });
    actor.send({ type: 'reviews.failed' });
    settle.standing.resolve('posted');
    await reached('thanked');
  });
});

describe('signing in', () => {
  it('opens the popup within the click', () => {
    const { actor, signIn } = startArea();
    actor.send({ type: 'user.changed', user: null });
    actor.send({ type: 'signIn.clicked' });
    expect(signIn).toHaveBeenCalledOnce();
  });

  it('opens another popup on a second click, whose outcome counts', async () => {
    const { actor, settle, signIn, reached } = startArea();
    actor.send({ type: 'user.changed', user: null });
    actor.send({ type: 'signIn.clicked' });
    const first = settle.signIn;
    settle.signIn = deferred();
    actor.send({ type: 'signIn.clicked' });
    expect(signIn).toHaveBeenCalledTimes(2);
    first.resolve({ outcome: 'cancelled' });
    settle.signIn.resolve({ outcome: 'blocked' });
    await reached('signedOut');
    expect(actor.getSnapshot().context.problem).toBe('blocked');
  });

  it('takes a sign-in that arrives after it was given up', async () => {
    const { actor, settle, reached } = startArea();
    actor.send({ type: 'user.changed', user: null });
    actor.send({ type: 'signIn.clicked' });
    settle.signIn.resolve({ outcome: 'timedOut' });
    await reached('signedOut');
    actor.send({ type: 'user.changed', user: ANN });
    expect(actor.getSnapshot()).toMatchObject({ value: 'checking', context: { problem: null } });
  });

  it.each(['closed', 'blocked', 'unauthorized', 'unreachable', 'timedOut', 'failed'] as const)(
    'tells that it was %s and offers it again',
    async (outcome) => {
      const { actor, settle, reached } = startArea();
      actor.send({ type: 'user.changed', user: null });
      actor.send({ type: 'signIn.clicked' });
      settle.signIn.resolve({ outcome });
      await reached('signedOut');
      expect(actor.getSnapshot().context.problem).toBe(outcome);
      actor.send({ type: 'signIn.clicked' });
      expect(actor.getSnapshot()).toMatchObject({ value: 'signingIn', context: { problem: null } });
    },
  );
});

describe('posting', () => {
  it('is refused without stars, and the alert goes when stars are given', async () => {
    const { actor } = await writeAsAnn();
    actor.send({ type: 'review.submitted' });
    expect(actor.getSnapshot()).toMatchObject({
      value: 'writing',
      context: { problem: 'starsMissing' },
    });
    actor.send({ type: 'stars.rated', stars: 1 });
    expect(actor.getSnapshot().context.problem).toBeNull();
  });

  it('reloads the reviews, resets the form and thanks, whatever a stale list says', async () => {
    const { actor, settle, reloadReviews, keepDraft, reached } = await writeAsAnn();
    actor.send({ type: 'stars.rated', stars: 4 });
    actor.send({ type: 'text.changed', text: 'Lovely' });
    expect(keepDraft).toHaveBeenLastCalledWith({ stars: 4, text: 'Lovely' });
    actor.send({ type: 'review.submitted' });
    expect(actor.getSnapshot().value).toBe('posting');
    settle.post.resolve('posted');
    await reached('thanked');
    expect(reloadReviews).toHaveBeenCalledOnce();
    expect(actor.getSnapshot().context).toMatchObject(EMPTY_REVIEW);
    expect(keepDraft).toHaveBeenLastCalledWith(EMPTY_REVIEW);
    actor.send({ type: 'reviews.loaded', authors: ['sam'] });
    expect(actor.getSnapshot().value).toBe('thanked');
  });

  it('reloads the reviews twice more while they lack the new one', async () => {
    const { actor, clock, settle, reloadReviews, reached } = await writeAsAnn();
    actor.send({ type: 'stars.rated', stars: 4 });
    actor.send({ type: 'review.submitted' });
    settle.post.resolve('posted');
    await reached('thanked');
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
    settle.standing.resolve('posted');
    await reached('thanked');
    clock.increment(60_000);
    expect(reloadReviews).not.toHaveBeenCalled();
  });

  it('reloads them no more once they name the visitor', async () => {
    const { actor, clock, settle, reloadReviews, reached } = await writeAsAnn();
    actor.send({ type: 'stars.rated', stars: 4 });
    actor.send({ type: 'review.submitted' });
    settle.post.resolve('posted');
    await reached('thanked');
    actor.send({ type: 'reviews.loaded', authors: ['ann'] });
    clock.increment(60_000);
    expect(reloadReviews).toHaveBeenCalledTimes(1);
  });

  it('thanks too when another tab was faster', async () => {
    const { actor, settle, reached } = await writeAsAnn();
    actor.send({ type: 'stars.rated', stars: 4 });
    actor.send({ type: 'review.submitted' });
    settle.post.resolve('already');
    await reached('thanked');
  });

  it('lets another account write after that', async () => {
    const { actor, settle, reached } = await writeAsAnn();
    actor.send({ type: 'stars.rated', stars: 4 });
    actor.send({ type: 'review.submitted' });
    settle.post.resolve('posted');
    await reached('thanked');
    settle.standing = deferred();
    actor.send({ type: 'user.changed', user: SAM });
    settle.standing.resolve('none');
    await reached('writing');
    expect(actor.getSnapshot().context).toMatchObject(EMPTY_REVIEW);
    actor.send({ type: 'user.changed', user: ANN });
    expect(actor.getSnapshot().value).toBe('thanked');
  });

  it.each([
    ['refused', 'refused'],
    ['unreachable', 'notSent'],
  ] as const)('keeps what was written when it is %s', async (outcome, problem) => {
    const { actor, settle, reached } = await writeAsAnn();
    actor.send({ type: 'stars.rated', stars: 4 });
    actor.send({ type: 'text.changed', text: 'Lovely' });
    actor.send({ type: 'review.submitted' });
    settle.post.resolve(outcome);
    await reached('writing');
    expect(actor.getSnapshot().context).toMatchObject({ stars: 4, text: 'Lovely', problem });
  });

  it('is not given up when another tab signs out', async () => {
    const { actor, settle, reached } = await writeAsAnn();
    actor.send({ type: 'stars.rated', stars: 4 });
    actor.send({ type: 'review.submitted' });
    actor.send({ type: 'user.changed', user: null });
    expect(actor.getSnapshot().value).toBe('posting');
    settle.post.resolve('posted');
    await reached('signedOut');
    actor.send({ type: 'user.changed', user: ANN });
    expect(actor.getSnapshot().value).toBe('thanked');
  });

  it('keeps a review that cannot be sent and thanks once it was', async () => {
    const { actor, settle, reloadReviews, reached } = await writeAsAnn();
    actor.send({ type: 'stars.rated', stars: 4 });
    actor.send({ type: 'review.submitted' });
    settle.post.resolve('kept');
    await reached('kept');
    expect(reloadReviews).not.toHaveBeenCalled();
    actor.send({ type: 'reviews.loaded', authors: ['sam'] });
    expect(actor.getSnapshot().value).toBe('kept');
    actor.send({ type: 'kept.settled', end: { type: 'posted' } });
    expect(actor.getSnapshot().value).toBe('thanked');
    expect(reloadReviews).toHaveBeenCalledOnce();
  });

  it('brings a kept review back into the form when the server refuses it', async () => {
    const { actor, settle, reached } = await writeAsAnn();
    actor.send({ type: 'stars.rated', stars: 4 });
    actor.send({ type: 'review.submitted' });
    settle.post.resolve('kept');
    await reached('kept');
    const review = { stars: 4, text: 'Lovely' };
    actor.send({ type: 'kept.settled', end: { type: 'refused', review } });
    expect(actor.getSnapshot()).toMatchObject({
      value: 'writing',
      context: { ...review, problem: 'refused' },
    });
  });
});

describe('a review that was refused while the page was closed', () => {
  const REFUSED = { stars: 4, text: 'Lovely' };
  const comeBack = async (draft = EMPTY_REVIEW) => {
    const area = startArea(draft);
    area.actor.send({ type: 'user.changed', user: ANN });
    area.actor.send({ type: 'reviews.loaded', authors: [] });
    area.settle.standing.resolve({ refused: REFUSED });
    await area.reached('writing');
    return area;
  };

  it('is back in the form with the refusal told, and kept as a draft', async () => {
    const { actor, keepDraft } = await comeBack();
    expect(actor.getSnapshot().context).toMatchObject({ ...REFUSED, problem: 'refused' });
    expect(keepDraft).toHaveBeenLastCalledWith(REFUSED);
  });

  it('does not take the place of newer words', async () => {
    const draft = { stars: 5, text: 'Lovely doors' };
    const { actor } = await comeBack(draft);
    expect(actor.getSnapshot().context).toMatchObject({ ...draft, problem: 'refused' });
  });

  it('is forgotten when it is given up', async () => {
    const { actor, giveUp, keepDraft } = await comeBack();
    actor.send({ type: 'review.discarded' });
    expect(actor.getSnapshot()).toMatchObject({
      value: 'writing',
      context: { ...EMPTY_REVIEW, problem: null },
    });
    expect(giveUp).toHaveBeenCalledExactlyOnceWith('ann');
    expect(keepDraft).toHaveBeenLastCalledWith(EMPTY_REVIEW);
  });
});
