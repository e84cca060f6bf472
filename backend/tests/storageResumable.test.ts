import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  OWNER,
  REQUEST,
  command,
  progressOf,
  sessionUrl,
  someBytes,
  startStorage,
  startUpload,
  type StorageServer,
} from './storageServer';

const CHUNK = 256 * 1024;
const NAME = `requests/${REQUEST}/Ab3dEf6hIj.jpg`;
const WHOLE = someBytes(CHUNK + 1000);
const first = WHOLE.slice(0, CHUNK);
const rest = WHOLE.slice(CHUNK);

let server: StorageServer;
beforeEach(async () => {
  server = await startStorage();
});
afterEach(() => server.close());

const start = (size: number | undefined = WHOLE.length) =>
  sessionUrl(startUpload(server.origin, NAME, size === undefined ? {} : { size }));

/** Starts a last chunk from 0 and sends only a part of it. */
function sendPart(url: string, bytes: Uint8Array) {
  const sending = request(url, {
    method: 'POST',
    headers: {
      'X-Goog-Upload-Command': 'upload, finalize',
      'X-Goog-Upload-Offset': '0',
      'Content-Length': WHOLE.length,
    },
  });
  const isCut = new Promise<void>((resolve, reject) => {
    sending.on('error', () => resolve());
    sending.on('response', () => reject(new Error('A part was answered.')));
  });
  const isSent = new Promise<void>((resolve) => sending.write(bytes, () => resolve()));
  return { sending, isCut, isSent };
}

const received = async (url: string) => Number(progressOf(await command(url, 'query')).received);

async function finishes(url: string, offset: number) {
  const answer = await command(url, 'upload, finalize', offset, WHOLE.slice(offset));
  expect(progressOf(answer).status).toBe('final');
  expect(server.objects.bytes(server.objects.get(NAME)!).equals(WHOLE)).toBe(true);
}

describe('a resumable upload', () => {
  it('gives a session address, takes chunks in order and answers the metadata', async () => {
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

  it('finalizes apart from the last chunk', async () => {
    const url = await start(CHUNK);
    await command(url, 'upload', 0, first);
    expect(progressOf(await command(url, 'finalize', CHUNK))).toMatchObject({ status: 'final' });
    expect(server.objects.get(NAME)?.size).toBe(CHUNK);
  });

  it.each([
    ['behind what arrived', 0],
    ['ahead of what arrived', CHUNK * 2],
  ])('refuses a chunk %s and keeps what it has', async (_, offset) => {
    const url = await start();
    await command(url, 'upload', 0, first);
    const refused = await command(url, 'upload, finalize', offset, rest);
    expect(progressOf(refused)).toEqual({ code: 400, status: 'active', received: String(CHUNK) });
    expect(server.objects.get(NAME)).toBeUndefined();
    expect(progressOf(await command(url, 'upload, finalize', CHUNK, rest)).status).toBe('final');
  });

  it.each([
    ['without an offset', undefined, first],
    ['in the middle that is no multiple of the granularity', 0, WHOLE.slice(0, 1000)],
  ])('refuses a chunk %s', async (_, offset, bytes) => {
    const url = await start();
    expect((await command(url, 'upload', offset, bytes)).status).toBe(400);
    expect(await received(url)).toBe(0);
  });

  it('refuses more or less than was declared', async () => {
    const url = await start(CHUNK);
    expect((await command(url, 'upload, finalize', 0, WHOLE)).status).toBe(400);
    expect((await command(url, 'upload, finalize', 0, WHOLE.slice(0, 10))).status).toBe(400);
    expect(server.objects.get(NAME)).toBeUndefined();
  });

  it('keeps what arrived of a chunk whose connection broke, and goes on from there', async () => {
    const url = await start();
    const { sending, isCut, isSent } = sendPart(url, WHOLE.slice(0, 5000));
    await isSent;
    sending.destroy();
    await isCut;
    await expect.poll(() => received(url)).toBeGreaterThan(0);
    const arrived = await received(url);
    expect(arrived).toBeLessThanOrEqual(5000);
    await finishes(url, arrived);
  });

  it('lets a new connection take over from a hanging one', async () => {
    const url = await start();
    const { isCut } = sendPart(url, WHOLE.slice(0, 3000));
    await expect.poll(() => received(url)).toBe(3000);
    await isCut;
    await finishes(url, 3000);
  });

  it('says final with the metadata when a finished one is asked again', async () => {
    const url = await start();
    const done = await command(url, 'upload, finalize', 0, WHOLE);
    const metadata: unknown = await done.json();
    const progress = { code: 200, status: 'final', received: String(WHOLE.length) };
    for (const [name, offset] of [['query'], ['finalize', WHOLE.length]] as const) {
      const again = await command(url, name, offset);
      expect(progressOf(again)).toEqual(progress);
      expect(await again.json()).toEqual(metadata);
    }
    expect((await command(url, 'upload, finalize', 0, WHOLE)).status).toBe(400);
  });

  it('is gone after a cancel, and unknown sessions are not found', async () => {
    const url = await start();
    expect(progressOf(await command(url, 'cancel')).status).toBe('cancelled');
    expect((await command(url, 'query')).status).toBe(404);
    expect((await command(`${url}x`, 'query')).status).toBe(404);
    expect((await command(await start(), 'rewind')).status).toBe(400);
  });
});

describe('the rules of a resumable upload', () => {
  it('are asked again at the end, with the real size', async () => {
    const url = await sessionUrl(
      startUpload(server.origin, NAME, { headers: OWNER, type: 'image/jpeg' }),
    );
    const response = await command(url, 'finalize', 0);
    expect(response.status).toBe(403);
    expect(response.headers.get('X-Goog-Upload-Status')).toBe('final');
    expect((await command(url, 'query')).status).toBe(404);
  });

  it('are asked again at the end, when the request has its files by then', async () => {
    const url = await start();
    server.documents.set(`requests/${REQUEST}`, {
      files: { arrayValue: { values: [{ stringValue: 'x' }] } },
    });
    expect((await command(url, 'upload, finalize', 0, WHOLE)).status).toBe(403);
    expect(server.objects.get(NAME)).toBeUndefined();
  });
});

describe('upload sessions on disk', () => {
  it('survive a restart, bytes and all', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'storage-'));
    const before = await startStorage(folder);
    const url = await sessionUrl(startUpload(before.origin, NAME, { size: WHOLE.length }));
    await command(url, 'upload', 0, first);
    await before.close();

    const after = await startStorage(folder);
    const moved = url.replace(before.origin, after.origin);
    expect(progressOf(await command(moved, 'query')).received).toBe(String(CHUNK));
    await command(moved, 'upload, finalize', CHUNK, rest);
    await after.close();

    const again = await startStorage(folder);
    expect(again.objects.bytes(again.objects.get(NAME)!).equals(WHOLE)).toBe(true);
    expect(
      progressOf(await command(url.replace(before.origin, again.origin), 'query')).status,
    ).toBe('final');
    await again.close();
    rmSync(folder, { recursive: true });
  });
});
