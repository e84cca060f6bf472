/** What a visit reads of a gallery, whatever its length: documents, bytes and requests at the embedded backend. */
// @module-tag full
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { toFields } from '../../backend/protoJson';
import type { BackendConfig } from '../../src/firebase/config';
import { WORKS_PER_PAGE } from '../../src/contract/pageSizes';
import { readFirstPage, createMorePages } from '../../src/gallery/data/galleryPages';
import type { GalleryPage, GalleryPlace } from '../../src/gallery/port';
import { backend } from '../delivery/localBackend';
import { configOf } from '../support/httpServer';
import { fakeCaches } from '../support/fakeCaches';
import { storeWorks } from '../support/serverContent';

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.UTC(2026, 10, 25, 12);

let config: BackendConfig;
let caches: ReturnType<typeof fakeCaches>;
vi.stubGlobal('__LOCAL__', true);

beforeAll(() => {
  config = configOf(backend.origins.firestore);
});
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  caches = fakeCaches();
  vi.stubGlobal('caches', caches);
});

/** A page that was just loaded: nothing of it is in memory. */
async function visit() {
  backend.reads.reset();
  backend.requests.clear();
  const pages = createMorePages(config);
  const first = await readFirstPage(config);
  if (!first.ok) throw new Error(first.reason);
  const { next } = first.value;
  return {
    first: first.value,
    after: (place: GalleryPlace) => pages.after(place),
    keepAhead: async () => next && (await pages.keepAhead(next, Date.now())),
    cost: () => ({
      documents: backend.reads.total,
      requests: backend.requests.entries.length,
      bytes: backend.requests.entries.reduce((sum, { sent }) => sum + sent, 0),
    }),
  };
}

/** Presses the button to the end of the gallery. */
async function pressOn({ first, after }: Awaited<ReturnType<typeof visit>>) {
  const pages: GalleryPage[] = [first];
  for (let place = first.next; place; place = pages.at(-1)!.next) {
    const read = await after(place);
    if (!read.ok) return { pages, reason: read.reason };
    pages.push(read.value);
  }
  return { pages };
}
const idsOf = (pages: GalleryPage[]) => pages.flatMap(({ works }) => works.map(({ id }) => id));
const numbered = (count: number) => Array.from({ length: count }, (_, at) => `kitchen-${at + 1}`);

test.each([
  // A page has 40 works; one document more tells whether others follow.
  { works: 8, first: 8, kept: 0, requests: 1 },
  { works: 40, first: 40, kept: 0, requests: 1 },
  { works: 100, first: 41, kept: 41 + 20, requests: 3 },
  { works: 1000, first: 41, kept: 2 * 41, requests: 3 },
  { works: 10_000, first: 41, kept: 2 * 41, requests: 3 },
])('$works works: a first visit and a later one of the same day', async (expected) => {
  storeWorks(backend, expected.works);
  const first = await visit();
  await first.keepAhead();
  expect(first.cost()).toMatchObject({
    documents: expected.first + expected.kept,
    requests: expected.requests,
  });
  const second = await visit();
  await second.keepAhead();
  expect(second.cost()).toMatchObject({ documents: expected.first, requests: 1 });
  vi.setSystemTime(NOW + DAY);
  const third = await visit();
  await third.keepAhead();
  expect(third.cost().documents).toBe(expected.first + expected.kept);
});

test('a visit costs at 10,000 works at most a fifth more than at 100', async () => {
  const costs = [];
  for (const works of [100, 10_000]) {
    storeWorks(backend, works);
    vi.stubGlobal('caches', fakeCaches());
    const page = await visit();
    await page.keepAhead();
    costs.push(page.cost());
  }
  const [few, many] = costs as [(typeof costs)[0], (typeof costs)[0]];
  // The listener reads the first page once more: "a page costs its works" (tests/official/listening.test.ts).
  const ratio = (many.documents + WORKS_PER_PAGE) / (few.documents + WORKS_PER_PAGE);
  expect(ratio).toBeLessThanOrEqual(1.2);
  console.log(`bytes at 100 and at 10,000 works: ${few.bytes}, ${many.bytes}`);
  expect(many.bytes / few.bytes).toBeLessThanOrEqual(1.2);
});

