/**
 * Random calls of Firestore's REST API: what this site sends and its like, and the same with one thing in it
 * changed, as a hostile or an outdated client would send it.
 */
import * as fc from 'fast-check';
import { toFields } from '../../backend/protoJson';
import type { ProtoFields } from '../../backend/rules/types';
import { SECRET, newReceipt, newRequest, newTicket, uploaded } from '../rules/sampleDocuments';
import { changed, listed, LONG, ROOT, type Json } from './changes';

const CALLERS = ['owner', 'nobody', 'user-one', 'user-two', 'a password user'] as const;
export type Caller = (typeof CALLERS)[number];

export interface Operation {
  who: Caller;
  method: 'GET' | 'POST';
  /** Below `/v1/`, with its parameters. */
  path: string;
  /** The JSON that is sent. */
  body?: string;
}

const ID = '1234567890';
const REVIEW = 'aB3dE6gH9k';
const WORK = 'gallery/oak';

const { oneof, constantFrom, record, array, tuple, constant } = fc;
const often = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });

/** Documents that are there from the start, come and go, or are never there. */
const PATHS = listed<string>(`
  ["a/1", "a/2", "a/3", "a/1/b/1", "gallery/oak", "gallery/birch", "gallery/none", "version/current"]
  ["requests/${ID}", "uploads/${ID}", "receipts/${SECRET}", "requests/2222222222", "secret/x"]
  ["${WORK}/reviews/${REVIEW}", "${WORK}/reviewers/user-one", "configurations/configurations"]
`);
const COLLECTIONS = listed<string>(
  '["a", "a/1/b", "gallery", "gallery/oak/reviews", "requests", "receipts", "none"]',
);
const path = constantFrom(...PATHS);
const ownPath = constantFrom('a/1', 'a/2', 'a/3', 'a/1/b/1', 'gallery/oak', 'gallery/elm');
const name = path.map((each) => `${ROOT}/${each}`);
const ownName = ownPath.map((each) => `${ROOT}/${each}`);

