import { expect, it } from 'vitest';
import { type ReviewDraft, EMPTY_REVIEW } from '../../machines/reviewArea';
import { webStorage } from '../../src/lib/webStorage';
import { createReviewDrafts } from '../../src/reviews/reviewDrafts';
import { fakeStorage } from '../support/fakeStorage';

const REVIEW: ReviewDraft = { stars: 3, text: 'Good', id: 'abcdefghij', isRefused: false };
const ANN = { googleId: '1' };
const SAM = { googleId: '2' };
const BLOCKED = () => {
  throw new DOMException('denied', 'SecurityError');
};

/** A device with its local storage, and a way to open pages on it. */
function setUp(initial: Record<string, string> = {}, isBlocked = false) {
  const items = new Map(Object.entries(initial));
  const storage = fakeStorage(items) as Storage;
  const open = () => createReviewDrafts(webStorage(isBlocked ? BLOCKED : () => storage));
  return { items, open };
}

it('one unsent review for each work and user survives a reload', () => {
  const { open, items } = setUp();
  const page = open();
  page.save('one', ANN, { ...REVIEW, isRefused: true });
  page.save('two', ANN, { ...EMPTY_REVIEW, text: 'x' });
  const later = open();
  expect(later.load('one', ANN)).toEqual({ ...REVIEW, isRefused: true });
  expect(later.load('two', ANN)).toEqual({ ...EMPTY_REVIEW, text: 'x' });
  expect(later.load('one', SAM)).toEqual(EMPTY_REVIEW);
  later.save('one', ANN, EMPTY_REVIEW);
  expect(open().load('one', ANN)).toEqual(EMPTY_REVIEW);
  expect(items.size).toBe(1);
});

it('a draft is its person’s, also under a new account', () => {
  const { open } = setUp();
  open().save('w', ANN, { ...REVIEW, text: 'Better' });
  expect(open().load('w', { googleId: '1' })).toMatchObject({ text: 'Better' });
  expect(open().load('w', { googleId: '3' })).toEqual(EMPTY_REVIEW);
});

it('a text that is too long to be sent is kept until it is shortened', () => {
  const { open } = setUp();
  const long = { ...REVIEW, id: null, text: 'x'.repeat(2001) };
  open().save('w', ANN, long);
  expect(open().load('w', ANN)).toEqual(long);
});

it.each([
  ['broken JSON', '{'],
  ['another shape', '[1]'],
  ['nothing in it', 'null'],
  ['stars out of range', JSON.stringify({ ...REVIEW, stars: 9 })],
  ['half stars', JSON.stringify({ ...REVIEW, stars: 2.5 })],
  ['a text that is none', JSON.stringify({ ...REVIEW, text: 5 })],
  ['no stars although it was sent', JSON.stringify({ ...REVIEW, stars: 0 })],
  ['a malformed id', JSON.stringify({ ...REVIEW, id: '../x' })],
  ['no mark of a refusal', JSON.stringify({ ...REVIEW, isRefused: 'no' })],
])('a kept review with %s is ignored', (_, item) => {
  expect(setUp({ 'review/w/1': item }).open().load('w', ANN)).toEqual(EMPTY_REVIEW);
});

it('without storage an unsent review stays in the page', () => {
  const kept = setUp({}, true).open();
  kept.save('w', ANN, REVIEW);
  expect(kept.load('w', ANN)).toEqual(REVIEW);
  kept.save('w', ANN, EMPTY_REVIEW);
  expect(kept.load('w', ANN)).toEqual(EMPTY_REVIEW);
});
