// The review area: its scenarios execute every state and transition.
import type { AnyMachineSnapshot } from 'xstate';
import { describe, expect, it, vi } from 'vitest';
import {
  problemOf,
  reviewArea,
  type ReviewAreaEvent,
  type ReviewDraft,
  EMPTY_REVIEW,
} from '../../machines/reviewArea';
import { assertComplete } from '../support/machineCoverage';
import { done, drive, failed, withoutEffects } from '../support/machinePaths';

const ANN = { uid: 'ann', googleId: '1', name: 'Ann' };
const SAM = { uid: 'sam', googleId: '2', name: 'Sam' };
const UNSENT: ReviewDraft = { stars: 4, text: 'Lovely', id: 'abcdefghij', isRefused: false };

const user = (user: typeof ANN | null): ReviewAreaEvent => ({ type: 'user.changed', user });
const listed = (...authors: string[]): ReviewAreaEvent => ({ type: 'reviews.loaded', authors });
const rated = (stars: number): ReviewAreaEvent => ({ type: 'stars.rated', stars });
const WRITTEN: ReviewAreaEvent = { type: 'text.changed', text: 'Lovely' };
const LONG: ReviewAreaEvent = { type: 'text.changed', text: 'x'.repeat(2001) };
const SUBMITTED: ReviewAreaEvent = { type: 'review.submitted', id: 'abcdefghij' };
const DISCARDED: ReviewAreaEvent = { type: 'review.discarded' };
const SIGN_IN: ReviewAreaEvent = { type: 'signIn.clicked' };
const SIGN_OUT: ReviewAreaEvent = { type: 'signOut.clicked' };

/** What holds in every state. */
function check({ value, context: { user, isListKnown, reviewers, writer } }: AnyMachineSnapshot) {
  if (value === 'writing') expect([isListKnown, user.uid]).toEqual([true, writer?.uid]);
  if (value === 'writing') expect(reviewers).not.toContain(user.uid);
  if (value === 'thanked') expect(reviewers).toContain(user.uid);
  if (value === 'signedOut' || value === 'signingIn') expect(user).toBeNull();
}

function start(...events: Parameters<ReturnType<typeof drive>['run']>) {
  /** The reviews kept on the device, by their writer. */
  const kept = new Map<string, ReviewDraft>();
  const saveReview = ({ context }: { context: { writer: typeof ANN; review: ReviewDraft } }) =>
    kept.set(context.writer.uid, context.review);
  const area = drive(withoutEffects(reviewArea, { saveReview }), { check });
  const reloadReviews = vi.fn();
  area.actor.on('reviews.outdated', reloadReviews);
  area.run(...events);
  const problem = () => problemOf(area.actor.getSnapshot() as never);
  return { ...area, kept, reloadReviews, problem };
}

/** A review area with an empty list, in which Ann has begun a review. */
const writing = (review = EMPTY_REVIEW) => start(user(ANN), listed(), done('openReview', review));

/** One in which she has rated, written and pressed the button. */
function posting() {
  const area = writing();
  expect(area.run(rated(4), WRITTEN, SUBMITTED)).toBe('posting');
  return area;
}

function thanked() {
  const area = posting();
  expect(area.run(done('post', 'accepted'))).toBe('thanked');
  return area;
}

it('no form is shown before the user, the reviews and an earlier review are known', () => {
  const { run } = start(listed());
  expect(run()).toBe('checking');
  expect(run(user(ANN))).toBe('opening');
  expect(run(done('openReview', EMPTY_REVIEW))).toBe('writing');
});

it('a visitor whose review only the server knows is thanked, and nothing is kept', () => {
  const { run, kept, clock, reloadReviews } = start(user(ANN), { type: 'reviews.failed' });
  expect(run(done('openReview', null))).toBe('thanked');
  expect(kept.get('ann')).toEqual(EMPTY_REVIEW);
  clock.increment(60_000);
  expect(reloadReviews).not.toHaveBeenCalled();
});

