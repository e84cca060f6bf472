// What a tab keeps of a stored work's title and day that are not saved.
import { beforeEach, expect, test, vi } from 'vitest';
import { webStorage } from '../../src/lib/webStorage';
import { createKeptChange } from '../../src/owner/data/keeping';
import { fakeStorage } from '../support/fakeStorage';

const stored = (id: string) => ({
  id,
  title: 'Oak',
  day: '2026-04-01',
  created: '2026-04-01T10:00:00Z',
});
const CHANGE = { stored: stored('oak'), title: 'Oak and brass', day: '2026-05-01' };
const OTHER = { ...CHANGE, stored: stored('elm'), title: 'Elm' };

let values: Map<string, string>;
let log: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  values = new Map();
  log = vi.spyOn(console, 'error').mockReset().mockReturnValue();
});

const tab = () => createKeptChange(webStorage(() => fakeStorage(values) as Storage));

test('it is there after a reload, for its own work alone, until it is forgotten', () => {
  tab().keep(CHANGE);
  expect(tab().read('oak')).toEqual(CHANGE);
  expect(tab().read('elm')).toBeUndefined();
  tab().keep(OTHER);
  expect(tab().read('oak')).toBeUndefined();
  expect(tab().read('elm')).toEqual(OTHER);
  tab().forget();
  expect([tab().read('elm'), values.size]).toEqual([undefined, 0]);
});

test.each(['{', '{}', '{"id":"oak","title":1,"day":""}', 'null'])(
  'a damaged one (%s) is logged and left',
  (stored) => {
    tab().keep(CHANGE);
    for (const key of values.keys()) values.set(key, stored);
    expect(tab().read('oak')).toBeUndefined();
    expect(log).toHaveBeenCalledOnce();
  },
);

test('without a storage it is logged, and nothing breaks', () => {
  const none = createKeptChange(
    webStorage(() => {
      throw new DOMException('Blocked.', 'SecurityError');
    }),
  );
  none.keep(CHANGE);
  none.forget();
  expect(none.read('oak')).toBeUndefined();
  expect(log).toHaveBeenCalledOnce();
});
