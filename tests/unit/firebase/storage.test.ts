import { describe, expect, test } from 'vitest';
import {
  queryUpload,
  sendChunk,
  sessionOf,
  startUpload,
  stateOf,
} from '../../../src/firebase/rest/storage';
import type { BackendConfig } from '../../../src/firebase/config';
import { answerJson, serve } from './server';

const object = 'requests/1234567890/abcDEF1234.jpg';
const place = { object, size: 10 };
const metadata = {
  name: object,
  bucket: 'demo-cabinets.appspot.com',
  size: '10',
  downloadTokens: 'one&two,three',
};

describe('start', () => {
  test('speaks the protocol of the Firebase SDK', async () => {
    const { config, origin, requests } = await serve((response) => {
      response
        .writeHead(200, {
          'X-Goog-Upload-Status': 'active',
          'X-Goog-Upload-URL': `${origin}/v0/b/x/o?upload_id=1`,
        })
        .end();
    });
    const answer = await startUpload(config, { ...place, contentType: 'image/jpeg' });
    expect(sessionOf(config, answer!)).toBe(`${origin}/v0/b/x/o?upload_id=1`);
    expect(requests[0]).toMatchObject({
      method: 'POST',
      url: '/v0/b/demo-cabinets.appspot.com/o?name=requests%2F1234567890%2FabcDEF1234.jpg',
      headers: {
        'x-goog-upload-protocol': 'resumable',
        'x-goog-upload-command': 'start',
        'x-goog-upload-header-content-length': '10',
        'x-goog-upload-header-content-type': 'image/jpeg',
      },
    });
    expect(JSON.parse(requests[0]!.body.toString())).toEqual({
      name: object,
      contentType: 'image/jpeg',
    });
  });

  /** What `config` makes of an answer to the start. */
  async function sessionFrom(headers: Record<string, string>, status = 200) {
    const { config } = await serve((response) => response.writeHead(status, headers).end('<html>'));
    const answer = await startUpload(config, { ...place, contentType: 'image/jpeg' });
    return (change: Partial<BackendConfig> = {}) => sessionOf({ ...config, ...change }, answer!);
  }
  const active = { 'X-Goog-Upload-Status': 'active' };
  const at = (url: string) => ({ ...active, 'X-Goog-Upload-URL': url });
  const there = { storageOrigin: 'http://x.test' };

  test.each<[string, Record<string, string>, number?]>([
    ['a captive portal', { 'Content-Type': 'text/html' }],
    ['no address', active],
    ['no status', { 'X-Goog-Upload-URL': 'http://x.test/' }],
    ['not an address', at('nowhere')],
    ['another host', at('https://y.test/')],
    ['another kind', at('ftp://x.test/')],
    // As production does without TLS.
    ['another scheme', at('https://x.test/')],
    ['an error', at('http://x.test/'), 500],
  ])('%s gives no session', async (_, headers, status) => {
    expect((await sessionFrom(headers, status))(there)).toBeUndefined();
    expect((await sessionFrom(at('http://x.test/')))(there)).toBe('http://x.test/');
  });
});

describe('chunks', () => {
  const bytes = new Uint8Array([1, 2, 3, 4]);
  test.each([
    ['a chunk', { chunk: bytes, offset: 0, last: false }, 'upload'],
    ['the last chunk', { chunk: bytes, offset: 6, last: true }, 'upload, finalize'],
    ['everything is there', { chunk: new Uint8Array(), offset: 10, last: true }, 'finalize'],
  ])('%s', async (_, chunk, command) => {
    const { origin, requests } = await serve((response) => answerJson(response, 200, {}));
    await sendChunk(`${origin}/session`, chunk);
    expect(requests[0]).toMatchObject({
      method: 'POST',
      url: '/session',
      headers: {
        'x-goog-upload-command': command,
        'x-goog-upload-offset': String(chunk.offset),
        'content-length': String(chunk.chunk.byteLength),
      },
    });
    expect(requests[0]!.body).toEqual(Buffer.from(chunk.chunk));
  });
});

describe('what a session says', () => {
  const active = { 'X-Goog-Upload-Status': 'active' };
  const final = { 'X-Goog-Upload-Status': 'final' };
  const received = (bytes: string) => ({ ...active, 'X-Goog-Upload-Size-Received': bytes });
  const url = (origin: string) =>
    `${origin}/v0/b/demo-cabinets.appspot.com/o/requests%2F1234567890%2FabcDEF1234.jpg?alt=media&token=one%26two`;

  test.each<[string, Record<string, string>, unknown, number | undefined, unknown]>([
    ['a query in the middle', received('4'), {}, undefined, { type: 'active', offset: 4 }],
    ['a query at the end', received('10'), {}, undefined, { type: 'active', offset: 10 }],
    ['more than there is', received('11'), {}, undefined, { type: 'lost' }],
    ['a query without a count', active, {}, undefined, undefined],
    ['a query with a strange count', received('-1'), {}, undefined, undefined],
    ['a chunk', active, {}, 8, { type: 'active', offset: 8 }],
    ['a chunk taken in part', received('6'), {}, 8, { type: 'active', offset: 6 }],
    ['cancelled', { 'X-Goog-Upload-Status': 'cancelled' }, {}, undefined, { type: 'lost' }],
    ['a portal', {}, '<html>', undefined, undefined],
    ['a query: final, nothing to build the address from', final, 'OK', undefined, { type: 'lost' }],
    ['a chunk: final, answer garbled', final, 'OK', 10, undefined],
    ['another object', final, { ...metadata, name: 'x' }, undefined, { type: 'lost' }],
    ['another size', final, { ...metadata, size: '9' }, undefined, { type: 'lost' }],
    ['no tokens', final, { ...metadata, downloadTokens: '' }, undefined, { type: 'lost' }],
  ])('%s', async (_, headers, body, reached, state) => {
    const { config, origin } = await serve((response) => {
      response.writeHead(200, headers).end(JSON.stringify(body));
    });
    const answer = await queryUpload(`${origin}/session`);
    expect(stateOf(config, place, answer!, reached)).toEqual(state);
  });

  test.each([undefined, 10])('final, with the first token (reached %j)', async (reached) => {
    const { config, origin, requests } = await serve((response) => {
      response.writeHead(200, final).end(JSON.stringify(metadata));
    });
    const answer = await queryUpload(`${origin}/session`);
    expect(requests[0]?.headers['x-goog-upload-command']).toBe('query');
    expect(stateOf(config, place, answer!, reached)).toEqual({ type: 'final', url: url(origin) });
  });

  test('an error is never a state', async () => {
    const { config, origin } = await serve((response) => {
      response.writeHead(503, final).end(JSON.stringify(metadata));
    });
    expect(stateOf(config, place, (await queryUpload(`${origin}/session`))!)).toBeUndefined();
  });
});
