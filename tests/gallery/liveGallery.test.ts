/** The page's side of the live gallery, with a worker that the test plays. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from '../../src/firebase/config';
import { startLiveGallery } from '../../src/gallery/data/liveGallery';
import { bareWork as work } from '../support/bareWork';

class PlayedWorker extends EventTarget {
  static last: PlayedWorker;
  readonly asked: unknown[] = [];
  constructor() {
    super();
    PlayedWorker.last = this;
  }
  postMessage(message: unknown) {
    this.asked.push(message);
  }
  /** As the browser does: what is sent is a copy. */
  says(data: object) {
    this.dispatchEvent(new MessageEvent('message', { data: structuredClone(data) }));
  }
  fails(message?: string) {
    this.dispatchEvent(Object.assign(new Event('error'), { message }));
  }
}

const config = readConfig({}, 'localhost');
const heard = { onWorks: vi.fn(), onMissing: vi.fn(), onEnded: vi.fn(), onError: vi.fn() };
const page = new EventTarget();

beforeEach(() => {
  vi.stubGlobal('Worker', PlayedWorker);
  vi.stubGlobal('window', page);
  vi.stubGlobal('location', { href: 'https://site.test/' });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

test('each page is followed by itself, and the return of the network is told', () => {
  const live = startLiveGallery(config, heard);
  const place = { created: { timestampValue: '2026-01-01T00:00:00Z' }, id: 'a' };
  live.follow({ works: [work('a')], next: place }, 0);
  live.follow({ works: [work('b')], after: place }, 1);
  live.reconnect();
  expect(PlayedWorker.last.asked).toEqual([
    { config, index: 0, next: place },
    { config, index: 1, after: place },
    { config },
  ]);
});

test('of a page that has changed, the works that are as before are the same objects', () => {
  startLiveGallery(config, heard);
  const worker = PlayedWorker.last;
  worker.says({ index: 0, order: ['a', 'b'], changed: [work('a'), work('b')] });
  worker.says({ index: 1, order: ['a'], changed: [work('a', { title: 'Of another page' })] });
  worker.says({ index: 0, order: ['c', 'b'], changed: [work('c')] });
  worker.says({ index: 0, order: ['b'], changed: [work('b', { title: 'Renamed' })] });
  expect(heard.onWorks.mock.calls).toEqual([
    [0, [work('a'), work('b')]],
    [1, [work('a', { title: 'Of another page' })]],
    [0, [work('c'), work('b')]],
    [0, [work('b', { title: 'Renamed' })]],
  ]);
  const [first, , third] = heard.onWorks.mock.calls as [number, object[]][];
  expect(third![1][1]).toBe(first![1][1]);
});

test('a script that is missing is told to the check for a new build; what fails in it is only logged', () => {
  startLiveGallery(config, heard);
  const told: string[] = [];
  page.addEventListener('vite:preloadError', (event) =>
    told.push((event as unknown as { payload: Error }).payload.message),
  );
  PlayedWorker.last.fails('Uncaught TypeError');
  PlayedWorker.last.says({ index: 2, error: 'permission-denied' });
  expect(heard.onError.mock.calls).toEqual([['Uncaught TypeError']]);
  expect(heard.onEnded.mock.calls).toEqual([[2, 'permission-denied']]);
  expect([told, heard.onMissing.mock.calls]).toEqual([[], []]);
  PlayedWorker.last.fails();
  expect(told).toEqual([expect.stringMatching(/^https:\/\/site\.test\/.*galleryWorker/)]);
  expect(heard.onMissing).toHaveBeenCalledTimes(1);
});
