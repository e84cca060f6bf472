import { expect, test } from 'vitest';
import { createWorksStore, type WorksStore } from '../../src/shared/works/worksStore';
import { bareWork as work } from '../support/bareWork';

const after = (id: string) => ({ created: { timestampValue: '2026-01-01T00:00:00Z' }, id });
const idsOf = (store: WorksStore) => store.current().gallery?.map(({ id }) => id);

test('the first page from the server replaces the works of the HTML', () => {
  expect(createWorksStore({}).current()).toEqual({});
  const store = createWorksStore({ cards: [work('a'), work('old')] });
  expect(store.current()).toMatchObject({ cards: [{ id: 'a' }, {}] });
  store.putFirstPage({ works: [work('a'), work('new')] });
  expect(idsOf(store)).toEqual(['a', 'new']);
});

test('the work of a prerendered page is not taken for the gallery', () => {
  const store = createWorksStore({ work: work('a') });
  expect(store.current()).toEqual({ pageWork: work('a') });
  store.putFirstPage({ works: [work('b')] });
  expect(store.current()).toMatchObject({ pageWork: { id: 'a' }, gallery: [{ id: 'b' }] });
});

test('a list that arrives after newer works from the listener does not replace them', () => {
  const store = createWorksStore({});
  store.putFirstPage({ works: [work('listed')] });
  store.putLiveWorks(0, [work('live')]);
  store.putFirstPage({ works: [work('stale')] });
  expect(idsOf(store)).toEqual(['live']);
  store.putLiveWorks(0, [work('live'), work('newer')]);
  expect(idsOf(store)).toEqual(['live', 'newer']);
  // Firestore has ended the listener.
  store.endLive(0);
  store.putFirstPage({ works: [work('listed anew')] });
  expect(idsOf(store)).toEqual(['listed anew']);
});

test('a list that is read anew changes the first of many pages, unless it ends elsewhere now', () => {
  const store = createWorksStore({});
  store.putFirstPage({ works: [work('a')], next: after('a') }, 1);
  store.putNextPage({ works: [work('b')], after: after('a') });
  store.putFirstPage({ works: [work('new'), work('a')], next: after('a') }, 2);
  expect([idsOf(store), store.current().listedAt]).toEqual([['new', 'a', 'b'], 2]);
  store.putFirstPage({ works: [work('newest')], next: after('newest') }, 3);
  // Not asked for again at once.
  expect([idsOf(store), store.current().listedAt]).toEqual([['new', 'a', 'b'], 3]);
});

test('a page that was asked for while the one before it was read anew is added, if it still follows', () => {
  const store = createWorksStore({});
  store.putFirstPage({ works: [work('a')], next: after('a') });
  const asked = store.current().pages![0]!.next!;
  store.putFirstPage({ works: [work('a')], next: after('a') });
  expect(store.putNextPage({ works: [work('b')], after: asked, next: after('b') })).toBe(true);
  expect(idsOf(store)).toEqual(['a', 'b']);
  expect(store.putNextPage({ works: [work('x')], after: after('elsewhere') })).toBe(false);
  expect(idsOf(store)).toEqual(['a', 'b']);
});

test('pages come one behind the other, each once, and the listener replaces the works of one', () => {
  const store = createWorksStore({});
  const [first, second] = [after('b'), after('d')];
  store.putFirstPage({ works: [work('a'), work('b')], next: first });
  store.putNextPage({ works: [work('c'), work('d')], after: first, next: second });
  // Two presses have asked for the same page.
  expect(store.putNextPage({ works: [work('c'), work('d')], after: first, next: second })).toBe(
    true,
  );
  expect(idsOf(store)).toEqual(['a', 'b', 'c', 'd']);
  // A deleted work goes, and no other one moves.
  store.putLiveWorks(0, [work('b')]);
  expect(idsOf(store)).toEqual(['b', 'c', 'd']);
  store.putNextPage({ works: [work('e')], after: second });
  expect(idsOf(store)).toEqual(['b', 'c', 'd', 'e']);
  expect(store.current().pages?.at(-1)?.next).toBeUndefined();
  // A work whose time has changed is on two pages until both listeners have answered.
  store.putLiveWorks(1, [work('c'), work('d'), work('b')]);
  expect(idsOf(store)).toEqual(['b', 'c', 'd', 'e']);
});
