import { expect, test } from 'vitest';
import {
  getMetadata,
  queryUpload,
  sendChunk,
  sessionOf,
  startUpload,
  stateOf,
} from '../../../src/firebase/rest/storage';
import { answerJson, configOf, serve } from './server';

const ORIGIN = 'http://x.test';
const config = configOf(ORIGIN);
const object = 'requests/1234567890/abcDEF1234.jpg';
const answerOf = (headers: Record<string, string>, json: unknown = {}, status = 200) => ({
  status,
  headers: new Headers(headers),
  json,
});
const statusOf = (status: string) => ({ 'X-Goog-Upload-Status': status });

test('speaks the protocol of the Firebase SDK', async () => {
  const { config, origin, requests } = await serve((response) => answerJson(response, 200, {}));
  const session = `${origin}/session`;
  const chunk = new TextEncoder().encode('abcd');
  await startUpload(config, { object, size: 10, contentType: 'image/jpeg' });
  await sendChunk(session, { chunk, offset: 0, last: false });
  await sendChunk(session, { chunk, offset: 6, last: true });
  await sendChunk(session, { chunk: new Uint8Array(), offset: 10, last: true });
  await queryUpload(session);
  await getMetadata(config, object);
  const start = JSON.stringify({ name: object, contentType: 'image/jpeg' });
  const objects = '/v0/b/demo-cabinets.appspot.com/o';
  expect(
    requests.map(({ method, url, headers, body }) => {
      const [command, offset] = ['command', 'offset'].map(
        (name) => headers[`x-goog-upload-${name}`],
      );
      return [method, url, command, offset, body.toString()];
    }),
  ).toEqual([
    ['POST', `${objects}?name=${encodeURIComponent(object)}`, 'start', undefined, start],
    ['POST', '/session', 'upload', '0', 'abcd'],
    ['POST', '/session', 'upload, finalize', '6', 'abcd'],
    ['POST', '/session', 'finalize', '10', ''],
    ['POST', '/session', 'query', undefined, ''],
    ['GET', `${objects}/${encodeURIComponent(object)}`, undefined, undefined, ''],
  ]);
  expect(requests[0]!.headers).toMatchObject({
    'x-goog-upload-protocol': 'resumable',
    'x-goog-upload-header-content-length': '10',
    'x-goog-upload-header-content-type': 'image/jpeg',
  });
});

const active = statusOf('active');
const at = (url: string) => ({ ...active, 'X-Goog-Upload-URL': url });
test.each<[string, Record<string, string>, number, string | undefined]>([
  ['the session', at(`${ORIGIN}/1`), 200, `${ORIGIN}/1`],
  ['none from a captive portal', { 'Content-Type': 'text/html' }, 200, undefined],
  ['none without an address', active, 200, undefined],
  ['none without a status', { 'X-Goog-Upload-URL': `${ORIGIN}/` }, 200, undefined],
  ['none that is not an address', at('nowhere'), 200, undefined],
  ['none at another host', at('https://y.test/'), 200, undefined],
  ['none of another kind', at('ftp://x.test/'), 200, undefined],
  // As production does without TLS.
  ['none of another scheme', at('https://x.test/'), 200, undefined],
  ['none from an error', at(`${ORIGIN}/`), 500, undefined],
])('the answer to a start: %s', (_, headers, status, session) => {
  expect(sessionOf(config, answerOf(headers, undefined, status))).toBe(session);
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
const stored = {
  type: 'final',
  url: `${ORIGIN}/v0/b/demo-cabinets.appspot.com/o/requests%2F1234567890%2FabcDEF1234.jpg?alt=media&token=one%26two`,
};
/** The offset to which the chunk brought the session that is answered; undefined for a query. */
type Reached = number | undefined;
test.each<[string, ReturnType<typeof answerOf>, Reached, unknown]>([
  ['a query in the middle', answerOf(received('4')), undefined, { type: 'active', offset: 4 }],
  ['a query at the end', answerOf(received('10')), undefined, { type: 'active', offset: 10 }],
  ['more than there is', answerOf(received('11')), undefined, gone],
  ['a query without a count', answerOf(active), undefined, undefined],
  ['a query with a strange count', answerOf(received('-1')), undefined, undefined],
  ['a chunk', answerOf(active), 8, { type: 'active', offset: 8 }],
  ['a chunk taken in part', answerOf(received('6')), 8, { type: 'active', offset: 6 }],
  ['cancelled', answerOf(statusOf('cancelled')), undefined, gone],
  ['a portal', answerOf({}, '<html>'), undefined, undefined],
  ['a query: final, nothing to build the address from', answerOf(final, 'OK'), undefined, gone],
  ['a chunk: final, answer garbled', answerOf(final, 'OK'), 10, gone],
  ['another object', answerOf(final, { ...metadata, name: 'x' }), undefined, gone],
  ['another size', answerOf(final, { ...metadata, size: '9' }), undefined, gone],
  ['no tokens', answerOf(final, { ...metadata, downloadTokens: '' }), undefined, gone],
  ['a query: final, the first token counts', answerOf(final, metadata), undefined, stored],
  ['a chunk: final', answerOf(final, metadata), 10, stored],
  ['an error is never a state', answerOf(final, metadata, 503), undefined, undefined],
])('what a session says: %s', (_, answer, reached, state) => {
  expect(stateOf(config, { object, size: 10 }, answer, reached)).toEqual(state);
});
