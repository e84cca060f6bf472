// Tests Firestore REST v1 with raw HTTP and a project's rules.
import { beforeEach, describe, expect, it } from 'vitest';
import { newRequest } from '../project/index';
import { idToken, OWNER, ROOT, start, type TestBackend } from '../server';

let server: TestBackend;
beforeEach(async () => {
  server = await start();
});

const get = (path: string, headers = {}) => server.call('GET', `${ROOT}/${path}`, { headers });
const work = (day: number) => ({ title: `Work ${day}`, created: new Date(Date.UTC(2026, 0, day)) });
const idsOf = (json: { documents?: { name: string }[] }) =>
  (json.documents ?? []).map(({ name }) => name.split('/').at(-1));

describe('get', () => {
  it('returns the document', async () => {
    server.put('gallery/a b', { ...work(1), cover: { url: 'u' } });
    const { status, json, headers } = await get('gallery/a%20b');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=UTF-8');
    expect(headers.get('cache-control')).toBe('private');
    expect(json).toEqual({
      name: `${ROOT}/gallery/a b`,
      fields: {
        title: { stringValue: 'Work 1' },
        created: { timestampValue: '2026-01-01T00:00:00Z' },
        cover: { mapValue: { fields: { url: { stringValue: 'u' } } } },
      },
      createTime: expect.stringMatching(/^\d{4}-.*Z$/),
      updateTime: json.createTime,
    });
    // Some clients percent-encode the parentheses.
    const root = ROOT.replace('(default)', '%28default%29');
    expect((await server.call('GET', `${root}/gallery/a%20b`)).json).toEqual(json);
    expect(server.reads.of(/^gallery\/a b$/)).toBe(2);
  });

  it('answers 404 for a missing document and 403 for a forbidden one, with the messages of the real service', async () => {
    expect((await get('gallery/none')).json.error).toEqual({
      code: 404,
      message: `Document "${ROOT}/gallery/none" not found.`,
      status: 'NOT_FOUND',
    });
    const forbidden = await get('requests/1234567890');
    expect([forbidden.status, forbidden.json.error]).toEqual([
      403,
      {
        code: 403,
        message: 'Missing or insufficient permissions.',
        status: 'PERMISSION_DENIED',
      },
    ]);
    expect((await get('requests/1234567890', OWNER)).status).toBe(404);
  });
});

describe('list', () => {
  beforeEach(() => {
    server.put('gallery/b', work(1));
    server.put('gallery/a', work(2));
    server.put('gallery/c', work(2));
    server.put('gallery/undated', { title: 'No date' });
    server.put('gallery/a/reviews/r1', { stars: 5 });
  });

  it('sorts by id, or by the given fields', async () => {
    const list = async (query: string) => idsOf((await get(`gallery?${query}`)).json);
    expect(await list('')).toEqual(['a', 'b', 'c', 'undated']);
    expect(await list('orderBy=created&pageSize=300')).toEqual(['b', 'a', 'c']);
    expect(await list('orderBy=created%20desc')).toEqual(['c', 'a', 'b']);
    expect(await list('orderBy=created%20desc,%20__name__')).toEqual(['a', 'c', 'b']);
    expect(await list('orderBy=%60created%60%20DESC&pageSize=1')).toEqual(['c']);
    expect(server.reads.of(/^gallery$/)).toBe(4 + 3 + 3 + 3 + 1);
  });

  it('returns pages sorted by id, and the next page is right even if a document was deleted in between', async () => {
    const page = async (token = '') =>
      (await get(`gallery?pageSize=2&pageToken=${encodeURIComponent(token)}`)).json;
    const first = await page();
    server.remove('gallery/b');
    const second = await page(first.nextPageToken);
    // A full page has a token, even if no document follows.
    const third = await page(second.nextPageToken);
    expect([first, second, third].map(idsOf)).toEqual([['a', 'b'], ['c', 'undated'], []]);
    expect(third.nextPageToken).toBe(undefined);
    const other = await get(`gallery/a/reviews?pageToken=${first.nextPageToken}`);
    expect(other.json.error.status).toBe('INVALID_ARGUMENT');
  });

  it('returns 30 documents on a page by default, and at most 150', async () => {
    for (let i = 0; i < 151; i += 1) server.put(`gallery/a/reviews/x${i}`, {});
    const count = async (query: string) =>
      idsOf((await get(`gallery/a/reviews?${query}`)).json).length;
    expect([await count(''), await count('pageSize=1000')]).toEqual([30, 150]);
  });

  it('answers an empty object for an empty collection, and counts one read', async () => {
    expect((await get('gallery/none/reviews')).json).toEqual({});
    expect(server.reads.total).toBe(1);
  });
});

