import { describe, expect, test } from 'vitest';
import { commit } from '../../src/firebase/rest/firestoreDocuments';
import { readServiceTypes, readVersion, readWork } from '../../src/firebase/rest/readDocuments';
import { readReceipt, attachFiles, createRequest } from '../../src/firebase/rest/requestCommits';
import { startUpload } from '../../src/firebase/rest/uploadCalls';
import { readFirstPage } from '../../src/gallery/data/galleryPages';
import { readReviews } from '../../src/reviews/data/readReviews';
import { answerJson, configOf, serve } from '../support/httpServer';
import { EMPTY_FIELDS } from '../../src/domain/requestFields';

const ROOT = 'projects/demo-cabinets/databases/(default)/documents';
const CREATED = '2026-01-05T12:00:00.000Z';
const text = (stringValue: string) => ({ stringValue });
const map = (fields: Record<string, unknown>) => ({ mapValue: { fields } });
const list = (...values: unknown[]) => ({ arrayValue: { values } });
const document = (path: string, fields: Record<string, unknown>) => ({
  name: `${ROOT}/${path}`,
  fields,
  createTime: CREATED,
  updateTime: CREATED,
});

describe('reading', () => {
  test('puts the newest reviews first', async () => {
    const { config, requests } = await serve((response) =>
      answerJson(response, 200, {
        documents: [
          document('gallery/a/reviews/r1', {
            text: text('Great'),
            stars: { integerValue: '5' },
            user: text('uid'),
            created: { timestampValue: CREATED },
          }),
          document('gallery/a/reviews/r2', { text: text('no stars') }),
          document('gallery/a/reviews/r5', { stars: { doubleValue: 4 } }),
        ],
      }),
    );
    const reviews = [
      { id: 'r1', text: 'Great', stars: 5, user: 'uid', created: CREATED },
      { id: 'r5', text: '', stars: 4, user: '', created: CREATED },
    ];
    expect(await readReviews(config, 'a b')).toEqual({ ok: true, value: { reviews } });
    expect(requests.map(({ url }) => url)).toEqual([
      `/v1/${ROOT}/gallery/a%20b/reviews?orderBy=created%20desc&pageSize=100&prettyPrint=false`,
    ]);
  });

  test('leaves out unusable service types', async () => {
    const types = list(
      map({ id: text('doors'), name: text('Doors'), icon: text('door') }),
      map({ id: { integerValue: '7' }, name: text('Seven') }),
      map({ id: text('nameless') }),
      { nullValue: null },
    );
    const answer = document('configurations/configurations', { services_types: types });
    const { config } = await serve((response) => answerJson(response, 200, answer));
    expect(await readServiceTypes(config)).toEqual({
      ok: true,
      value: [
        { id: 'doors', name: 'Doors', icon: 'door' },
        { id: '7', name: 'Seven', icon: '' },
      ],
    });
  });

  test.each([
    [{ doubleValue: 0.62 }, { ok: true, value: 0.62 }],
    [{ integerValue: '1' }, { ok: true, value: 1 }],
    [{ stringValue: '0.63' }, { ok: false, reason: 'failed' }],
    [{ doubleValue: 'NaN' }, { ok: false, reason: 'failed' }],
    [undefined, { ok: false, reason: 'failed' }],
  ])('understands the version %j', async (version, read) => {
    const { config } = await serve((response) =>
      answerJson(response, 200, document('version/current', version ? { version } : {})),
    );
    expect(await readVersion(config)).toEqual(read);
  });
});