/** What documents are made of. Each field has one type that can be an order, so that lists can be. */
const text = constantFrom('', 'a', 'Z', 'ab', 'é', '\uFFFD', '🪵', 'a\0b');
const time = constantFrom(
  ...listed<string>(`
    ["2026-01-02T03:04:05Z", "2026-01-02T03:04:05.1Z", "2026-01-02T03:04:05.123456789Z"]
    ["2026-01-02T03:04:05+01:30", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999999Z"]
  `),
);
const number = constantFrom(0, 1, -1, 7, '12', '-5', '9223372036854775807', '007', '-0');
const double = constantFrom(0, 1.5, -2, 1e300, 'NaN', 'Infinity', '-Infinity', '1.5e3', '-0', '2');
const reference = constantFrom(`${ROOT}/a/1`, `${ROOT}/a/1/b/2`);
const leaf: fc.Arbitrary<Json> = oneof(
  text.map((stringValue) => ({ stringValue })),
  number.map((integerValue) => ({ integerValue })),
  double.map((doubleValue) => ({ doubleValue })),
  time.map((timestampValue) => ({ timestampValue })),
  reference.map((referenceValue) => ({ referenceValue })),
  fc.boolean().map((booleanValue) => ({ booleanValue })),
  constantFrom<Json>(
    { nullValue: null },
    { nullValue: 'NULL_VALUE' },
    { mapValue: {} },
    { arrayValue: {} },
  ),
);
const value: fc.Arbitrary<Json> = oneof(
  often(6, leaf),
  often(
    1,
    array(leaf, { maxLength: 3 }).map((values) => ({ arrayValue: { values } })),
  ),
  often(
    2,
    fc
      .dictionary(constantFrom('x', 'y', 'odd name'), leaf, { maxKeys: 2 })
      .map((fields) => ({ mapValue: { fields } })),
  ),
);
const fields = record(
  {
    s: text.map((stringValue) => ({ stringValue })),
    t: time.map((timestampValue) => ({ timestampValue })),
    m: value,
    v: value,
    list: array(
      constantFrom<Json>({ stringValue: 'a' }, { stringValue: 'b' }, { integerValue: '1' }),
      {
        maxLength: 3,
      },
    ).map((values) => ({ arrayValue: { values } })),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Json>;

const fieldPath = constantFrom(
  ...listed<string>('["s", "t", "m", "m.x", "m.y", "m.x.z", "v", "v.`odd name`", "`v`", "none"]'),
);
const fieldPaths = array(fieldPath, { maxLength: 3 });
const serverTime = (path: string) => ({ fieldPath: path, setToServerValue: 'REQUEST_TIME' });
const listChanges = fc
  .tuple(
    constantFrom('v', 'list', 'm.x', 'at'),
    constantFrom('appendMissingElements', 'removeAllFromArray'),
    array(constantFrom('a', 'b', 'A', ''), { maxLength: 3 }),
  )
  .map(([fieldPath, kind, texts]) => ({
    fieldPath,
    [kind]: { values: texts.map((text) => ({ stringValue: text })) },
  }));
const transforms = array(
  oneof(
    often(3, constantFrom('at', 'at.x', 'm.x', 'v', 'at').map(serverTime)),
    often(2, listChanges),
  ),
  { maxLength: 2 },
);
const exists = constantFrom<Json>({ exists: true }, { exists: false }, {});
/** The time of no document, and what is none. */
const updateTime = constantFrom<Json>(
  ...listed<Json>(`
    [{"updateTime": "2026-01-02T03:04:05.123456Z"}, {"updateTime": "2026-01-02T03:04:05+01:30"}]
    [{"updateTime": "1969-12-31T23:59:59Z"}, {"updateTime": "2026-01-02T03:04:05.1234567Z"}]
    [{"updateTime": "now"}, {"updateTime": null}, {"updateTime": "2026-01-02T03:04:05Z", "exists": true}]
  `),
);
const precondition = oneof(often(3, exists), often(1, updateTime));
const sometimes = <T>(arbitrary: fc.Arbitrary<T>) =>
  oneof(often(2, constant(undefined)), often(1, arbitrary));

const update = record({
  update: record({ name: ownName, fields }),
  updateMask: sometimes(record({ fieldPaths })),
  updateTransforms: sometimes(transforms),
  currentDocument: sometimes(precondition),
});
const removal = record({ delete: ownName, currentDocument: sometimes(precondition) });
const someWrites = array(oneof(often(3, update), often(1, removal)), { maxLength: 3 });

/** Batches of this site. */
const set = (to: string, data: ProtoFields, clock?: string) => ({
  update: { name: `${ROOT}/${to}`, fields: data },
  ...(clock && { updateTransforms: [serverTime(clock)] }),
});
const sent = (data: Parameters<typeof toFields>[0]) => {
  const { created: _, ...rest } = data;
  return toFields(rest);
};
const merge = (to: string, data: ProtoFields) => ({
  update: { name: `${ROOT}/${to}`, fields: data },
  updateMask: { fieldPaths: Object.keys(data) },
  currentDocument: { exists: true },
});
const create = [
  set(`requests/${ID}`, sent(newRequest()), 'created'),
  set(`uploads/${ID}`, sent(newTicket()), 'created'),
  set(`receipts/${SECRET}`, sent(newReceipt())),
];
const attach = [
  merge(`requests/${ID}`, toFields({ files: [uploaded(), uploaded({}, 1)] })),
  merge(`receipts/${SECRET}`, toFields({ attached: true })),
];
const review = [
  set(
    `${WORK}/reviews/${REVIEW}`,
    toFields({ id: REVIEW, text: 'Like new.', stars: 5, user: 'user-one' }),
    'created',
  ),
  set(`${WORK}/reviewers/user-one`, toFields({ review: REVIEW })),
];
const batches = constantFrom<Json>(...([create, attach, review] as unknown as Json[]));

const NO_BODIES = [
  '',
  ' ',
  '{',
  '[]',
  'null',
  '1',
  '"x"',
  '{"writes":[}',
  "{'writes':[]}",
  '{"a":1}',
  '\ufeff{}',
];

const sending = (call: string, body: fc.Arbitrary<Json>): fc.Arbitrary<Omit<Operation, 'who'>> =>
  record({
    method: constant('POST' as const),
    path: constant(`${ROOT}:${call}`),
    body: oneof(
      often(
        10,
        body.map((json) => JSON.stringify(json)),
      ),
      often(14, changed(body)),
      often(1, constantFrom(...NO_BODIES)),
    ),
  });
const writes = (all: fc.Arbitrary<unknown>) => all.map((each) => ({ writes: each as Json }));

const ADDRESSES = listed<string>(`
  ["a/__x__", "a/.", "a/%2E%2E", "a/b%2Fc", "a/%00", "a/é", "a/ ", "a//b", "a/1/", "a/${LONG}"]
  ["a/1?x=1", "a/1?mask.fieldPaths=s", "a/1?alt=json&prettyPrint=false", "a/1:x"]
`);
const getting = oneof(often(5, path), often(2, constantFrom(...ADDRESSES))).map((each) => ({
  method: 'GET' as const,
  path: `${ROOT}/${each}`,
}));

const ORDERS = listed<string>(`
  ["s", "t", "t desc", "s, t", "t desc,s", "s asc", "\`s\` DESC", "__name__", "__name__ desc", "t,__name__"]
  ["t desc, __name__", "t desc, __name__ desc", "m.x", "v", "none", ""]
  ["s,", " s", "s ", ",s", "s,,t", "s  desc", "s desc desc", "s down", "s,s", "__name__,s", "s.", "a..b", "\`s", "1"]
`);
/** No other texts: to one that is no number Google's emulator never answers, nor to a malformed `%E0%A4%A`. */
const PAGE_SIZES = ['1', '2', '3', '20', '300', '1000', '0', '-1'];
const listing = tuple(
  constantFrom(...COLLECTIONS, 'a/1/b/', 'gallery/'),
  record(
    {
      orderBy: oneof(often(1, constantFrom(...ORDERS)), often(1, constantFrom('s', 't', 't desc'))),
      pageSize: oneof(often(1, constantFrom(...PAGE_SIZES)), often(2, constantFrom('1', '2', '3'))),
      pageToken: constantFrom('', 'abc', 'next', 'next', 'next'),
      more: constantFrom('', '', '', '&showMissing=true', '&x=1'),
    },
    { requiredKeys: ['more'] },
  ),
).map(([collection, { more, ...parameters }]) => {
  const query = new URLSearchParams(Object.entries(parameters)).toString().replaceAll('+', '%20');
  return { method: 'GET' as const, path: `${ROOT}/${collection}?${query}${more}` };
});

const masks: Json[] = [['s'], ['t', 'm.a'], ['nothing'], ['s', 's'], [], ['.']].map(
  (fieldPaths) => ({ fieldPaths }),
);
const reading = record(
  { documents: array(name, { maxLength: 4 }), mask: constantFrom(...masks, {}) },
  { requiredKeys: ['documents'] },
) as unknown as fc.Arbitrary<Json>;

/** Queries of a work's reviews and of the gallery's pages, as this site asks them, and their like. */
const orderOf = (...paths: string[]) =>
  paths.map((each) => ({ field: { fieldPath: each }, direction: 'DESCENDING' }));
const collection = constantFrom('a', 'gallery', 'gallery', 'reviews', 'reviews', 'requests');
/** Orders, each with places in it; now and then a place of another order, which may have a value too many. */
const at = (day: string) => ({ timestampValue: `2026-01-0${day}T00:00:00Z` });
const byName = (id: string) => ({ referenceValue: `${ROOT}/gallery/${id}` });
const PLACES: Json[] = [[at('2')], [at('3'), byName('oak')], [at('1'), byName('birch')], []];
const QUERY_ORDERS: { orderBy: Json; places: Json[] }[] = [
  { orderBy: orderOf('t', '__name__'), places: PLACES },
  { orderBy: ['t', '__name__'].map((each) => ({ field: { fieldPath: each } })), places: PLACES },
  { orderBy: orderOf('t'), places: [[at('2')], [at('1')]] },
  { orderBy: orderOf('s'), places: [[{ stringValue: 'oak' }], [at('1')], PLACES[1]!] },
];
const cursorIn = (places: Json[]) =>
  record({ values: constantFrom(...places), before: fc.boolean() }, { requiredKeys: ['values'] });
const selection = record(
  {
    fields: array(
      constantFrom(
        ...listed<string>(
          '["s", "s", "t", "n", "m.x", "v", "v.x", "v.`odd name`", "none", "__name__", ""]',
        ),
      ).map((each) => ({ fieldPath: each })),
      { maxLength: 3 },
    ),
  },
  { requiredKeys: [] },
);
const query = tuple(collection, constantFrom(...QUERY_ORDERS)).chain(([collectionId, order]) =>
  record(
    {
      from: constantFrom<Json>(
        [{ collectionId }],
        [{ collectionId }],
        [{ collectionId, allDescendants: true }],
      ),
      orderBy: fc.constant(order.orderBy),
      limit: constantFrom(0, 1, 1, 2, 2, 41, 41, -1),
      startAt: cursorIn(order.places),
      endAt: cursorIn(order.places),
      select: selection,
    },
    { requiredKeys: ['from'] },
  ),
);
const queries = query.map((structuredQuery) => ({
  structuredQuery,
})) as unknown as fc.Arbitrary<Json>;

const aggregation = tuple(
  constantFrom('a', 'b', 'count', '_x', '__x__', ''),
  constantFrom<Json>(
    { count: {} },
    { avg: { field: { fieldPath: 'version' } } },
    { avg: { field: { fieldPath: 'n' } } },
    { avg: { field: { fieldPath: 'v.x' } } },
    { avg: { field: { fieldPath: 's' } } },
    { avg: { field: { fieldPath: '__name__' } } },
    { sum: { field: { fieldPath: 'n' } } },
    {},
  ),
).map(([alias, operator]) => ({ alias, ...(operator as object) }));
const aggregations = record({
  structuredQuery: collection.map((collectionId) => ({ from: [{ collectionId }] })),
  aggregations: array(aggregation, { maxLength: 3 }),
}).map((structuredAggregationQuery) => ({
  structuredAggregationQuery,
})) as unknown as fc.Arbitrary<Json>;

/** Below the root or a document; `a` is no document. */
const sendingBelow = (call: string, body: fc.Arbitrary<Json>) =>
  tuple(
    sending(call, body),
    constantFrom('', '', '', '/gallery/oak', '/gallery/oak', '/gallery/oak', '/a/1', '/a'),
  ).map(([each, parent]) => ({ ...each, path: `${ROOT}${parent}:${call}` }));

/** One call by one caller. Batches of the site are mostly sent by who may send them. */
export const operation: fc.Arbitrary<Operation> = oneof(
  often(
    5,
    call(
      oneof(often(3, constant('owner' as Caller)), often(1, constantFrom(...CALLERS))),
      sending('commit', writes(someWrites)),
    ),
  ),
  often(
    5,
    call(
      oneof(often(3, constant('user-one' as Caller)), often(1, constantFrom(...CALLERS))),
      sending('commit', writes(batches)),
    ),
  ),
  often(2, call(constantFrom(...CALLERS), getting)),
  often(3, call(constantFrom(...CALLERS), listing)),
  often(2, call(constantFrom(...CALLERS), sending('batchGet', reading))),
  often(2, call(constantFrom(...CALLERS), sendingBelow('runQuery', queries))),
  often(2, call(constantFrom(...CALLERS), sendingBelow('runAggregationQuery', aggregations))),
);

function call(
  who: fc.Arbitrary<Caller>,
  rest: fc.Arbitrary<Omit<Operation, 'who'>>,
): fc.Arbitrary<Operation> {
  return tuple(who, rest).map(([caller, other]) => ({ who: caller, ...other }));
}
