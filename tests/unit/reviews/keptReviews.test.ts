import { expect, it, vi } from 'vitest';
import type { KeptReview } from '../../../src/domain/ports';
import { EMPTY_REVIEW } from '../../../src/domain/validation';
import { createKeptReviews } from '../../../src/reviews/keptReviews';

const REVIEW: KeptReview = { stars: 3, text: 'Good', id: 'abcdefghij', isRefused: false };
/** As version 0.62 kept it in the outbox's database. */
const OLD = { key: 'w/ann', workId: 'w', user: 'ann', id: 'abcdefghij', stars: 3, text: 'Good' };

const BLOCKED = () => {
  throw new DOMException('denied', 'SecurityError');
};

/** A device: what its local storage and the old store hold, and pages that are opened on it. */
function setUp(initial: Record<string, string> = {}, old: unknown[] = [], isBlocked = false) {
  const items = new Map(Object.entries(initial));
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  } as Storage;
  const left = new Set(old);
  const moveOld = async (move: (review: unknown) => boolean) => {
    for (const review of left) if (move(review)) left.delete(review);
  };
  const open = () => createKeptReviews(moveOld, isBlocked ? BLOCKED : () => storage);
  return { items, left, open };
}

it('keeps one review for each work and user over a reload, with its id and the refusal', async () => {
  const { open, items } = setUp();
  const page = open();
  page.save('one', 'ann', { ...REVIEW, isRefused: true });
  page.save('two', 'ann', { ...EMPTY_REVIEW, text: 'x' });
  const later = open();
  expect(await later.load('one', 'ann')).toEqual({ ...REVIEW, isRefused: true });
  expect(await later.load('two', 'ann')).toEqual({ ...EMPTY_REVIEW, text: 'x' });
  expect(await later.load('one', 'sam')).toEqual(EMPTY_REVIEW);
  later.save('one', 'ann', EMPTY_REVIEW);
  expect(await open().load('one', 'ann')).toEqual(EMPTY_REVIEW);
  expect(items.size).toBe(1);
});

it.each([
  ['no JSON', '{'],
  ['another shape', '[1]'],
  ['null', 'null'],
  ['stars out of range', JSON.stringify({ ...REVIEW, stars: 9 })],
  ['half stars', JSON.stringify({ ...REVIEW, stars: 2.5 })],
  ['a text that no server takes', JSON.stringify({ ...REVIEW, text: 'x'.repeat(2001) })],
  [
    'one that is too long by an emoji',
    JSON.stringify({ ...REVIEW, text: `${'x'.repeat(1999)}🪵` }),
  ],
  ['an id that is none', JSON.stringify({ ...REVIEW, id: '../x' })],
  ['no word on a refusal', JSON.stringify({ ...REVIEW, isRefused: 'no' })],
])('takes %s for nothing', async (_, item) => {
  expect(await setUp({ 'review/w/ann': item }).open().load('w', 'ann')).toEqual(EMPTY_REVIEW);
});

it('keeps it in the page where there is no storage, and what is old in the old store', async () => {
  const { open, left } = setUp({}, [OLD], true);
  const kept = open();
  expect(await kept.load('w', 'ann')).toEqual(REVIEW);
  expect(left.size).toBe(1);
  kept.save('w', 'ann', EMPTY_REVIEW);
  expect(await kept.load('w', 'ann')).toEqual(EMPTY_REVIEW);
});

it.each([
  ['that waits', OLD, false],
  ['that was refused', { ...OLD, refused: true }, true],
])('moves a review %s out of the old store, once', async (_, old, isRefused) => {
  const { open, left, items } = setUp({}, [old]);
  expect(await open().load('w', 'ann')).toEqual({ ...REVIEW, isRefused });
  expect([left.size, items.size]).toEqual([0, 1]);
  expect(await open().load('w', 'ann')).toEqual({ ...REVIEW, isRefused });
});

it('moves no review over a newer one, and none that the app has not written', async () => {
  const newer = { ...REVIEW, text: 'Better' };
  const { open, left } = setUp({ 'review/w/ann': JSON.stringify(newer) }, [
    OLD,
    { ...OLD, user: 'sam', stars: 0 },
    { ...OLD, user: 'eve', id: '../x' },
    { ...OLD, user: 'kim', stars: '5' },
    { key: 'w/joe' },
  ]);
  const kept = open();
  expect(await kept.load('w', 'ann')).toEqual(newer);
  for (const user of ['sam', 'eve', 'kim', 'joe', 'undefined']) {
    expect(await kept.load('w', user)).toEqual(EMPTY_REVIEW);
  }
  expect(left.size).toBe(0);
});

it('goes on without the old store where that does not open', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  expect(await createKeptReviews(async () => BLOCKED(), BLOCKED).load('w', 'ann')).toEqual(
    EMPTY_REVIEW,
  );
  expect(logged).toHaveBeenCalledOnce();
});
