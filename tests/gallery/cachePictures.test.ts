import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { QueueIdleTask } from '../../src/lib/pageServices';

afterEach(() => vi.unstubAllGlobals());
beforeEach(() => vi.resetModules());

/** A picture: there already, or lazy until somebody asks for it. One of no bytes does not arrive. */
class Picture extends EventTarget {
  complete: boolean;
  naturalWidth = 0;
  currentSrc = '';
  fetchPriority = 'auto';

  constructor(
    readonly name: string,
    readonly bytes: number,
    isThere = false,
  ) {
    super();
    this.complete = isThere;
    if (isThere) this.#arrive();
  }

  set loading(_: string) {
    this.complete = true;
    if (this.bytes > 0) this.#arrive();
    this.dispatchEvent(new Event(this.bytes > 0 ? 'load' : 'error'));
  }

  #arrive() {
    this.naturalWidth = 480;
    this.currentSrc = this.name;
  }
}

/** Runs all queued work; resolves with the names of the pictures that the worker was asked for, in order. */
async function visit(
  images: Picture[],
  network: object = {},
  pages = ['/'],
  leavesAfter = Infinity,
): Promise<string[]> {
  const { cachePictures } = await import('../../src/shared/works/cachePictures');
  const asked: string[] = [];
  vi.stubGlobal('document', { querySelectorAll: () => images });
  vi.stubGlobal('navigator', { onLine: true, serviceWorker: { controller: {} }, ...network });
  vi.stubGlobal('fetch', async (name: string) => {
    asked.push(name);
    if (asked.length === leavesAfter) leave();
    return new Response(new Uint8Array(images.find((image) => image.name === name)!.bytes));
  });
  let leave = () => {};
  for (const page of pages) {
    const queue: (() => Promise<unknown>)[] = [];
    const later: QueueIdleTask = (task) => {
      queue.push(task);
      return () => undefined;
    };
    leave = cachePictures(later, page);
    for (let task = queue.shift(); task; task = queue.shift()) await task();
  }
  return asked;
}

const many = (count: number, bytes: number) =>
  Array.from({ length: count }, (_, index) => new Picture(String(index), bytes));

it('at most 40 pictures are fetched in advance', async () => {
  expect(await visit(many(60, 1000))).toHaveLength(40);
});

it('at most 2 MB of pictures are fetched in advance', async () => {
  expect(await visit(many(40, 300_000))).toHaveLength(6);
});

it.each([
  ['with Save-Data', { connection: { saveData: true, effectiveType: '4g' } }],
  ['on 2g', { connection: { saveData: false, effectiveType: '2g' } }],
  ['on slow 2g', { connection: { saveData: false, effectiveType: 'slow-2g' } }],
  ['offline', { onLine: false }],
])('nothing is fetched in advance %s, and pictures that have come are kept', async (_, network) => {
  const images = [
    new Picture('far', 1000),
    new Picture('seen', 1000, true),
    new Picture('farther', 1000),
  ];
  expect(await visit(images, network)).toEqual(['seen']);
});

it('without a worker no picture is kept', async () => {
  expect(await visit([new Picture('seen', 1000, true)], { serviceWorker: undefined })).toEqual([]);
});

it('a picture that does not come holds up no other, and none is asked for twice', async () => {
  const images = [new Picture('gone', 0), new Picture('a', 1000), new Picture('b', 1000)];
  expect(await visit(images, {}, ['/', '/'])).toEqual(['a', 'b']);
});

it('each page counts for itself', async () => {
  const images = many(60, 1000);
  expect(await visit(images, {}, ['/', '/work/oak'])).toHaveLength(60);
});

it('fetching stops when the visitor leaves the page', async () => {
  expect(await visit(many(10, 1000), {}, ['/'], 3)).toEqual(['0', '1', '2']);
});