describe('signing in', () => {
  const signingIn = () => start(user(null), SIGN_IN);

  it('opens another popup on a second click, and its outcome counts', () => {
    const { run, child, problem } = signingIn();
    const first = child('signIn');
    run(SIGN_IN);
    expect(child('signIn')).not.toBe(first);
    expect(run(done('signIn', { outcome: 'blocked' }))).toBe('signedOut');
    expect(problem()).toBe('blocked');
  });

  it('that breaks says so and offers it again', () => {
    const { run, problem } = signingIn();
    expect([run(failed('signIn')), problem()]).toEqual(['signedOut', 'failed']);
  });

  it('is offered where Auth cannot be loaded, unless it has said already who is there', () => {
    const unavailable = { type: 'auth.unavailable' };
    const { run, problem } = start(unavailable);
    expect([run(), problem()]).toEqual(['signedOut', 'unreachable']);
    expect(writing().run(unavailable)).toBe('writing');
  });

  it('accepts a sign-in that arrives late', () => {
    const { run, problem } = signingIn();
    expect(run(done('signIn', { outcome: 'closed' }), user(ANN))).toBe('checking');
    expect(problem()).toBeNull();
  });

  it.each(['closed', 'blocked', 'unauthorized', 'disabled', 'unreachable', 'failed'])(
    'says that it was %s and offers it again',
    (outcome) => {
      const { run, problem } = signingIn();
      run(done('signIn', { outcome }));
      expect(problem()).toBe(outcome);
      expect(run(SIGN_IN)).toBe('signingIn');
      expect(problem()).toBeNull();
    },
  );
});

it('a form that is opened is the thanks where the list has the review meanwhile', () => {
  const { run } = start(listed(), user(ANN));
  expect([run(), run(listed('ann'))]).toEqual(['opening', 'thanked']);
});

it('a form stays as it is when Auth names the same visitor again', () => {
  const { run, context } = writing();
  expect(run(rated(4), WRITTEN, user({ ...ANN }))).toBe('writing');
  expect(context().review).toMatchObject({ stars: 4, text: 'Lovely' });
});

describe('signing out', () => {
  it.each([
    ['writing', writing],
    ['thanked', thanked],
  ] as const)('is possible while the area is %s; one that fails says so there', (state, begin) => {
    const { run, problem } = begin();
    expect(run(SIGN_OUT)).toBe('signingOut');
    expect([run(failed('signOut')), problem()]).toEqual([state, 'signOutFailed']);
    expect([run(SIGN_OUT, done('signOut')), problem()]).toEqual(['signedOut', null]);
  });
});

describe('posting', () => {
  it('needs stars, and the alert goes when they are given', () => {
    const { run, problem } = writing();
    expect(run(SUBMITTED)).toBe('writing');
    expect(problem()).toBe('starsMissing');
    run(rated(1));
    expect(problem()).toBeNull();
  });

  it('does not send a text that is too long, keeps it, and says so until it is changed', () => {
    const { run, problem, kept } = writing();
    run(LONG, SUBMITTED);
    expect(problem()).toBe('starsMissing');
    expect(run(rated(4), SUBMITTED)).toBe('writing');
    expect(problem()).toBe('tooLong');
    expect(kept.get('ann')).toMatchObject({ text: 'x'.repeat(2001), id: null });
    run(WRITTEN);
    expect(problem()).toBeNull();
    expect(run(SUBMITTED)).toBe('posting');
  });

  it('reloads the reviews, empties the form and thanks, even if the list is old', () => {
    const { run, inputOf, context, kept, reloadReviews } = posting();
    expect(inputOf('post')).toEqual({ user: ANN, review: UNSENT });
    expect(run(done('post', 'accepted'))).toBe('thanked');
    expect(reloadReviews).toHaveBeenCalledOnce();
    expect([context().review, kept.get('ann')]).toEqual([EMPTY_REVIEW, EMPTY_REVIEW]);
    expect(run(listed('sam'))).toBe('thanked');
  });

  it('reloads the reviews up to twice more until they have the new one', () => {
    const { run, clock, reloadReviews } = thanked();
    run(listed('sam'));
    for (const [milliseconds, calls] of [
      [4999, 1],
      [1, 2],
      [7000, 3],
      [60_000, 3],
    ] as const) {
      clock.increment(milliseconds);
      expect(reloadReviews).toHaveBeenCalledTimes(calls);
    }
    const listing = thanked();
    listing.run(listed('ann'));
    listing.clock.increment(60_000);
    expect(listing.reloadReviews).toHaveBeenCalledTimes(1);
  });

  it('lets another account write afterwards', () => {
    const { run } = thanked();
    expect(run(user(SAM), done('openReview', EMPTY_REVIEW))).toBe('writing');
    expect(run(user(ANN))).toBe('thanked');
  });

  it('goes on when another tab signs out', () => {
    const { run } = posting();
    expect(run(user(null))).toBe('posting');
    expect(run(done('post', 'accepted'))).toBe('signedOut');
    expect(run(user(ANN))).toBe('thanked');
  });
});