test('a visitor who presses on sees every work once, oldest first, and each page is read once', async () => {
  storeWorks(backend, 108);
  const page = await visit();
  await page.keepAhead();
  const { pages } = await pressOn(page);
  expect(idsOf(pages)).toEqual(numbered(108));
  await pressOn(page);
  expect(page.cost()).toMatchObject({ documents: 41 + 41 + 28, requests: 3 });
  // The other way round, too: the visitor is quicker than the idle moment.
  vi.stubGlobal('caches', fakeCaches());
  const hasty = await visit();
  await Promise.all([pressOn(hasty), hasty.keepAhead()]);
  expect(hasty.cost()).toMatchObject({ documents: 41 + 41 + 28, requests: 3 });
});

test('pages that are asked for bring only cards, which are fewer bytes', async () => {
  storeWorks(backend, 81);
  const asked = await visit();
  const whole = await visit();
  const { next } = asked.first;
  backend.requests.clear();
  const cards = await asked.after(next!);
  const bytesOfCards = asked.cost().bytes;
  expect(cards).toMatchObject({ ok: true, value: { works: { length: 40 } } });
  expect(Object.keys(cards.ok ? cards.value.works[0]! : {})).toEqual(['id', 'title', 'cover']);
  backend.requests.clear();
  await whole.keepAhead();
  expect(bytesOfCards).toBeLessThan(whole.cost().bytes);
});

test('works of the same microsecond, and works without a time, are on one page each', async () => {
  storeWorks(backend, 0);
  const cover = { url: 'https://x.test/c.jpg', thumb: 'https://x.test/t.jpg' };
  const at = (timestampValue: string) => ({ ...toFields({ cover }), created: { timestampValue } });
  const ids = Array.from({ length: 90 }, (_, index) => `w${String(index).padStart(2, '0')}`);
  backend.firestore.commit([
    ...ids.map((id) => ({ path: `gallery/${id}`, fields: at('2026-01-01T00:00:00.123456Z') })),
    { path: 'gallery/older', fields: at('2026-01-01T00:00:00.123455Z') },
    { path: 'gallery/typed', fields: toFields({ title: 'y', created: 'in spring' }) },
    { path: 'gallery/undated', fields: toFields({ title: 'z' }) },
  ]);
  expect(idsOf((await pressOn(await visit())).pages)).toEqual(['older', ...ids, 'typed']);
});

test('without the server a visitor gets the pages that this device has read, then the reason', async () => {
  storeWorks(backend, 200);
  const online = await visit();
  await online.keepAhead();
  const offline = await visit();
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no network')));
  const seen = await pressOn(offline);
  expect(idsOf(seen.pages)).toEqual(numbered(120));
  expect(seen.reason).toBe('offline');
  vi.unstubAllGlobals();
  vi.stubGlobal('__LOCAL__', true);
  vi.stubGlobal('caches', caches);
  // A press that has failed can be repeated.
  expect(idsOf((await pressOn(offline)).pages)).toEqual(numbered(200));
});

test.each([
  ['a captive portal', '<html>', 'failed'],
  ['an error', '{"error":{"code":500}}', 'failed'],
  ['half of an answer', '[{"document":', 'failed'],
  ['no entries', '[]', 'failed'],
  ['entries of something else', '[{"x":1}]', 'failed'],
])('an answer to a query that is none is no page: %s', async (_, body, reason) => {
  storeWorks(backend, 50);
  const page = await visit();
  vi.stubGlobal('fetch', async () => new Response(body));
  expect(await page.after(page.first.next!)).toEqual({ ok: false, reason });
  vi.unstubAllGlobals();
  vi.stubGlobal('__LOCAL__', true);
});

test('the device keeps the fifty newest pages', async () => {
  storeWorks(backend, 2200);
  await pressOn(await visit());
  const kept = await (await caches.open('gallery')).keys();
  expect(kept).toHaveLength(50);
});
