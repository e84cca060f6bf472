import { beforeEach, expect, test, vi } from 'vitest';
import type { GalleryWork } from '../../src/domain/types';

type Store = typeof import('../../src/shared/works/worksStore');
let store: Store;

beforeEach(async () => {
  vi.resetModules();
  store = await import('../../src/shared/works/worksStore');
});

const work = (id: string): GalleryWork => ({
  id,
  title: id,
  created: '2026-01-01T00:00:00Z',
  cover: { url: `/${id}.webp`, thumb: `/${id}-small.webp` },
  before: [],
  after: [],
});

const after = (id: string) => ({ created: { timestampValue: '2026-01-01T00:00:00Z' }, id });
const ids = () => store.currentWorks().gallery?.map(({ id }) => id);

test('the first page from the server replaces the works of the HTML', () => {
  expect(store.currentWorks()).toEqual({});
  store.putWorksOfPage({ cards: [work('a'), work('old')] });
  expect(store.currentWorks()).toMatchObject({ cards: [{ id: 'a' }, {}] });
  store.putFirstPage({ works: [work('a'), work('new')] });
  expect(ids()).toEqual(['a', 'new']);
});

test('the work of a prerendered page is not taken for the gallery', () => {
  store.putWorksOfPage({ work: work('a') });
  expect(store.currentWorks()).toEqual({ pageWork: work('a') });
  store.putFirstPage({ works: [work('b')] });
  expect(store.currentWorks()).toMatchObject({ pageWork: { id: 'a' }, gallery: [{ id: 'b' }] });
});

test('a list that arrives after newer works from the listener does not replace them', () => {
  store.putFirstPage({ works: [work('listed')] });
  store.putLiveWorks(0, [work('live')]);
  store.putFirstPage({ works: [work('stale')] });
  expect(ids()).toEqual(['live']);
  store.putLiveWorks(0, [work('live'), work('newer')]);
  expect(ids()).toEqual(['live', 'newer']);
});

test('a page that was asked for while the one before it was read anew is added, if it still follows', () => {
  store.putFirstPage({ works: [work('a')], next: after('a') });
  const asked = store.currentWorks().pages![0]!.next!;
  store.putFirstPage({ works: [work('a')], next: after('a') });
  expect(store.putNextPage({ works: [work('b')], after: asked, next: after('b') })).toBe(true);
  expect(ids()).toEqual(['a', 'b']);
  expect(store.putNextPage({ works: [work('x')], after: after('elsewhere') })).toBe(false);
  expect(ids()).toEqual(['a', 'b']);
});

test('pages come one behind the other, each once, and the listener replaces the works of one', () => {
  const [first, second] = [after('b'), after('d')];
  store.putFirstPage({ works: [work('a'), work('b')], next: first });
  store.putNextPage({ works: [work('c'), work('d')], after: first, next: second });
  // Two presses have asked for the same page.
  expect(store.putNextPage({ works: [work('c'), work('d')], after: first, next: second })).toBe(
    true,
  );
  expect(ids()).toEqual(['a', 'b', 'c', 'd']);
  // A deleted work goes, and no other one moves.
  store.putLiveWorks(0, [work('b')]);
  expect(ids()).toEqual(['b', 'c', 'd']);
  store.putNextPage({ works: [work('e')], after: second });
  expect(ids()).toEqual(['b', 'c', 'd', 'e']);
  expect(store.currentWorks().pages?.at(-1)?.next).toBeUndefined();
  // A work whose time has changed is on two pages until both listeners have answered.
  store.putLiveWorks(1, [work('c'), work('d'), work('b')]);
  expect(ids()).toEqual(['b', 'c', 'd', 'e']);
});