describe('a review that is not accepted', () => {
  it('is saved on the device before it is sent', () => {
    expect(posting().kept.get('ann')).toEqual(UNSENT);
  });

  it.each([
    ['refused', 'refused', true],
    ['unreachable', 'notSent', false],
  ] as const)(
    'stays in the form when it is %s, also on a later page',
    (outcome, told, isRefused) => {
      const { run, kept, problem, reloadReviews } = posting();
      expect(run(done('post', outcome))).toBe('writing');
      expect(problem()).toBe(told);
      expect(kept.get('ann')).toEqual({ ...UNSENT, isRefused });
      // The work may have been removed: the list says so.
      expect(reloadReviews).toHaveBeenCalledTimes(isRefused ? 1 : 0);
      expect(writing(kept.get('ann')!).problem()).toBe(told);
    },
  );

  it.each(['refused', 'unreachable'])(
    'and was %s is spoken of with its form only, not where somebody was signed out',
    (outcome) => {
      const { run, problem, kept } = posting();
      expect(problem()).toBeNull();
      run(user(null));
      expect(run(done('post', outcome))).toBe('signedOut');
      expect(problem()).toBeNull();
      expect(kept.get('ann')).toMatchObject({ text: 'Lovely' });
      expect(run(user(ANN))).toBe('writing');
      expect(problem()).not.toBeNull();
    },
  );

  it.each(['sessionEnded', 'disabled'] as const)(
    'because of the sign-in (%s) is kept, told beside the sign-in button, and offered again without a word',
    (outcome) => {
      const { run, problem, kept, inputOf } = posting();
      // Auth signs out by itself, before the outcome is known.
      run(user(null));
      expect(run(done('post', outcome))).toBe('signedOut');
      expect(problem()).toBe(outcome);
      expect(kept.get('ann')).toEqual({ ...UNSENT, id: null });
      run(SIGN_IN);
      expect(problem()).toBeNull();
      expect(run(done('signIn', { outcome: 'signedIn', user: ANN }))).toBe('writing');
      expect(problem()).toBeNull();
      run(SUBMITTED);
      expect(inputOf('post')).toEqual({ user: ANN, review: UNSENT });
    },
  );

  it('because of a sign-in that is still there says nothing false in the form', () => {
    const { run, problem } = posting();
    expect(run(done('post', 'sessionEnded'))).toBe('writing');
    expect(problem()).toBeNull();
  });

  it('lacked stars until the list had it: nothing is asked for below the thanks', () => {
    const { run, problem } = writing();
    run(SUBMITTED);
    expect(problem()).toBe('starsMissing');
    expect(run(listed('ann'))).toBe('thanked');
    expect(problem()).toBeNull();
  });

  it('is tried again under the same id, even if it was changed', () => {
    const { run, inputOf } = writing({ ...UNSENT, text: '', isRefused: true });
    run(WRITTEN, { type: 'review.submitted', id: '0123456789' });
    expect(inputOf('post')).toEqual({ user: ANN, review: UNSENT });
  });

  it('is forgotten when it is discarded', () => {
    const { run, inputOf, kept, problem } = writing(UNSENT);
    expect(run(DISCARDED)).toBe('writing');
    expect([problem(), kept.get('ann')]).toEqual([null, EMPTY_REVIEW]);
    run(rated(2), { type: 'review.submitted', id: '0123456789' });
    const review = { ...EMPTY_REVIEW, stars: 2, id: '0123456789' };
    expect(inputOf('post')).toEqual({ user: ANN, review });
  });

  it('is thanked for when the list already has it', () => {
    const { run, kept } = writing(UNSENT);
    expect(run(listed('ann'))).toBe('thanked');
    expect(kept.get('ann')).toEqual(EMPTY_REVIEW);
  });

  it('belongs to its writer: another account gets an empty form', () => {
    const { run, context, kept } = writing(UNSENT);
    expect(run(user(SAM), done('openReview', EMPTY_REVIEW))).toBe('writing');
    expect(context().review).toEqual(EMPTY_REVIEW);
    run(WRITTEN);
    expect([...kept.keys()]).toEqual(['sam']);
  });
});

it('the scenarios execute every state and transition', () => assertComplete(reviewArea));