describe('commit', () => {
  const name = `${ROOT}/a/b`;
  const valued = (value: object) => ({ writes: [{ update: { name, fields: { t: value } } }] });
  const unknown = (field: string, where = '') =>
    `Unknown name "${field}"${where && ` at '${where}'`}: Cannot find field.`;
  const commit = (body: unknown) => server.call('POST', `${ROOT}:commit`, { body });

  it('creates a document with the server’s time', async () => {
    const update = { name: `${ROOT}/requests/1234567890`, fields: newRequest() };
    const updateTransforms = [{ fieldPath: 'created', setToServerValue: 'REQUEST_TIME' }];
    const { status, json } = await commit({ writes: [{ update, updateTransforms }] });
    expect(status).toBe(200);
    const { updateTime, fields } = server.firestore.get('requests/1234567890')!;
    const writeResults = [{ updateTime, transformResults: [fields['created']] }];
    expect(json).toEqual({ writeResults, commitTime: updateTime });
  });

  it.each([
    [400, 'Invalid JSON payload received.', '{"writes": ['],
    [400, 'An object is expected.', []],
    [400, 'writes must be a list.', { writes: { 0: {} } }],
    [400, 'payload size exceeds the limit: 11534336 bytes.', `"${'x'.repeat(11_534_336)}"`],
    [400, unknown('extra'), { writes: [], extra: 1 }],
    [400, unknown('extra', 'writes[0]'), { writes: [{ update: { name }, extra: 1 }] }],
    [400, 'Invalid JSON payload received.', ''],
    [400, unknown('feilds', 'writes[0].update'), { writes: [{ update: { name, feilds: {} } }] }],
    [400, unknown('field', 'value.map_value'), valued({ mapValue: { field: {} } })],
    [400, unknown('__proto__', 'value'), valued(JSON.parse('{"__proto__":"x"}') as object)],
    [400, 'Invalid value at "stringValue"', valued({ stringValue: '\ud83e' })],
    [400, 'Nested more than', `{"writes":[{"delete":${'['.repeat(50_000)}${']'.repeat(50_000)}}]}`],
    [501, 'does not implement the type geoPointValue.', valued({ geoPointValue: {} })],
    [400, 'longer than 1048487 bytes.', valued({ stringValue: 'x'.repeat(1_048_488) })],
    [501, 'does not implement the type bytesValue.', valued({ bytesValue: '' })],
    [
      501,
      'does not implement transaction of documents.commit.',
      { writes: [], transaction: 'abc' },
    ],
  ])('answers an invalid body with %i: %s', async (status, message, body) => {
    const { json } = await commit(body);
    expect(json.error).toMatchObject({ code: status, message: expect.stringContaining(message) });
  });
});

it('empty lists and maps have the format of proto3 JSON', async () => {
  const empty = { list: { arrayValue: {} }, map: { mapValue: {} } };
  const fields = { ...empty, inner: { arrayValue: { values: [{ mapValue: { fields: empty } }] } } };
  server.put('gallery/a', { list: [], map: {}, inner: [{ list: [], map: {} }] });
  server.put('gallery/b', {});
  expect((await get('gallery/a')).json.fields).toEqual(fields);
  expect(Object.keys((await get('gallery/b')).json)).toEqual(['name', 'createTime', 'updateTime']);
});

describe('batchGet', () => {
  const batchGet = (...paths: string[]) => {
    const body = { documents: paths.map((path) => `${ROOT}/${path}`) };
    return server.call('POST', `${ROOT}:batchGet`, { body });
  };

  it('returns found and missing documents, each once, and errors in an array', async () => {
    server.put('gallery/a', work(1));
    const readTime = expect.any(String);
    expect((await batchGet('gallery/a', 'gallery/none', 'gallery/a')).json).toEqual([
      { found: expect.objectContaining({ name: `${ROOT}/gallery/a` }), readTime },
      { missing: `${ROOT}/gallery/none`, readTime },
    ]);
    const { status, json } = await batchGet('gallery/a', 'requests/1234567890');
    expect([status, json]).toEqual([
      403,
      [{ error: expect.objectContaining({ status: 'PERMISSION_DENIED' }) }],
    ]);
  });
});

