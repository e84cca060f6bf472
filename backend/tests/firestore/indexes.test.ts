import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createIndexCheck } from '../../firestore/indexes';
import { OWNER, ROOT, start, temporaryFolder } from '../server';

const order = (fieldPath: string, direction: 'ASCENDING' | 'DESCENDING') => ({
  orderBy: [{ field: { fieldPath }, direction }],
});

/** Asks for the ids of a group's documents, or of one collection's below a parent. */
async function ask(file: object | undefined, query: object, parent?: string) {
  const indexesFile = join(temporaryFolder(), 'indexes.json');
  if (file) writeFileSync(indexesFile, JSON.stringify(file));
  const server = await start(file ? { indexesFile } : {});
  const at = (t: string) => ({ t, u: t });
  server.put('gallery/a/reviews/1', at('1'));
  server.put('gallery/a-b/reviews/2', at('2'));
  server.put('reviews/3', at('2'));
  server.put('gallery/a', at('9'));
  server.put('reviews/3/drafts/4', at('9'));
  const from = [{ collectionId: 'reviews', ...(parent === undefined && { allDescendants: true }) }];
  const { status, json } = await server.call('POST', `${ROOT}${parent ?? ''}:runQuery`, {
    body: { structuredQuery: { from, ...query } },
    headers: OWNER,
  });
  const found = json as {
    document?: { name: string };
    error?: { status: string; message: string };
  }[];
  if (status !== 200) return `${found[0]!.error!.status}: ${found[0]!.error!.message}`;
  return found.flatMap(({ document }) => document?.name.slice(ROOT.length + 1) ?? []).join(' ');
}

const override = (...indexes: [order: string, queryScope: string][]) => ({
  indexes: [],
  fieldOverrides: [
    {
      collectionGroup: 'reviews',
      fieldPath: 't',
      indexes: indexes.map(([one, queryScope]) => ({ order: one, queryScope })),
    },
  ],
});
const NEWEST = override(['DESCENDING', 'COLLECTION_GROUP']);
const missing = (index: string) =>
  `FAILED_PRECONDITION: The query requires a ${index} index for collection reviews and field t.`;

const DOWN = order('t', 'DESCENDING');
const UP = order('t', 'ASCENDING');
const BY_NAME = { orderBy: [{ field: { fieldPath: '__name__' } }] };
const ALL = 'gallery/a/reviews/1 gallery/a-b/reviews/2 reviews/3';

test.each<[what: string, file: object | undefined, query: object, found: string]>([
  ['in no order has every document of these collections, by its name', undefined, {}, ALL],
  ['in an order needs an index', undefined, DOWN, missing('COLLECTION_GROUP_DESC')],
  [
    'with its index is sorted by the field, then by the name',
    NEWEST,
    { ...DOWN, limit: 2 },
    'reviews/3 gallery/a-b/reviews/2',
  ],
  ['needs the index of its direction', NEWEST, UP, missing('COLLECTION_GROUP_ASC')],
  ['needs no index of another field', override(), BY_NAME, ALL],
])('a query of a group %s', async (_what, file, query, found) => {
  expect(await ask(file, query)).toBe(found);
});

const ONE = 'gallery/a/reviews/1';
test.each<[what: string, file: object | undefined, query: object, found: string]>([
  ['has both orders of its fields', undefined, UP, ONE],
  ['loses them by an override', NEWEST, UP, missing('COLLECTION_ASC')],
  ['… also downwards', NEWEST, DOWN, missing('COLLECTION_DESC')],
  ['… and has them again where it names them', override(['ASCENDING', 'COLLECTION']), UP, ONE],
  ['… of that field alone', NEWEST, order('u', 'ASCENDING'), ONE],
])('a query of one collection %s', async (_what, file, query, found) => {
  expect(await ask(file, query, '/gallery/a')).toBe(found);
});

test('a group below a document is refused, as in Google’s emulator', async () => {
  const server = await start();
  const structuredQuery = { from: [{ collectionId: 'reviews', allDescendants: true }] };
  const body = { structuredQuery };
  const { status, json } = await server.call('POST', `${ROOT}/gallery/a:runQuery`, {
    body,
    headers: OWNER,
  });
  expect([status, json[0].error.message]).toEqual([
    400,
    'collection group queries are only allowed at the root parent',
  ]);
});

test('what is not known is refused: indexes of several fields, groups in an order of several fields', () => {
  const file = join(temporaryFolder(), 'indexes.json');
  writeFileSync(file, JSON.stringify({ indexes: [{ collectionGroup: 'reviews' }] }));
  expect(() => createIndexCheck(file)).toThrow('does not implement an index of several fields');
  const both = [['t'], ['u']].map((path) => ({ path, isDescending: false }));
  expect(() => createIndexCheck()({ collection: 'reviews', isGroup: true, order: both })).toThrow(
    'does not implement a collection group in an order of several fields',
  );
});
