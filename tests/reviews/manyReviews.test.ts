/**
 * What the reviews of a work cost, and what is known of them, however many there are. On Google's emulator the same.
 * @module-tag official
 */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DOCUMENTS_CACHE } from '../../src/contract/names';
import { readKeptRating, readMoreReviews, readRating } from '../../src/reviews/data/longReviews';
import { readReviews } from '../../src/reviews/data/readReviews';
import type { Rating, ReviewCursor } from '../../src/reviews/port';
import type { Review } from '../../src/domain/types';
import { createMemoryStore } from '../../src/outbox/store/memoryStore';
import { backend } from '../delivery/localBackend';
import { eventually } from '../support/eventually';
import { fakeCaches } from '../support/fakeCaches';
import { answerJson, configOf, serve } from '../support/httpServer';
import { putReviews, reviewId, starsOf } from '../support/manyReviews';
import { depsFor } from '../support/sampleRequests';
import { totalOfWork } from '../../src/reviews/data/rating';

const WORK = 'oak';

const config = () => depsFor(backend.ports, createMemoryStore()).config;
const isOfficial = process.env['OFFICIAL_FIRESTORE_EMULATORS'] !== undefined;

// The reviews of a work that is not there are read by nobody.
beforeEach(() => backend.firestore.commit([{ path: `gallery/${WORK}`, fields: {} }]));
afterEach(() => void vi.unstubAllGlobals());

async function valueOf<T>(reading: Promise<{ ok: true; value: T } | { ok: false }>): Promise<T> {
  const read = await reading;
  if (!read.ok) throw new Error(JSON.stringify(read));
  return read.value;
}

/** What the page of the work reads when it is opened, and what its summary says. */
async function openPage() {
  backend.reads.reset();
  const page = await valueOf(readReviews(config(), WORK));
  const rating = page.next && (await valueOf(readRating(config(), WORK)));
  return { page, total: totalOfWork(page, rating), reads: backend.reads.total };
}

const meanOf = (count: number) => {
  const stars = Array.from({ length: count }, (_, n) => starsOf(n));
  return Math.round((stars.reduce((sum, each) => sum + each, 0) / count) * 10) / 10;
};

test.skipIf(isOfficial).each([
  { count: 0, documents: 1 },
  { count: 5, documents: 5 },
  { count: 99, documents: 99 },
  // A full page says that there may be more.
  { count: 100, documents: 100 + 1 },
  { count: 1_000, documents: 100 + 1 },
  { count: 5_000, documents: 100 + 5 },
])('a work with $count reviews costs $documents documents', async ({ count, documents }) => {
  putReviews(backend, WORK, count);
  const { page, total, reads } = await openPage();
  expect(reads).toBe(documents);
  expect(page.reviews.map(({ id }) => id)).toEqual(
    Array.from({ length: Math.min(count, 100) }, (_, n) => reviewId(count - 1 - n)),
  );
  expect(total).toEqual({ count, average: count > 0 ? meanOf(count) : 0 });
});

test('the pages after the first lead through all reviews, the newest first, each once', async () => {
  const count = 250;
  putReviews(backend, WORK, count);
  let page = await valueOf(readReviews(config(), WORK));
  const pages = [page];
  while (page.next) {
    page = await valueOf(readMoreReviews(config(), WORK, page.next));
    pages.push(page);
  }
  expect(pages.map(({ reviews }) => reviews.length)).toEqual([100, 100, 50]);
  expect(pages.flatMap(({ reviews }) => reviews).map(({ id }) => id)).toEqual(
    Array.from({ length: count }, (_, n) => reviewId(count - 1 - n)),
  );
  const rating = await valueOf(readRating(config(), WORK));
  expect(rating).toEqual({ count, average: expect.closeTo(meanOf(count), 1), at: rating.at });
  expect(Math.abs(Date.parse(rating.at) - Date.now())).toBeLessThan(60_000);
});