it('batchGet returns the fields of its mask, and all without one', async () => {
  server.put('gallery/a', { title: 'Oak', cover: { url: 'x', alt: 'y' }, order: 1 });
  const fieldsFor = async (mask: unknown) => {
    const body = { documents: [`${ROOT}/gallery/a`], mask };
    const { json } = await server.call('POST', `${ROOT}:batchGet`, { body });
    return json[0].found ? json[0].found.fields : json[0].error.message;
  };
  const title = { stringValue: 'Oak' };
  const url = { mapValue: { fields: { url: { stringValue: 'x' } } } };
  expect(await fieldsFor({ fieldPaths: ['title'] })).toEqual({ title });
  expect(await fieldsFor({ fieldPaths: ['cover.url', 'gone'] })).toEqual({ cover: url });
  expect(await fieldsFor({ fieldPaths: ['gone'] })).toBeUndefined();
  expect(await fieldsFor(null)).toMatchObject({ title, order: { integerValue: '1' } });
  expect(await fieldsFor({ fieldPaths: ['.'] })).toBe('Invalid property path ".".');
  expect(await fieldsFor({ fields: ['title'] })).toContain('Unknown name "fields"');
});

it.each([
  ['batchGet', { newTransaction: { readWrite: {} } }],
  ['batchGet', { newTransaction: { readWrite: { retryTransaction: 'dHg=' } } }],
  ['beginTransaction', { options: { readWrite: {} } }],
  ['beginTransaction', {}],
  ['runQuery', { newTransaction: { readWrite: {} } }],
  ['runAggregationQuery', { newTransaction: { readWrite: {} } }],
])('%s %j: only the owner gets a transaction that locks, and not here', async (verb, body) => {
  const answerTo = async (headers: Record<string, string>) => {
    const { json } = await server.call('POST', `${ROOT}:${verb}`, { body, headers });
    const { status, message } = [json].flat()[0].error;
    return [status, message];
  };
  const refused = ['PERMISSION_DENIED', 'An end user gets no read-write transaction.'];
  expect(await answerTo({})).toEqual(refused);
  expect((await answerTo({ Authorization: 'Bearer owner' }))[0]).toBe('UNIMPLEMENTED');
});

it('in one commit or batchGet, the rules may look at 20 documents and no more', async () => {
  const statusOf = async (verb: string, body: unknown) =>
    (await server.call('POST', `${ROOT}:${verb}`, { body })).status;
  for (const [count, status] of [
    [10, 200],
    [11, 403],
  ] as const) {
    const documents = Array.from({ length: count }, (_, index) => `${ROOT}/limited/${index}`);
    const writes = documents.map((name) => ({ update: { name } }));
    expect(await statusOf('commit', { writes })).toBe(status);
    expect(await statusOf('batchGet', { documents })).toBe(status);
  }
});

it.each([
  'gallery/__x__',
  'gallery/a%2Fb',
  'gallery/%E0%A4%A',
  'gallery?pageSize=-1',
  'gallery?pageToken=abc',
  'gallery?orderBy=a%20b%20desc',
  'gallery?orderBy=a,',
  'gallery?orderBy=%20a',
  'gallery?orderBy=__name__,created',
])('GET %s is answered with INVALID_ARGUMENT', async (path) => {
  const { status, json } = await get(path);
  expect([status, json.error.status]).toEqual([400, 'INVALID_ARGUMENT']);
});

describe('runQuery', () => {
  const query = (structuredQuery: object, headers = {}) =>
    server.call('POST', `${ROOT}:runQuery`, { body: { structuredQuery }, headers });
  const from = [{ collectionId: 'gallery' }];

  it('returns a part of the documents with the fields that it selects', async () => {
    for (const [id, day] of Object.entries({ b: 1, a: 2, c: 2, d: 3 }))
      server.put(`gallery/${id}`, { ...work(day), cover: { url: 'u', alt: 'x' } });
    const { status, json } = await query({
      from,
      orderBy: [{ field: { fieldPath: 'created' } }, { field: { fieldPath: '__name__' } }],
      startAt: {
        values: [
          { timestampValue: '2026-01-01T00:00:00Z' },
          { referenceValue: `${ROOT}/gallery/b` },
        ],
        before: false,
      },
      select: { fields: [{ fieldPath: 'title' }, { fieldPath: 'cover.url' }] },
      limit: 2,
    });
    expect(status).toBe(200);
    const time = expect.stringMatching(/Z$/) as string;
    const document = (id: string) => ({
      name: `${ROOT}/gallery/${id}`,
      fields: {
        title: { stringValue: 'Work 2' },
        cover: { mapValue: { fields: { url: { stringValue: 'u' } } } },
      },
      createTime: time,
      updateTime: time,
    });
    expect(json).toEqual([
      { document: document('a'), readTime: time },
      { document: document('c'), readTime: time, done: true },
    ]);
    expect(server.reads.of(/^gallery$/)).toBe(2);
  });

  it('of nothing returns the time, and is billed as one document', async () => {
    const nothing = [{ readTime: expect.stringMatching(/Z$/), done: true }];
    expect((await query({ from })).json).toEqual(nothing);
    expect(server.reads.of(/^gallery$/)).toBe(1);
  });

  it.each<[number, string, object]>([
    [
      403,
      'Missing or insufficient permissions.',
      { structuredQuery: { from: [{ collectionId: 'requests' }] } },
    ],
    [400, 'only structured queries are supported', {}],
    [400, 'Unknown name "x"', { structuredQuery: { from }, x: 1 }],
    [501, 'StructuredQuery.where', { structuredQuery: { from, where: {} } }],
    [501, 'transaction of documents.runQuery', { structuredQuery: { from }, transaction: 'a' }],
  ])('that is refused, wrong or unknown here gets a %d: %s', async (expected, message, body) => {
    const { status, json } = await server.call('POST', `${ROOT}:runQuery`, { body });
    expect([status, json[0].error.message]).toEqual([expected, expect.stringContaining(message)]);
  });
});

