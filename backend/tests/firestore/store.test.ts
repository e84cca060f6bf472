import { describe, expect, it } from 'vitest';
import { createFirestoreStore } from '../../firestore/store';

const NOON = new Date('2026-03-01T12:00:00Z');
const text = (stringValue: string) => ({ text: { stringValue } });

function storeAt(start = NOON) {
  let time = start;
  const store = createFirestoreStore({ now: () => time });
  return { store, setTime: (next: Date) => (time = next) };
}

describe('commit', () => {
  it('gives times that rise by the microsecond, even with a clock that stands or goes back', () => {
    const { store, setTime } = storeAt();
    const commit = (path: string) => store.commit([{ path, fields: {} }]).commitTime;
    expect(commit('a/1')).toBe('2026-03-01T12:00:00Z');
    expect(commit('a/2')).toBe('2026-03-01T12:00:00.000001Z');
    setTime(new Date('2026-03-01T11:00:00Z'));
    expect(commit('a/3')).toBe('2026-03-01T12:00:00.000002Z');
    setTime(new Date('2026-03-01T13:00:00.5Z'));
    expect(commit('a/4')).toBe('2026-03-01T13:00:00.500Z');
  });

  it('keeps the update time and tells nobody when nothing changes', () => {
    const { store } = storeAt();
    store.commit([{ path: 'a/1', fields: text('x') }]);
    const before = store.get('a/1');
    const changes: string[][] = [];
    store.subscribe((paths) => changes.push(paths));
    const { updateTimes } = store.commit([
      { path: 'a/1', fields: text('x') },
      { path: 'a/gone', fields: null },
    ]);
    expect(updateTimes).toEqual([before?.updateTime, null]);
    expect(store.get('a/1')).toEqual(before);
    expect(changes).toEqual([]);
  });

  it('keeps createTime over updates and renews it after a delete', () => {
    const { store } = storeAt();
    const first = store.commit([{ path: 'a/1', fields: text('x') }]).commitTime;
    store.commit([{ path: 'a/1', fields: text('y') }]);
    expect(store.get('a/1')?.createTime).toBe(first);
    const second = store.commit([
      { path: 'a/1', fields: null },
      { path: 'a/1', fields: text('z') },
    ]).commitTime;
    expect(store.get('a/1')).toEqual({
      path: 'a/1',
      fields: text('z'),
      createTime: second,
      updateTime: second,
    });
  });
});

it('tells each commit once, with every changed path once, until unsubscribed', () => {
  const { store } = storeAt();
  const changes: string[][] = [];
  const stop = store.subscribe((paths) => changes.push(paths));
  store.commit([
    { path: 'a/1', fields: text('x') },
    { path: 'a/2', fields: text('x') },
    { path: 'a/1', fields: text('y') },
  ]);
  stop();
  store.commit([{ path: 'a/3', fields: {} }]);
  expect(changes).toEqual([['a/1', 'a/2']]);
});

it('forgets the oldest of very many deletions', () => {
  const { store } = storeAt();
  const start = store.readTime();
  const paths = Array.from({ length: 10_001 }, (_, index) => `a/${index}`);
  store.commit(paths.map((path) => ({ path, fields: {} })));
  store.commit(paths.map((path) => ({ path, fields: null })));
  expect(store.deletedSince(start)).toBe(null);
});
