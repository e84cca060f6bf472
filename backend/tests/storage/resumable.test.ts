import { request } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import { REQUEST_ID as REQUEST } from '../project/index';
import { OWNER, temporaryFolder } from '../server';
import {
  command,
  progressOf,
  sessionUrl,
  someBytes,
  startStorage,
  startUpload,
  type StorageServer,
} from './uploads';

const CHUNK = 256 * 1024;
const NAME = `requests/${REQUEST}/Ab3dEf6hIj.jpg`;
const WHOLE = someBytes(CHUNK + 1000);
const first = WHOLE.slice(0, CHUNK);
const rest = WHOLE.slice(CHUNK);

let server: StorageServer;
beforeEach(async () => {
  server = await startStorage();
});

const start = (size: number | undefined = WHOLE.length) =>
  sessionUrl(startUpload(server.origin, NAME, size === undefined ? {} : { size }));

const received = async (url: string) => Number(progressOf(await command(url, 'query')).received);

async function finishes(url: string, offset = 0) {
  const answer = await command(url, 'upload, finalize', offset, WHOLE.slice(offset));
  expect(progressOf(answer).status).toBe('final');
  expect(server.objects.bytes(server.objects.get(NAME)!).equals(WHOLE)).toBe(true);
  return answer;
}

/** Uploads all bytes when the request already has files, so the rules refuse the object at the end. */
function refused(url: string) {
  server.put(`requests/${REQUEST}`, { files: ['x'] });
  return command(url, 'upload, finalize', 0, WHOLE);
}