it.each([
  ['POST', ':partitionQuery', 'POST'],
  ['POST', '/gallery/a:batchGet', 'POST'],
  ['POST', '/gallery:commit', 'POST'],
  ['POST', '/gallery', 'POST'],
  ['PUT', '/gallery/a', 'PUT'],
  ['PATCH', '/gallery/a', 'PATCH'],
  ['DELETE', '/gallery/a', 'DELETE'],
  ['GET', '', 'GET'],
  // Parameters that this service would otherwise ignore.
  ['GET', '/gallery?showMissing=true', 'showMissing of documents.list'],
  ['GET', '/gallery/a?mask.fieldPaths=a', 'mask.fieldPaths of documents.get'],
  ['GET', '/gallery?orderBy=a&pageToken=b', 'pageToken with orderBy'],
  ['GET', '/gallery/a?alt=proto', 'alt=proto'],
])('%s %s gets an UNIMPLEMENTED error that names what is missing', async (method, path, what) => {
  const { status, json } = await server.call(method, ROOT + path, { headers: OWNER });
  expect([status, json.error.status]).toEqual([501, 'UNIMPLEMENTED']);
  const named = what === method ? `${method} /v1/${ROOT}${path}` : what;
  expect(json.error.message).toContain(`The local Firestore does not implement ${named}`);
});

it.each([
  ['GET', '/gallery'],
  ['GET', '/gallery/a'],
  ['POST', ':commit'],
  ['POST', ':batchGet'],
])(
  '%s %s refuses an unknown query parameter and accepts system parameters',
  async (method, path) => {
    const errorOf = async (query: string) => {
      const body = method === 'POST' ? {} : undefined;
      const { json } = await server.call(method, `${ROOT}${path}?${query}`, {
        body,
        headers: OWNER,
      });
      return ((Array.isArray(json) ? json[0] : json)?.error ?? {}) as object;
    };
    const ofSystem = await errorOf('%24.xgafv=1&alt=json&key=k&prettyPrint=false&quotaUser=me');
    expect(ofSystem).not.toMatchObject({ status: 'INVALID_ARGUMENT' });
    expect(await errorOf('updateMsk=a')).toEqual({
      code: 400,
      message:
        'Invalid JSON payload received. Unknown name "updateMsk": Cannot bind query parameter. ' +
        "Field 'updateMsk' could not be found in request message.",
      status: 'INVALID_ARGUMENT',
    });
  },
);

it('sorting by name in descending order fails, as in the real service without an index', async () => {
  expect((await get('gallery?orderBy=__name__%20desc')).json.error.status).toBe(
    'FAILED_PRECONDITION',
  );
});

it.each([
  ['an expired token', `Bearer ${idToken('user-one', { exp: 1 })}`],
  ['a password', 'Basic b3duZXI6b3duZXI='],
  ['`Owner` with a capital letter', 'Bearer Owner'],
])('%s in the Authorization header is answered with UNAUTHENTICATED', async (_, Authorization) => {
  const { status, json } = await get('gallery', { Authorization });
  expect([status, json.error.status]).toEqual([401, 'UNAUTHENTICATED']);
});

it('any other project or database is answered with 404', async () => {
  for (const root of [ROOT.replace('demo-cabinets', 'other'), ROOT.replace('(default)', 'two')])
    expect((await server.call('GET', `${root}/gallery/a`)).status).toBe(404);
});
