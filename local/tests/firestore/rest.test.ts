// Firestore REST v1 as raw HTTP, under a project's rules.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newRequest } from '../project/index';
import { idToken, OWNER, ROOT, startFirestore, type FirestoreServer } from './server';

let server: FirestoreServer;
beforeEach(async () => {
  server = await startFirestore();
});
afterEach(() => server.close());

const DENIED = '403 PERMISSION_DENIED';

type Called = ReturnType<FirestoreServer['call']>;
const refusal = async (called: Called) => {
  const { status, json } = await called;
  const [{ error }] = [json].flat() as [{ error: { code: number; status: string } }];
  expect(error.code).toBe(status);
  return `${status} ${error.status}`;
};

const work = (day: number, title = `Work ${day}`) => ({
  title,
  created: new Date(Date.UTC(2026, 0, day)),
});
const idsOf = (json: { documents?: { name: string }[] }) =>
  (json.documents ?? []).map(({ name }) => name.split('/').at(-1));

describe('get', () => {
  it('gives the document', async () => {
    server.put('gallery/a b', { ...work(1), cover: { url: 'u', thumb: 't' } });
    const { status, json, headers } = await server.call('GET', `${ROOT}/gallery/a%20b`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=UTF-8');
    expect(headers.get('cache-control')).toBe('private');
    expect(json).toEqual({
      name: `${ROOT}/gallery/a b`,
      fields: {
        title: { stringValue: 'Work 1' },
        created: { timestampValue: '2026-01-01T00:00:00Z' },
        cover: { mapValue: { fields: { url: { stringValue: 'u' }, thumb: { stringValue: 't' } } } },
      },
      createTime: expect.stringMatching(/^\d{4}-.*Z$/),
      updateTime: json.createTime,
    });
    // As some clients write it.
    const root = ROOT.replace('(default)', '%28default%29');
    expect((await server.call('GET', `${root}/gallery/a%20b`)).json).toEqual(json);
    expect(server.reads).toEqual([
      [1, 'gallery/a b'],
      [1, 'gallery/a b'],
    ]);
  });

  it('says 404 for a missing one and 403 for a forbidden one, in the service’s words', async () => {
    const answer = async (path: string) => {
      const { status, json } = await server.call('GET', `${ROOT}/${path}`);
      expect(json.error.code).toBe(status);
      return json.error as object;
    };
    expect(await answer('gallery/none')).toEqual({
      code: 404,
      message: `Document "${ROOT}/gallery/none" not found.`,
      status: 'NOT_FOUND',
    });
    expect(await answer('requests/1234567890')).toEqual({
      code: 403,
      message: 'Missing or insufficient permissions.',
      status: 'PERMISSION_DENIED',
    });
    expect(server.log).toEqual([
      expect.stringContaining('denied get /databases/(default)/documents/requests/1234567890'),
    ]);
    const owner = await server.call('GET', `${ROOT}/requests/1234567890`, { headers: OWNER });
    expect(owner.status).toBe(404);
  });

  it('knows the signed-in user, and refuses a token that is not valid', async () => {
    server.put('gallery/w/reviewers/maria', { review: 'abcdefghij' });
    const as = (token: string) =>
      server.call('GET', `${ROOT}/gallery/w/reviewers/maria`, {
        headers: { Authorization: `Bearer ${token}` },
      });
    expect((await as(idToken('maria'))).status).toBe(200);
    expect((await as(idToken('other'))).status).toBe(403);
    const expired = await as(idToken('maria', { exp: 1 }));
    expect([expired.status, expired.json.error.status]).toEqual([401, 'UNAUTHENTICATED']);
    expect((await as('garbage')).status).toBe(401);
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
  const list = async (query: string) =>
    idsOf((await server.call('GET', `${ROOT}/gallery?${query}`)).json);

  it('is by id, or by fields', async () => {
    expect(await list('')).toEqual(['a', 'b', 'c', 'undated']);
    expect(await list('orderBy=created&pageSize=300')).toEqual(['b', 'a', 'c']);
    expect(await list('orderBy=created%20desc')).toEqual(['c', 'a', 'b']);
    expect(await list('orderBy=created%20desc,%20__name__')).toEqual(['a', 'c', 'b']);
    expect(await list('orderBy=%60created%60%20DESC&pageSize=1')).toEqual(['c']);
    expect(server.reads).toEqual([4, 3, 3, 3, 1].map((count) => [count, 'gallery']));
  });

  it('comes in pages that follow one another whatever happens in between', async () => {
    const page = async (token?: string) => {
      const next = token === undefined ? '' : `&pageToken=${encodeURIComponent(token)}`;
      const { json } = await server.call(
        'GET',
        `${ROOT}/gallery?orderBy=created&pageSize=1${next}`,
      );
      return { ids: idsOf(json), token: json.nextPageToken as string | undefined };
    };
    const first = await page();
    server.remove('gallery/b');
    const second = await page(first.token);
    const third = await page(second.token);
    expect([first.ids, second.ids, third.ids]).toEqual([['b'], ['a'], ['c']]);
    expect(third.token).toBe(undefined);
  });

  it('has 20 on a page unless asked, and at most 300', async () => {
    for (let i = 0; i < 301; i += 1) server.put(`gallery/a/reviews/x${i}`, {});
    const count = async (query: string) =>
      idsOf((await server.call('GET', `${ROOT}/gallery/a/reviews?${query}`)).json).length;
    expect([await count(''), await count('pageSize=1000')]).toEqual([20, 300]);
  });

  it('of nothing is an empty object and one read', async () => {
    const { json } = await server.call('GET', `${ROOT}/gallery/none/reviews`);
    expect(json).toEqual({});
    expect(server.reads).toEqual([[1, 'gallery/none/reviews']]);
  });

  it('asks the rules for list, not for get', async () => {
    expect((await server.call('GET', `${ROOT}/version`)).status).toBe(403);
    expect((await server.call('GET', `${ROOT}/requests`)).status).toBe(403);
  });
});

describe('commit', () => {
  const create = (fields: object, id = '1234567890') => ({
    writes: [
      {
        update: { name: `${ROOT}/requests/${id}`, fields },
        updateTransforms: [{ fieldPath: 'created', setToServerValue: 'REQUEST_TIME' }],
      },
    ],
  });
  const commit = (body: unknown, headers = {}) =>
    server.call('POST', `${ROOT}:commit`, { body, headers });

  it('creates a request with the server’s time', async () => {
    const { status, json } = await commit(create(newRequest()));
    expect(status).toBe(200);
    const stored = server.store.get('requests/1234567890')!;
    expect(json).toEqual({
      writeResults: [
        { updateTime: stored.updateTime, transformResults: [stored.fields['created']] },
      ],
      commitTime: stored.updateTime,
    });
  });

  it('gives the service’s errors for bad bodies', async () => {
    expect(await refusal(commit('{"writes": ['))).toBe('400 INVALID_ARGUMENT');
    for (const body of [[], { writes: { 0: {} } }]) expect((await commit(body)).status).toBe(400);
    const huge = await commit(`"${'x'.repeat(11_534_336)}"`);
    expect(huge.json.error).toEqual({
      code: 400,
      message: 'Request payload size exceeds the limit: 11534336 bytes.',
      status: 'INVALID_ARGUMENT',
    });
    const transaction = await commit({ writes: [], transaction: 'abc' });
    expect(transaction.json.error).toEqual({
      code: 501,
      message: 'The local Firestore does not implement transaction of documents.commit.',
      status: 'UNIMPLEMENTED',
    });
  });
});

describe('batchGet', () => {
  const batchGet = (...paths: string[]) =>
    server.call('POST', `${ROOT}:batchGet`, {
      body: { documents: paths.map((p) => `${ROOT}/${p}`) },
    });

  it('gives found and missing ones, each once', async () => {
    server.put('gallery/a', work(1));
    const { json } = await batchGet('gallery/a', 'gallery/none', 'gallery/a');
    expect(json).toEqual([
      {
        found: expect.objectContaining({ name: `${ROOT}/gallery/a` }),
        readTime: expect.any(String),
      },
      { missing: `${ROOT}/gallery/none`, readTime: expect.any(String) },
    ]);
  });

  it('answers errors in an array', async () => {
    const { json } = await batchGet('gallery/a', 'requests/1234567890');
    expect(json).toEqual([{ error: expect.objectContaining({ status: 'PERMISSION_DENIED' }) }]);
  });
});

describe('the owner', () => {
  it('patches and deletes', async () => {
    const body = { fields: { version: { doubleValue: 0.62 } } };
    const path = `${ROOT}/version/current`;
    const patched = await server.call('PATCH', path, { body, headers: OWNER });
    expect(patched.json).toMatchObject({ name: path, ...body });
    expect(server.store.get('version/current')?.fields).toEqual(body.fields);
    const remove = () => server.call('DELETE', path, { headers: OWNER });
    expect([(await remove()).json, (await remove()).status]).toEqual([{}, 200]);
    expect(server.store.get('version/current')).toBe(null);
  });

  it('is the only one who may', async () => {
    expect(await refusal(server.call('DELETE', `${ROOT}/gallery/a`))).toBe(DENIED);
    expect(await refusal(server.call('PATCH', `${ROOT}/gallery/a`, { body: {} }))).toBe(DENIED);
  });
});

it.each([
  ['GET', `${ROOT}/gallery/__x__`],
  ['GET', `${ROOT}/gallery/a%2Fb`],
  ['GET', `${ROOT}/gallery/${'x'.repeat(1501)}`],
  ['GET', `${ROOT}/gallery//r/x`],
  ['GET', `${ROOT}/gallery/%E0%A4%A`],
  ['GET', `${ROOT}/gallery?pageSize=-1`],
  ['GET', `${ROOT}/gallery?pageToken=abc`],
  ['GET', `${ROOT}/gallery?orderBy=a%20b%20desc`],
])('%s %s is an INVALID_ARGUMENT', async (method, path) => {
  expect(await refusal(server.call(method, path))).toBe('400 INVALID_ARGUMENT');
});

it.each([
  ['POST', `${ROOT}:runAggregationQuery`],
  ['POST', `${ROOT}:beginTransaction`],
  ['POST', `${ROOT}:listCollectionIds`],
  ['DELETE', ROOT],
  ['POST', `${ROOT}:runQuery`],
  ['POST', `${ROOT}/gallery`],
  ['POST', `${ROOT}/gallery:commit`],
  ['POST', `${ROOT}/gallery/a`],
  ['PUT', `${ROOT}/gallery/a`],
  ['DELETE', `${ROOT}/gallery`],
  ['GET', ROOT],
  ['GET', 'projects/demo-cabinets/databases'],
])('%s %s is unimplemented, and says so', async (method, path) => {
  const { status, json } = await server.call(method, path);
  expect([status, json.error.status]).toEqual([501, 'UNIMPLEMENTED']);
  expect(json.error.message).toContain(`${method} /v1/${path}`);
});

it.each([
  ['GET', 'gallery?showMissing=true', 'showMissing of documents.list'],
  ['GET', 'gallery/a?mask.fieldPaths=a', 'mask.fieldPaths of documents.get'],
  ['PATCH', 'gallery/a?updateMask.fieldPaths=a', 'updateMask.fieldPaths of documents.patch'],
  ['DELETE', 'gallery/a?currentDocument.exists=true', 'currentDocument.exists of documents.delete'],
])('%s %s: a parameter that it would ignore is unimplemented', async (method, path, what) => {
  const { status, json } = await server.call(method, `${ROOT}/${path}`, { headers: OWNER });
  const message = `The local Firestore does not implement ${what}.`;
  expect([status, json.error.message]).toEqual([501, message]);
});

it('knows one project and one database', async () => {
  for (const root of [ROOT.replace('demo-cabinets', 'other'), ROOT.replace('(default)', 'two')]) {
    expect(await refusal(server.call('GET', `${root}/gallery/a`))).toBe('404 NOT_FOUND');
  }
});

it('echoes the origin and allows credentials, on errors too', async () => {
  const { headers, status } = await server.call('GET', `${ROOT}/gallery/none`, {
    headers: { Origin: 'http://localhost:5000' },
  });
  expect(status).toBe(404);
  expect(headers.get('access-control-allow-origin')).toBe('http://localhost:5000');
  expect(headers.get('access-control-allow-credentials')).toBe('true');
  expect(headers.get('access-control-expose-headers')).toContain('X-HTTP-Session-Id');
  expect(headers.get('vary')).toBe('Origin, Accept-Encoding');
});
