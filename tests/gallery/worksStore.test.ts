import { beforeEach, expect, test, vi } from 'vitest';
import type { GalleryWork } from '../../src/domain/types';

type Store = typeof import('../../src/shared/worksStore');
let store: Store;

beforeEach(async () => {
  vi.resetModules();
  store = await import('../../src/shared/worksStore');
});

const work = (id: string): GalleryWork => ({
  id,
  title: id,
  created: '2026-01-01T00:00:00Z',
  cover: { url: `/${id}.webp`, thumb: `/${id}-small.webp` },
  before: [],
  after: [],
});

test('the list from the server replaces the works of the HTML', () => {
  expect(store.currentWorks()).toEqual({});
  store.putWorksOfPage({ cards: [work('a'), work('old')] });
  expect(store.currentWorks()).toMatchObject({ cards: [{ id: 'a' }, {}] });
  store.putGallery([work('a'), work('new')], 'list');
  expect(store.currentWorks()).toMatchObject({
    from: 'list',
    gallery: [work('a'), work('new')],
  });
});

test('the work of a prerendered page is not taken for the gallery', () => {
  store.putWorksOfPage({ work: work('a') });
  expect(store.currentWorks()).toEqual({ pageWork: work('a') });
  store.putGallery([work('b')], 'list');
  expect(store.currentWorks()).toMatchObject({ pageWork: { id: 'a' }, gallery: [{ id: 'b' }] });
});

test('a list that arrives after newer works from the listener does not replace them', () => {
  store.putGallery([work('live')], 'listener');
  store.putGallery([work('stale')], 'list');
  expect(store.currentWorks()).toEqual({ from: 'listener', gallery: [work('live')] });
  store.putGallery([work('live'), work('newer')], 'listener');
  expect(store.currentWorks().gallery).toHaveLength(2);
});