test('the rating and the next page are asked for as Firestore’s REST v1 wants it', async () => {
  const { config: asked, requests } = await serve((response, { url }) =>
    answerJson(response, 200, url.includes('Aggregation') ? [{}] : [{ readTime: 'now' }]),
  );
  const after: ReviewCursor = { id: 'r1', created: '2026-01-05T12:00:00.123456789Z' };
  expect(await readMoreReviews(asked, 'a:b', after)).toEqual({ ok: true, value: { reviews: [] } });
  expect(await readRating(asked, 'a:b')).toEqual({ ok: false, reason: 'failed' });
  const parent = 'projects/demo-cabinets/databases/(default)/documents/gallery';
  expect(requests.map(({ method, url, body }) => [method, url, JSON.parse(String(body))])).toEqual([
    [
      'POST',
      `/v1/${parent}/a%3Ab:runQuery?prettyPrint=false`,
      {
        structuredQuery: {
          from: [{ collectionId: 'reviews' }],
          orderBy: [
            { field: { fieldPath: 'created' }, direction: 'DESCENDING' },
            { field: { fieldPath: '__name__' }, direction: 'DESCENDING' },
          ],
          startAt: {
            values: [
              { timestampValue: after.created },
              { referenceValue: `${parent}/a:b/reviews/r1` },
            ],
          },
          limit: 100,
        },
      },
    ],
    [
      'POST',
      `/v1/${parent}/a%3Ab:runAggregationQuery?prettyPrint=false`,
      {
        structuredAggregationQuery: {
          structuredQuery: { from: [{ collectionId: 'reviews' }] },
          aggregations: [
            { alias: 'count', count: {} },
            { alias: 'average', avg: { field: { fieldPath: 'stars' } } },
          ],
        },
      },
    ],
  ]);
});

const ratingAnswer = (average: object, readTime: unknown = '2026-01-01T00:00:00Z') => [
  { result: { aggregateFields: { count: { integerValue: '3' }, average } }, readTime },
];
test.each<[string, number, unknown, isQuery?: true]>([
  ['an error', 500, [{ error: { code: 500, status: 'UNKNOWN' } }]],
  ['a captive portal', 200, '<html>'],
  ['no list', 200, { result: {} }],
  ['no mean', 200, ratingAnswer({ nullValue: null }), true],
  ['a mean that is no number', 200, ratingAnswer({ doubleValue: 'NaN' }), true],
  ['nothing', 200, []],
  ['no time', 200, ratingAnswer({ doubleValue: 4 }, null)],
])('an answer that is no rating has failed: %s', async (_, status, json, isQuery) => {
  const { config: asked } = await serve((response) => answerJson(response, status, json));
  expect(await readRating(asked, 'oak')).toEqual({ ok: false, reason: 'failed' });
  expect(await readMoreReviews(asked, 'oak', { id: 'a', created: 'b' })).toMatchObject(
    isQuery ? { ok: true } : { ok: false, reason: 'failed' },
  );
});

const review = (stars: number, created: string): Review => ({
  id: created,
  text: '',
  stars,
  user: 'u',
  created,
});
const next: ReviewCursor = { id: 'x', created: '2026-01-01T00:00:00Z' };

test('a review that was posted after the rating is counted with it', () => {
  const rating: Rating = { count: 999, average: 4, at: '2026-03-01T12:00:00.5Z' };
  const older = review(1, '2026-03-01T12:00:00.499Z');
  const posted = review(5, '2026-03-01T12:00:01Z');
  expect(totalOfWork({ reviews: [older], next }, rating)).toEqual({ count: 999, average: 4 });
  const few: Rating = { ...rating, count: 3 };
  expect(totalOfWork({ reviews: [posted, older], next }, few)).toEqual({ count: 4, average: 4.3 });
  expect(totalOfWork({ reviews: [posted], next }, undefined)).toBeUndefined();
  // Where the list is complete, it counts itself.
  const nearlyAll: Rating = { ...rating, average: 4.998 };
  expect(totalOfWork({ reviews: [older], next }, nearlyAll)?.average).toBe(4.9);
  expect(totalOfWork({ reviews: [posted, older] }, few)).toEqual({ count: 2, average: 3 });
});

describe('offline', () => {
  const address = `/ratings/${encodeURIComponent(WORK)}`;
  let kept: Awaited<ReturnType<ReturnType<typeof fakeCaches>['open']>>;
  beforeEach(async () => {
    const caches = fakeCaches();
    vi.stubGlobal('caches', caches);
    kept = await caches.open(DOCUMENTS_CACHE);
  });
  const away = configOf('http://127.0.0.1:1');

  test('the rating is the last one that was read', async () => {
    putReviews(backend, WORK, 120);
    const read = await readKeptRating(config(), WORK, {});
    await eventually(async () => expect(await kept.keys()).toEqual([{ url: address }]));
    expect(await readKeptRating(away, WORK, {})).toEqual(read);
    expect(read).toMatchObject({ ok: true, value: { count: 120 } });
  });

  test('without one, or with one that is damaged, the read has failed', async () => {
    const offline = { ok: false, reason: 'offline' };
    expect(await readKeptRating(away, WORK, {})).toEqual(offline);
    for (const damaged of [
      '{',
      'null',
      '{"count":"3","average":4,"at":"2026-01-01"}',
      '{"count":3}',
    ]) {
      await kept.put(address, new Response(damaged));
      expect(await readKeptRating(away, WORK, {})).toEqual(offline);
    }
    // A browser without caches.
    vi.stubGlobal('caches', undefined);
    expect(await readKeptRating(away, WORK, {})).toEqual(offline);
  });
});