const notFound = { error: { code: 404, message: 'not found', status: 'NOT_FOUND' } };
const almost = [null, 1, 'x', {}, { name: 1 }, { name: 'x/documents/gallery/a', fields: null }];
/** The meaning of an answer when a work is read, and when the gallery is. */
test.each<[string, number, string, string, unknown?]>([
  ['the server’s 404', 404, JSON.stringify(notFound), 'missing', 'missing'],
  ['a host’s 404 page', 404, '<html>', 'failed'],
  ['another 404', 404, JSON.stringify({ error: { code: 404 } }), 'failed'],
  ['a captive portal', 200, '<html>Sign in</html>', 'failed'],
  ['empty JSON', 200, '{}', 'failed', []],
  ['an array', 200, '[]', 'failed'],
  ['null', 200, 'null', 'failed'],
  ['an error', 200, '{"error":{}}', 'failed'],
  ['no list', 200, '{"documents":{}}', 'failed'],
  ['half of a list', 200, '{"documents":[{"na', 'failed'],
  [
    'documents without their parts',
    200,
    JSON.stringify({ documents: almost }),
    'failed',
    [{ id: 'a' }],
  ],
  ['a name of another kind', 200, '{"name":7}', 'failed', []],
  ['no permission', 403, JSON.stringify({ error: { code: 403, message: 'no' } }), 'failed'],
  ['an overloaded server', 503, '', 'failed'],
])('the answer to a read is understood: %s', async (_, status, body, reason, list = 'failed') => {
  const { config } = await serve((response) => response.writeHead(status).end(body));
  expect(await readWork(config, 'a')).toEqual({ ok: false, reason });
  const read =
    typeof list === 'string' ? { ok: false, reason: list } : { ok: true, value: { works: list } };
  expect(await readFirstPage(config)).toMatchObject(read);
});

test('no server, an answer that is cut off and a read that was given up count as offline', async () => {
  const offline = { ok: false, reason: 'offline' };
  expect(await readWork(configOf('http://127.0.0.1:1'), 'a')).toEqual(offline);
  const { config } = await serve((response) => {
    response.writeHead(200, { 'Content-Length': '100' }).write('{');
    response.destroy();
  });
  expect(await readWork(config, 'a')).toEqual(offline);
  expect(await readWork(config, 'a', { signal: AbortSignal.abort() })).toEqual(offline);
});

test.each(['', '.', '..', 'a/reviews/b', '__x__', 'é'.repeat(751)])(
  'the id %j is missing without a request',
  async (id) => {
    const config = configOf('http://127.0.0.1:1');
    expect(await readWork(config, id)).toEqual({ ok: false, reason: 'missing' });
    expect(await readReviews(config, id)).toEqual({ ok: false, reason: 'missing' });
  },
);