describe('a resumable upload', () => {
  it('the start returns a session address, chunks are accepted in order, and the last answer is the metadata', async () => {
    const start = await startUpload(server.origin, NAME, { size: WHOLE.length });
    expect(progressOf(start)).toMatchObject({ code: 200, status: 'active' });
    expect(Object.fromEntries(start.headers)).toMatchObject({
      'x-goog-upload-chunk-granularity': '262144',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringContaining('X-Goog-Upload-URL'),
    });
    const url = start.headers.get('X-Goog-Upload-URL')!;
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v0\/b\/demo-.+\/o\?name=.+&upload_id=.+/);
    const chunk = { code: 200, status: 'active', received: String(CHUNK) };
    expect(progressOf(await command(url, 'upload', 0, first))).toEqual(chunk);
    const last = await command(url, 'upload, finalize', CHUNK, rest);
    expect(progressOf(last)).toMatchObject({ code: 200, status: 'final' });
    expect(await last.json()).toMatchObject({
      name: NAME,
      size: String(WHOLE.length),
      contentType: 'image/jpeg',
      downloadTokens: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(server.objects.bytes(server.objects.get(NAME)!).equals(WHOLE)).toBe(true);
  });

  it('finalize can be sent separately after the last chunk', async () => {
    const url = await start(CHUNK);
    await command(url, 'upload', 0, first);
    expect(progressOf(await command(url, 'finalize', CHUNK))).toMatchObject({ status: 'final' });
    expect(server.objects.get(NAME)?.size).toBe(CHUNK);
  });

  it.each<[what: string, name: string, offset: number | undefined, bytes: typeof rest]>([
    ['with an offset before the received bytes', 'upload, finalize', 0, rest],
    ['with an offset after the received bytes', 'upload, finalize', CHUNK * 2, rest],
    ['without an offset', 'upload', undefined, first],
    [
      'that is not the last and whose size is not a multiple of the granularity',
      'upload',
      CHUNK,
      rest,
    ],
  ])('a chunk %s is refused, and the received bytes are kept', async (_, name, offset, bytes) => {
    const url = await start();
    await command(url, 'upload', 0, first);
    const refusal = await command(url, name, offset, bytes);
    expect(progressOf(refusal)).toEqual({ code: 400, status: 'active', received: String(CHUNK) });
    expect(server.objects.get(NAME)).toBeUndefined();
    await finishes(url, CHUNK);
  });

  it('more or fewer bytes than declared are refused', async () => {
    const url = await start(CHUNK);
    expect((await command(url, 'upload, finalize', 0, WHOLE)).status).toBe(400);
    expect((await command(url, 'upload, finalize', 0, WHOLE.slice(0, 10))).status).toBe(400);
    expect(server.objects.get(NAME)).toBeUndefined();
  });

  it('a new connection takes over from a hanging one, whose whole units are kept', async () => {
    const url = await start();
    const command = { 'X-Goog-Upload-Command': 'upload, finalize', 'X-Goog-Upload-Offset': '0' };
    const headers = { ...command, 'Content-Length': WHOLE.length };
    const sending = request(url, { method: 'POST', headers });
    const isCut = new Promise((resolve) => sending.on('error', resolve));
    sending.on('response', () => expect.fail('A part was answered.'));
    sending.write(WHOLE.slice(0, CHUNK + 500));
    await expect.poll(() => received(url)).toBe(CHUNK);
    await isCut;
    await finishes(url, CHUNK);
  });

  it.each<[string, number, (url: string) => Promise<Response>]>([
    ['a finished session', 200, finishes],
    // As in firebase-tools' conformance tests of the Storage endpoints.
    ['a session that the rules refuse at the end', 403, refused],
  ])('%s stays final and answers every further upload with a 400', async (_, code, end) => {
    const url = await start();
    const ended = { status: 'final', received: String(WHOLE.length) };
    expect(progressOf(await end(url))).toEqual({ code, ...ended });
    for (const [name, offset] of [
      ['upload', 0],
      ['upload, finalize', 0],
      ['finalize', WHOLE.length],
    ] as const) {
      const late = await command(url, name, offset, name.startsWith('upload') ? WHOLE : undefined);
      expect(progressOf(late)).toEqual({ code: 400, ...ended });
      expect(await late.text()).toBe('');
    }
    const asked = await command(url, 'query');
    expect(progressOf(asked)).toEqual({ code: 200, ...ended });
    expect(await asked.text()).toBe('');
  });

  it('error answers also contain the status of the session', async () => {
    const url = await start();
    const progress = async (answer: Promise<Response>) => {
      const { code, status } = progressOf(await answer);
      return [code, status];
    };
    expect(await progress(command(url, 'rewind'))).toEqual([400, 'active']);
    expect(await progress(command(url, 'cancel'))).toEqual([501, 'active']);
    expect(await progress(command(url, 'upload', 0, WHOLE))).toEqual([400, 'active']);
    expect(await progress(command(url.replace('upload_id=', 'upload_id=x'), 'query'))).toEqual([
      404,
      'cancelled',
    ]);
    expect(await progress(startUpload(server.origin, 'elsewhere.jpg'))).toEqual([403, 'final']);
    await finishes(url);
    expect(await progress(startUpload(server.origin, NAME))).toEqual([403, 'final']);
  });
});

describe('the rules of a resumable upload', () => {
  it('are asked again at the end of the upload, with the real size', async () => {
    const url = await sessionUrl(
      startUpload(server.origin, NAME, { headers: OWNER, type: 'image/jpeg' }),
    );
    expect(progressOf(await command(url, 'finalize', 0))).toMatchObject({ code: 403 });
    expect(progressOf(await command(url, 'query'))).toMatchObject({ code: 200, status: 'final' });
  });
});

describe('upload sessions on disk', () => {
  it('survive a restart with all received bytes', async () => {
    const dataDir = temporaryFolder();
    const before = await startStorage({ dataDir });
    const url = await sessionUrl(startUpload(before.origin, NAME, { size: WHOLE.length }));
    await command(url, 'upload', 0, first);
    await before.stop();

    const after = await startStorage({ dataDir });
    const moved = url.replace(before.origin, after.origin);
    expect(progressOf(await command(moved, 'query')).received).toBe(String(CHUNK));
    await command(moved, 'upload, finalize', CHUNK, rest);
    await after.stop();

    const again = await startStorage({ dataDir });
    expect(again.objects.bytes(again.objects.get(NAME)!).equals(WHOLE)).toBe(true);
    expect(
      progressOf(await command(url.replace(before.origin, again.origin), 'query')).status,
    ).toBe('final');
  });
});
