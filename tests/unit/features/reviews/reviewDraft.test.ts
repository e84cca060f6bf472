import { expect, it } from 'vitest';
import { createReviewDrafts } from '../../../../src/features/reviews/reviewDraft';

function memoryStorage(initial: Record<string, string> = {}) {
  const items = new Map(Object.entries(initial));
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  } as Storage;
  return { storage, items };
}

it('keeps a draft for each work and drops an empty one', () => {
  const { storage, items } = memoryStorage();
  const drafts = createReviewDrafts(() => storage);
  drafts.save('one', { stars: 3, text: 'Good' });
  drafts.save('two', { stars: 0, text: 'x' });
  expect(drafts.load('one')).toEqual({ stars: 3, text: 'Good' });
  expect(drafts.load('two')).toEqual({ stars: 0, text: 'x' });
  drafts.save('one', { stars: 0, text: '' });
  expect(drafts.load('one')).toEqual({ stars: 0, text: '' });
  expect(items.size).toBe(1);
});

it.each([
  ['no JSON', '{'],
  ['another shape', '[1]'],
  ['stars out of range', '{"stars":9}'],
  ['half stars', '{"stars":2.5}'],
  ['null', 'null'],
])('reads %s as an empty draft', (_, item) => {
  const { storage } = memoryStorage({ 'review-draft/w': item });
  expect(createReviewDrafts(() => storage).load('w')).toEqual({ stars: 0, text: '' });
});

it('cuts a text that is longer than the server takes', () => {
  const { storage } = memoryStorage({
    'review-draft/w': JSON.stringify({ stars: 5, text: 'x'.repeat(3000) }),
  });
  expect(createReviewDrafts(() => storage).load('w').text).toHaveLength(2000);
});

it('works without storage', () => {
  const drafts = createReviewDrafts(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  drafts.save('w', { stars: 1, text: '' });
  expect(drafts.load('w')).toEqual({ stars: 0, text: '' });
});