describe('writing a request', () => {
  const fields = {
    ...EMPTY_FIELDS,
    name: 'Ada \ud83d',
    email: 'ada@example.com',
    phone: '555-0100',
    address: '1 Main Street',
    description: '',
    categories: ['doors'],
  };
  const name = `${ROOT}/requests/1234567890`;
  const update = {
    name,
    fields: {
      id: text('1234567890'),
      status: { integerValue: '1' },
      // Half an emoji would make the whole write invalid UTF-8.
      name: text('Ada \ufffd'),
      email: text('ada@example.com'),
      phone: text('555-0100'),
      address: text('1 Main Street'),
      description: text(''),
      categories: list(text('doors')),
      files: list(),
    },
  };
  const updateTransforms = [{ fieldPath: 'created', setToServerValue: 'REQUEST_TIME' }];
  const success = { writeResults: [{}, {}, {}], commitTime: CREATED };
  const id = '1234567890';
  const receipt = 'aB3dE6gH9kLmN0pQ2rS4tU';

  test('creates the request, its ticket and its receipt', async () => {
    const { config, requests } = await serve((response) => answerJson(response, 200, success));
    const signals = { honeypot: 'x', seconds: 42 };
    const ticket = { images: ['aZ09bcdefg.jpg'], thumbs: ['thumb01234.jpg'], ...signals };
    const created = await createRequest(config, { id, fields, ticket, receipt });
    expect(created).toEqual({ type: 'committed' });
    const names = { images: list(text('aZ09bcdefg.jpg')), thumbs: list(text('thumb01234.jpg')) };
    const uploads = {
      name: `${ROOT}/uploads/${id}`,
      fields: {
        ...names,
        honeypot: text('x'),
        seconds: { integerValue: '42' },
        receipt: text(receipt),
      },
    };
    const noted = {
      name: `${ROOT}/receipts/${receipt}`,
      fields: { id: text(id), attached: { booleanValue: false } },
    };
    expect(JSON.parse(requests[0]!.body.toString())).toEqual({
      writes: [
        { update, updateTransforms },
        { update: uploads, updateTransforms },
        { update: noted },
      ],
    });
    expect(requests[0]).toMatchObject({
      method: 'POST',
      url: '/v1/projects/demo-cabinets/databases/(default)/documents:commit',
      // Anything but a simple content type costs a CORS preflight.
      headers: { 'content-type': 'text/plain' },
    });
  });

  test('attaches its files and marks the receipt', async () => {
    const { config, requests } = await serve((response) => answerJson(response, 200, success));
    const file = { ref: 'r', url: 'u', thumb: 't', thumbRef: 'f' };
    await attachFiles(config, { id, files: [file], receipt });
    const entry = map({ ref: text('r'), url: text('u'), thumb: text('t'), thumbRef: text('f') });
    const noted = {
      name: `${ROOT}/receipts/${receipt}`,
      fields: { attached: { booleanValue: true } },
    };
    expect(JSON.parse(requests[0]!.body.toString())).toEqual({
      writes: [
        { update: { name, fields: { files: list(entry) } }, updateMask: { fieldPaths: ['files'] } },
        { update: noted, updateMask: { fieldPaths: ['attached'] } },
      ],
    });
  });

  const named = `${ROOT}/receipts/${receipt}`;
  const readTime = CREATED;
  const whole = { id: text(id), attached: { booleanValue: true } };
  const later = { type: 'retry' };
  const strange = { type: 'retry', isForeign: true };
  test.each<[unknown, object]>([
    [
      [{ found: document(`receipts/${receipt}`, whole), readTime }],
      { type: 'found', id, attached: true },
    ],
    [[{ missing: named, readTime }], { type: 'missing' }],
    [[{ found: document(`receipts/${receipt}`, { id: text(id) }), readTime }], later],
    [[{ missing: named }], strange],
    [[{ found: document(`receipts/${receipt}`, whole) }], strange],
    [[{ missing: `${named}x`, readTime }], strange],
    [[{ found: document('receipts/another', whole), readTime }], strange],
    [[{ readTime }], strange],
    [[], strange],
    [{ missing: named, readTime }, strange],
    ['<html>', strange],
  ])('understands the receipt %j', async (body, expected) => {
    const { config, requests } = await serve((response) => answerJson(response, 200, body));
    expect(await readReceipt(config, receipt)).toEqual(expected);
    expect(requests[0]).toMatchObject({
      method: 'POST',
      url: '/v1/projects/demo-cabinets/databases/(default)/documents:batchGet',
      // Anything but a simple content type costs a CORS preflight.
      headers: { 'content-type': 'text/plain' },
    });
    expect(JSON.parse(requests[0]!.body.toString())).toEqual({ documents: [named] });
  });

  // A key that is restricted to the site's addresses refuses browsers that send no `Referer`.
  test('nothing that a visitor reads or sends names the API key', async () => {
    const { config, requests } = await serve((response) => answerJson(response, 200, {}));
    const production = { ...config, local: false, apiKey: 'AIza-key' };
    await readFirstPage(production);
    await readWork(production, 'a');
    const ticket = { images: [], thumbs: [], honeypot: '', seconds: 0 };
    await createRequest(production, { id, fields, ticket, receipt });
    await readReceipt(production, receipt);
    await startUpload(production, { object: 'requests/1/a.jpg', size: 1, contentType: 'a/b' });
    await attachFiles(production, { id, files: [], receipt });
    expect(requests).toHaveLength(6);
    for (const { url, headers } of requests)
      expect(JSON.stringify([url, headers])).not.toMatch(/key/i);
  });

  test.each([
    [200, '<html>'],
    [200, {}],
    [200, { commitTime: 't' }],
    [200, { commitTime: 't', writeResults: [] }],
    // Of two writes three results.
    [200, success],
    [302, success],
    [503, success],
  ])('does not take %i %s for a success', async (status, json) => {
    const { config } = await serve((response) => answerJson(response, status, json));
    const write = { update: { name, fields: {} } };
    expect(await commit(config, [write, write])).toMatchObject({ type: 'retry' });
  });

  test('is not missing because something answers with an error', async () => {
    const error = (code: number) => ({ error: { code, message: 'no' } });
    for (const [status, type] of [
      [404, 'refused'],
      [403, 'refused'],
      [503, 'retry'],
    ] as const) {
      const { config } = await serve((response) => answerJson(response, status, error(status)));
      expect(await readReceipt(config, receipt)).toMatchObject({ type });
    }
  });
});
