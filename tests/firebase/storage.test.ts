import { expect, test } from 'vitest';
import {
  findObject,
  listObjects,
  queryUpload,
  sendChunk,
  startUpload,
  uploadWhole,
} from '../../src/firebase/rest/uploadCalls';
import { answerJson, configOf, serve } from '../support/httpServer';

const ORIGIN = 'http://x.test';
const config = configOf(ORIGIN);
const object = 'requests/1234567890/abcDEF1234.jpg';
const answerOf = (headers: Record<string, string>, json: unknown = {}, status = 200) => ({
  fetch: async () => new Response(JSON.stringify(json), { status, headers }),
});
const statusOf = (status: string) => ({ 'X-Goog-Upload-Status': status });

test('uploads speak the protocol of the Firebase SDK', async () => {
  const { config, origin, requests } = await serve((response) => answerJson(response, 200, {}));
  const upload = { object, size: 10, session: `${origin}/session` };
  const chunk = new TextEncoder().encode('abcd');
  await startUpload(config, { object, size: 10, contentType: 'image/jpeg' });
  await sendChunk(config, upload, { chunk, offset: 0 });
  await sendChunk(config, upload, { chunk, offset: 6 });
  await sendChunk(config, upload, { chunk: new Uint8Array(), offset: 10 });
  await queryUpload(config, upload);
  await findObject(config, object);
  await findObject(config, object);
  const start = JSON.stringify({ name: object, contentType: 'image/jpeg' });
  const objects = '/v0/b/demo-cabinets.appspot.com/o';
  const metadata = `${objects}/${encodeURIComponent(object)}?quotaUser=x`;
  expect(
    requests.map(({ method, url, headers, body }) => {
      const [command, offset] = ['command', 'offset'].map(
        (name) => headers[`x-goog-upload-${name}`],
      );
      const address = url.replace(/(?<=quotaUser=)\w{10}$/, 'x');
      return [method, address, command, offset, body.toString()];
    }),
  ).toEqual([
    ['POST', `${objects}?name=${encodeURIComponent(object)}`, 'start', undefined, start],
    ['POST', '/session', 'upload', '0', 'abcd'],
    ['POST', '/session', 'upload, finalize', '6', 'abcd'],
    ['POST', '/session', 'finalize', '10', ''],
    ['POST', '/session', 'query', undefined, ''],
    ['GET', metadata, undefined, undefined, ''],
    ['GET', metadata, undefined, undefined, ''],
  ]);
  // No cache can have an answer for the second question.
  expect(requests[5]!.url).not.toBe(requests[6]!.url);
  expect(requests[0]!.headers).toMatchObject({
    'x-goog-upload-protocol': 'resumable',
    'x-goog-upload-header-content-length': '10',
    'x-goog-upload-header-content-type': 'image/jpeg',
  });
});

const active = statusOf('active');
const at = (url: string) => ({ ...active, 'X-Goog-Upload-URL': url });
test.each<[string, Record<string, string>, number, string | undefined]>([
  ['a session', at(`${ORIGIN}/1`), 200, `${ORIGIN}/1`],
  ['no session from a captive portal', { 'Content-Type': 'text/html' }, 200, undefined],
  ['no session without an address', active, 200, undefined],
  ['no session without a status', { 'X-Goog-Upload-URL': `${ORIGIN}/` }, 200, undefined],
  ['no session without a valid address', at('nowhere'), 200, undefined],
  ['no session at another host', at('https://y.test/'), 200, undefined],
  ['no session by another protocol', at('ftp://x.test/'), 200, undefined],
  // As production does without TLS.
  ['no session by https instead of http', at('https://x.test/'), 200, undefined],
  ['no session from an error', at(`${ORIGIN}/`), 500, undefined],
])('the start of an upload gives %s', async (_, headers, status, session) => {
  const start = { object, contentType: 'image/jpeg', size: 10 };
  const answer = await startUpload(config, start, answerOf(headers, undefined, status));
  expect(answer).toMatchObject(session ? { type: 'started', session } : { type: 'retry' });
});

test('nothing is sent to a session at another host', async () => {
  const upload = { object, size: 10, session: 'https://y.test/1' };
  const fetch = () => Promise.reject(new Error('It was asked.'));
  expect(await queryUpload(config, upload, { fetch })).toEqual({ type: 'gone' });
  const all = { chunk: new Uint8Array(10), offset: 0 };
  expect(await sendChunk(config, upload, all, { fetch })).toEqual({ type: 'gone' });
});

