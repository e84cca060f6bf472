import { describe, expect, it } from 'vitest';
import { createFirestoreStore } from '../../firestore/firestoreStore';

const NOON = new Date('2026-03-01T12:00:00Z');
const text = (stringValue: string) => ({ text: { stringValue } });

function storeAt(start = NOON) {
  let time = start;
  const store = createFirestoreStore({ now: () => time });
  return { store, setTime: (next: Date) => (time = next) };
}

describe('commit', () => {
  it('each commit gets a later time, by at least a microsecond, even if the clock stops or goes back', () => {
    const { store, setTime } = storeAt();
    const commit = (path: string) => store.commit([{ path, fields: {} }]).commitTime;
    expect(commit('a/1')).toBe('2026-03-01T12:00:00Z');
    expect(commit('a/2')).toBe('2026-03-01T12:00:00.000001Z');
    setTime(new Date('2026-03-01T11:00:00Z'));
    expect(commit('a/3')).toBe('2026-03-01T12:00:00.000002Z');
    setTime(new Date('2026-03-01T13:00:00.5Z'));
    expect(commit('a/4')).toBe('2026-03-01T13:00:00.500Z');
  });

  it('a commit that changes nothing keeps the update time and calls no listener', () => {
    const { store } = storeAt();
    store.commit([{ path: 'a/1', fields: { ...text('x'), zero: { doubleValue: 0 } } }]);
    const before = store.get('a/1');
    const changes: string[][] = [];
    store.subscribe((paths) => changes.push(paths));
    const { updateTimes } = store.commit([
      { path: 'a/1', fields: { zero: { doubleValue: 0 }, ...text('x') } },
      { path: 'a/gone', fields: null },
    ]);
    expect(updateTimes).toEqual([before?.updateTime, null]);
    expect(store.get('a/1')).toEqual(before);
    expect(changes).toEqual([]);
  });

  it.each([{ doubleValue: -0 }, { integerValue: '0' }])('the double 0 is changed by %j', (zero) => {
    const { store } = storeAt();
    store.commit([{ path: 'a/1', fields: { zero: { doubleValue: 0 } } }]);
    const { updateTimes, commitTime } = store.commit([{ path: 'a/1', fields: { zero } }]);
    expect(updateTimes).toEqual([commitTime]);
  });

  it('an update keeps the create time; a new document after a delete gets a new one', () => {
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

it('a listener is called once for each commit, with each changed path once, until it unsubscribes', () => {
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

it('after very many deletions, the store forgets the oldest ones', () => {
  const { store } = storeAt();
  const start = store.readTime();
  const paths = Array.from({ length: 10_001 }, (_, index) => `a/${index}`);
  store.commit(paths.map((path) => ({ path, fields: {} })));
  store.commit(paths.map((path) => ({ path, fields: null })));
  expect(store.deletedSince(start)).toBe(null);
});
