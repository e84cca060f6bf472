// `:runAggregationQuery` by raw HTTP. The answers are those of Google's emulator (1.19.8).
import { beforeEach, describe, expect, it } from 'vitest';
import { Double } from '../../protoJson';
import { OWNER, ROOT, start, type TestBackend } from '../server';

let server: TestBackend;
beforeEach(async () => {
  server = await start();
  server.put('gallery/oak', {});
  server.put('gallery/oak/reviews/a', { stars: 5, created: new Date('2026-01-01') });
  server.put('gallery/oak/reviews/b', { stars: 4, created: new Date('2026-01-02') });
  server.put('gallery/oak/reviews/c', { stars: 'five', created: new Date('2026-01-03') });
  server.put('gallery/oak/reviews/d', { stars: new Double(4.5), created: new Date('2026-01-03') });
  server.put('gallery/oak/reviews/e', { created: new Date('2026-01-03') });
  server.reads.reset();
});

const post = (address: string, body: unknown, headers = {}) =>
  server.call('POST', `${ROOT}${address}`, { body, headers });

const COUNT = { alias: 'count', count: {} };
const averageOf = (fieldPath: string) => ({ alias: 'average', avg: { field: { fieldPath } } });
const aggregating = (aggregations: unknown, more: object = {}, collectionId = 'reviews') => ({
  structuredAggregationQuery: {
    structuredQuery: { from: [{ collectionId }], ...more },
    aggregations,
  },
});

describe('an aggregation query', () => {
  it.each<[string, string, unknown[], object]>([
    [
      'leaves out documents without the field, and counts those with a text in it',
      'oak',
      [COUNT, averageOf('stars')],
      { count: { integerValue: '4' }, average: { doubleValue: 4.5 } },
    ],
    ['counts all without a field', 'oak', [COUNT], { count: { integerValue: '5' } }],
    [
      'of a field that no document has',
      'oak',
      [COUNT, averageOf('none')],
      { count: { integerValue: '0' }, average: { nullValue: null } },
    ],
    [
      'of nothing',
      'none',
      [COUNT, averageOf('stars')],
      { count: { integerValue: '0' }, average: { nullValue: null } },
    ],
  ])('%s', async (_, work, aggregations, aggregateFields) => {
    const { status, json } = await post(
      `/gallery/${work}:runAggregationQuery`,
      aggregating(aggregations),
    );
    expect([status, json]).toEqual([
      200,
      [{ result: { aggregateFields }, readTime: expect.stringMatching(/Z$/), done: true }],
    ]);
  });

  it('says when a mean is no number', async () => {
    const fields = { stars: { doubleValue: 'NaN' as const } };
    server.firestore.commit([{ path: 'gallery/odd/reviews/a', fields }]);
    const query = aggregating([averageOf('stars')]);
    const { json } = await post('/gallery/odd:runAggregationQuery', query);
    expect(json[0].result.aggregateFields).toEqual({ average: { doubleValue: 'NaN' } });
  });

  it('costs a read for each thousand documents, and one for none', async () => {
    const query = aggregating([COUNT, averageOf('stars')]);
    const costOf = async (work: string) => {
      server.reads.reset();
      await post(`/gallery/${work}:runAggregationQuery`, query);
      return server.reads.of(new RegExp(`^gallery/${work}/reviews$`));
    };
    const fill = (work: string, count: number) => {
      for (let n = 0; n < count; n += 1) server.put(`gallery/${work}/reviews/r${n}`, { stars: 5 });
    };
    fill('thousand', 1000);
    fill('more', 1001);
    expect([await costOf('none'), await costOf('thousand'), await costOf('more')]).toEqual([
      1, 1, 2,
    ]);
  });

  it('asks the rules whether the collection may be listed', async () => {
    const query = aggregating([COUNT], {}, 'requests');
    const denied = await post(':runAggregationQuery', query);
    expect([denied.status, denied.json]).toEqual([
      403,
      [
        {
          error: {
            code: 403,
            message: 'Missing or insufficient permissions.',
            status: 'PERMISSION_DENIED',
          },
        },
      ],
    ]);
    expect((await post(':runAggregationQuery', query, OWNER)).status).toBe(200);
    expect(server.reads.of(/^requests$/)).toBe(1);
  });

  it.each<[string, unknown]>([
    ['Only structured aggregation queries are supported.', {}],
    ['Aggregations can not be empty.', aggregating([])],
    ['Aggregations can not be empty.', aggregating(undefined)],
    ['aggregations must be a list.', aggregating(COUNT)],
    ['at most 5 aggregations', aggregating(Array.from({ length: 6 }, () => COUNT))],
    ['Operator field in Aggregation is not set.', aggregating([{ alias: 'a' }])],
    ['exactly one operator', aggregating([{ ...COUNT, ...averageOf('stars') }])],
    ['duplicate alias: count.', aggregating([COUNT, COUNT])],
    ['"__a__" is reserved', aggregating([{ ...COUNT, alias: '__a__' }])],
    ['Invalid property path', aggregating([{ alias: 'a', avg: {} }])],
    ['not supported for the property: __key__', aggregating([averageOf('__name__')])],
    ['Unknown name "x"', aggregating([{ ...COUNT, x: 1 }])],
    ['Unknown name "x"', aggregating([{ alias: 'a', count: { x: 1 } }])],
    ['Unknown name "x"', { ...aggregating([COUNT]), x: 1 }],
    ['structuredQuery is required', { structuredAggregationQuery: { aggregations: [COUNT] } }],
  ])('that is wrong is refused: %s', async (message, body) => {
    const { status, json } = await post('/gallery/oak:runAggregationQuery', body);
    expect([status, json[0].error.status]).toEqual([400, 'INVALID_ARGUMENT']);
    expect(json[0].error.message).toContain(message);
  });

  it.each<[string, unknown]>([
    ['an aggregation with orderBy', aggregating([COUNT], { orderBy: [] })],
    ['an aggregation with limit', aggregating([COUNT], { limit: 1 })],
    ['StructuredQuery.where', aggregating([COUNT], { where: {} })],
    ['Aggregation.sum', aggregating([{ alias: 's', sum: { field: { fieldPath: 'stars' } } }])],
    ['Count.upTo', aggregating([{ alias: 'c', count: { upTo: '1' } }])],
    ['an aggregation without an alias', aggregating([{ count: {} }])],
    ['the alias "a b"', aggregating([{ alias: 'a b', count: {} }])],
    ['readTime of', { ...aggregating([COUNT]), readTime: '2026-01-01T00:00:00Z' }],
  ])('that only the real service answers gets a 501: %s', async (what, body) => {
    const { status, json } = await post('/gallery/oak:runAggregationQuery', body);
    expect([status, json[0].error.status]).toEqual([501, 'UNIMPLEMENTED']);
    expect(json[0].error.message).toContain(`does not implement ${what}`);
  });

  it('of integers that a double cannot hold gets a 501', async () => {
    server.put('gallery/big/reviews/a', { stars: 2 ** 60 });
    const { status } = await post(
      '/gallery/big:runAggregationQuery',
      aggregating([averageOf('stars')]),
    );
    expect(status).toBe(501);
  });

  it('is asked below a document, not a collection', async () => {
    const { status } = await post('/gallery:runAggregationQuery', aggregating([COUNT]));
    expect(status).toBe(400);
  });
});