test('an owner’s upload in one request and its list are those of the Firebase SDK', async () => {
  const first = { prefixes: [], items: [{ name: 'gallery/a/1.webp' }], nextPageToken: 'more' };
  const pages = [{}, first, { items: [{ name: 'gallery/a/2.webp' }] }, { items: 'none' }];
  const { config, requests } = await serve((response) => answerJson(response, 200, pages.shift()));
  const authorization = 'Firebase token';
  const cacheControl = 'public, max-age=31536000, immutable';
  const wanted = { object: 'gallery/a/1.webp', contentType: 'image/webp', cacheControl };
  const bytes = new TextEncoder().encode('abcd').buffer;
  expect(await uploadWhole(config, wanted, bytes, { authorization })).toEqual(later);
  const listed = { type: 'listed', names: ['gallery/a/1.webp', 'gallery/a/2.webp'] };
  expect(await listObjects(config, 'gallery/a/', { authorization })).toEqual(listed);
  expect(await listObjects(config, 'gallery/a/', { authorization })).toEqual(later);
  expect(requests.map(({ headers }) => headers.authorization)).toEqual(
    Array.from({ length: 4 }, () => authorization),
  );
  const objects = '/v0/b/demo-cabinets.appspot.com/o';
  const list = `GET ${objects}?prefix=gallery%2Fa%2F&delimiter=%2F`;
  expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    `POST ${objects}?name=gallery%2Fa%2F1.webp`,
    list,
    `${list}&pageToken=more`,
    list,
  ]);
  const [{ headers, body }] = requests as [(typeof requests)[0]];
  const [, boundary] = /^multipart[/]related; boundary=(\w{20})$/.exec(headers['content-type']!)!;
  expect([headers['x-goog-upload-protocol'], body.toString().split('\r\n')]).toEqual([
    'multipart',
    [
      `--${boundary}`,
      'Content-Type: application/json; charset=utf-8',
      '',
      JSON.stringify({ name: wanted.object, contentType: wanted.contentType, cacheControl }),
      `--${boundary}`,
      'Content-Type: image/webp',
      '',
      'abcd',
      `--${boundary}--`,
    ],
  ]);
});

const metadata = {
  name: object,
  bucket: 'demo-cabinets.appspot.com',
  size: '10',
  downloadTokens: 'one&two,three',
};
const final = statusOf('final');
const received = (bytes: string) => ({ ...active, 'X-Goog-Upload-Size-Received': bytes });
const gone = { type: 'gone' };
/** None of Google's answers. */
const later = { type: 'retry', isForeign: true };
const stored = {
  type: 'stored',
  url: `${ORIGIN}/v0/b/demo-cabinets.appspot.com/o/requests%2F1234567890%2FabcDEF1234.jpg?alt=media&token=one%26two`,
};
test.each<[string, ReturnType<typeof answerOf>, unknown]>([
  ['stored', answerOf({}, metadata), stored],
  ['a portal', answerOf({}, '<html>'), later],
  ['another size', answerOf({}, { ...metadata, size: '9' }), later],
  [
    'refused, perhaps because it is stored',
    answerOf({}, { error: { code: 403, message: 'No.' } }, 403),
    { type: 'refused', status: 403, message: 'No.' },
  ],
])('the answer to all bytes in one request is understood: %s', async (_, answer, expected) => {
  const wanted = { object, contentType: 'image/jpeg' };
  expect(await uploadWhole(config, wanted, new ArrayBuffer(10), answer)).toEqual(expected);
});

/** The offset to which the chunk brought the session that is answered; undefined for a query. */
type Reached = number | undefined;
test.each<[string, ReturnType<typeof answerOf>, Reached, unknown]>([
  ['a query in the middle', answerOf(received('4')), undefined, { type: 'active', offset: 4 }],
  ['a query at the end', answerOf(received('10')), undefined, { type: 'active', offset: 10 }],
  ['more than there is', answerOf(received('11')), undefined, gone],
  ['a query without a count', answerOf(active), undefined, later],
  ['a query with a strange count', answerOf(received('-1')), undefined, later],
  ['a chunk', answerOf(active), 8, { type: 'active', offset: 8 }],
  ['a chunk taken in part', answerOf(received('6')), 8, { type: 'active', offset: 6 }],
  ['a portal', answerOf({}, '<html>'), undefined, later],
  ['a query: final, nothing to build the address from', answerOf(final, 'OK'), undefined, gone],
  ['a chunk: final, answer garbled', answerOf(final, 'OK'), 10, gone],
  ['another object', answerOf(final, { ...metadata, name: 'x' }), undefined, gone],
  ['another size', answerOf(final, { ...metadata, size: '9' }), undefined, gone],
  ['no tokens', answerOf(final, { ...metadata, downloadTokens: '' }), undefined, gone],
  ['a query: final, the first token counts', answerOf(final, metadata), undefined, stored],
  ['a chunk: final', answerOf(final, metadata), 10, stored],
])('a session’s answer is understood: %s', async (_, answer, reached, says) => {
  const upload = { object, size: 10, session: `${ORIGIN}/session` };
  const chunk = new Uint8Array(2);
  const asked =
    reached === undefined
      ? queryUpload(config, upload, answer)
      : sendChunk(config, upload, { chunk, offset: reached - 2 }, answer);
  expect(await asked).toEqual(says);
});

test.each<[string, ReturnType<typeof answerOf>, unknown]>([
  ['it exists', answerOf({}, metadata), stored],
  ['it does not exist', answerOf({}, { error: { code: 404 } }, 404), { type: 'missing' }],
  ['a host’s 404 page', answerOf({}, '<html>', 404), later],
  ['another object', answerOf({}, { ...metadata, name: 'x' }), later],
])('the question whether an object exists is answered: %s', async (_, answer, expected) => {
  expect(await findObject(config, object, answer)).toEqual(expected);
});
