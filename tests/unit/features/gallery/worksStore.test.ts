import { describe, expect, test, vi } from 'vitest';
import type { GalleryWork } from '../../../../src/domain/types';
import { createWorksStore } from '../../../../src/features/worksStore';

const work = (id: string): GalleryWork => ({
  id,
  title: id,
  created: '2026-01-01T00:00:00Z',
  cover: { url: `/${id}.webp`, thumb: `/${id}-small.webp` },
  before: [],
  after: [],
});

describe('the works in memory', () => {
  test('are nothing at first', () => {
    const store = createWorksStore();
    expect(store.snapshot()).toBeUndefined();
    expect(store.prerendered()).toBeUndefined();
  });

  test('a list replaces what was prerendered, which hydration still sees', () => {
    const store = createWorksStore();
    store.put([work('old')], 'prerendered');
    store.put([work('new')], 'listed');
    expect(store.snapshot()?.works[0]?.id).toBe('new');
    expect(store.prerendered()?.works[0]?.id).toBe('old');
  });

  test('a list that arrives after the live listener does not turn time back', () => {
    const store = createWorksStore();
    store.put([work('live')], 'live');
    store.put([work('stale')], 'listed');
    expect(store.snapshot()).toMatchObject({ origin: 'live', works: [{ id: 'live' }] });
    store.put([work('live'), work('newer')], 'live');
    expect(store.snapshot()?.works).toHaveLength(2);
  });

  test('tell their listeners, until those leave', () => {
    const store = createWorksStore();
    const listener = vi.fn<() => void>();
    const leave = store.subscribe(listener);
    store.put([], 'listed');
    expect(listener).toHaveBeenCalledTimes(1);
    leave();
    store.put([], 'listed');
    expect(listener).toHaveBeenCalledTimes(1);
  });

  test('give the same snapshot until something changes', () => {
    const store = createWorksStore();
    store.put([work('a')], 'listed');
    expect(store.snapshot()).toBe(store.snapshot());
  });
});
