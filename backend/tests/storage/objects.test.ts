import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CorsEntry } from '../../storage/index';
import { REQUEST_ID as REQUEST } from '../project/index';
import { OWNER, temporaryFolder } from '../server';
import { BUCKET, objectPath, someBytes, startStorage, type StorageServer } from './uploads';

const PUBLIC = 'gallery/work-1/cover.jpg';
const PRIVATE = `requests/${REQUEST}/Ab3dEf6hIj.jpg`;
const BYTES = Buffer.from(someBytes(2000));

let server: StorageServer;
beforeEach(async () => {
  server = await startStorage();
  server.objects.put(PUBLIC, BYTES, {
    contentType: 'image/jpeg',
    cacheControl: 'public, max-age=31536000, immutable',
  });
  server.objects.put(PRIVATE, BYTES, { contentType: 'image/jpeg' }, 'the-token');
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.origin + path, { headers });

describe('downloads', () => {
  it('of public pictures have the right type, Cache-Control and ETag', async () => {
    const response = await get(objectPath(PUBLIC, '?alt=media'));
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': '2000',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(Buffer.from(await response.arrayBuffer()).equals(BYTES)).toBe(true);
    const tag = response.headers.get('etag')!;
    expect((await get(objectPath(PUBLIC, '?alt=media'), { 'If-None-Match': tag })).status).toBe(
      304,
    );
  });

  it('of other objects need the token; without it the answer is 403, even if the object does not exist', async () => {
    expect((await get(objectPath(PRIVATE, '?alt=media'))).status).toBe(403);
    expect((await get(objectPath(PRIVATE, '?alt=media&token=wrong'))).status).toBe(403);
    expect((await get(objectPath(PRIVATE))).status).toBe(403);
    expect((await get(objectPath('requests/1/none.jpg', '?alt=media'))).status).toBe(403);
    expect((await get(objectPath('gallery/none.jpg', '?alt=media'))).status).toBe(404);
    expect((await get(objectPath(PRIVATE, '?alt=media&token=the-token'))).status).toBe(200);
    expect((await get(objectPath(PRIVATE, '?alt=media'), OWNER)).status).toBe(200);
  });

  it('always contain the whole object, even for a Range request', async () => {
    const response = await get(objectPath(PUBLIC, '?alt=media'), { Range: 'bytes=0-99' });
    expect([response.status, response.headers.get('content-length')]).toEqual([200, '2000']);
  });
});

describe('calls from other origins', () => {
  const PAGE = 'http://localhost:5000';
  const entry = { method: ['GET'], responseHeader: ['Content-Type', 'Range'], maxAgeSeconds: 60 };
  const all = { origin: ['*'], ...entry };
  const preflight = (headers: string) => ({
    'Access-Control-Request-Method': 'GET',
    'Access-Control-Request-Headers': headers,
  });
  const exposed = { 'access-control-expose-headers': 'Content-Type, Range', vary: 'Origin' };

  it.each<[what: string, entries: CorsEntry[], asked: Record<string, string>, object]>([
    ['no entry', [], {}, {}],
    ['any origin', [all], {}, { 'access-control-allow-origin': '*', ...exposed }],
    [
      'this origin',
      [{ ...all, origin: [PAGE] }],
      {},
      { 'access-control-allow-origin': PAGE, ...exposed },
    ],
    ['another origin', [{ ...all, origin: ['https://x.example'] }], {}, { vary: 'Origin' }],
    ['another method', [{ ...all, method: ['PUT'] }], {}, { vary: 'Origin' }],
    [
      'a preflight',
      [all],
      preflight('range'),
      {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET',
        'access-control-allow-headers': 'Content-Type, Range',
        'access-control-max-age': '60',
        vary: 'Origin',
      },
    ],
    ['a preflight for another header', [all], preflight('x-other'), { vary: 'Origin' }],
  ])(
    'a download gets the CORS headers of the bucket’s configuration: %s',
    async (_, entries, asked, expected) => {
      const corsFile = join(temporaryFolder(), 'cors.json');
      writeFileSync(corsFile, JSON.stringify(entries));
      const other = await startStorage({ corsFile });
      other.objects.put(PUBLIC, BYTES, {});
      const { headers } = await fetch(other.origin + objectPath(PUBLIC, '?alt=media'), {
        method: 'Access-Control-Request-Method' in asked ? 'OPTIONS' : 'GET',
        headers: { Origin: PAGE, ...asked },
      });
      const ofCors = [...headers].filter(([name]) => /^(access-control|vary)/.test(name));
      expect(Object.fromEntries(ofCors)).toEqual(expected);
    },
  );

  it('any origin may read every other answer', async () => {
    const { headers } = await get(objectPath(PUBLIC), { Origin: PAGE });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-expose-headers')).toContain('X-Goog-Upload-Status');
  });
});

describe('metadata, lists and deletes', () => {
  it('are only for the owner', async () => {
    const list = `/v0/b/${BUCKET}/o?prefix=requests/${REQUEST}/`;
    expect((await get(list)).status).toBe(403);
    expect(await (await get(list, OWNER)).json()).toEqual({
      prefixes: [],
      items: [{ name: PRIVATE, bucket: BUCKET }],
    });
    expect((await get(`${list}&delimiter=-`, OWNER)).status).toBe(501);
    expect((await get(list.slice(0, -1), OWNER)).status).toBe(400);
    const url = server.origin + objectPath(PRIVATE);
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(403);
    expect((await fetch(url, { method: 'PATCH', body: '{}', headers: OWNER })).status).toBe(501);
    expect((await fetch(url, { method: 'DELETE', headers: OWNER })).status).toBe(204);
    expect(server.objects.get(PRIVATE)).toBeUndefined();
  });

  it('a list is returned in pages', async () => {
    const page = (token = '') =>
      get(`/v0/b/${BUCKET}/o?maxResults=1${token && `&pageToken=${token}`}`, OWNER).then(
        (response) =>
          response.json() as Promise<{ items: { name: string }[]; nextPageToken?: string }>,
      );
    const one = await page();
    const two = await page(one.nextPageToken);
    expect([...one.items, ...two.items].map(({ name }) => name)).toEqual([PUBLIC, PRIVATE]);
    expect(two.nextPageToken).toBeUndefined();
  });

  it('another bucket is a 404, an unsupported call is a 501, a path with broken percent-encoding is a 400', async () => {
    const statuses = ['/v0/b/other/o/x', '/upload/storage/v1/b/x/o', `/v0/b/${BUCKET}/o/%E0%A4%A`];
    const answers = await Promise.all(statuses.map((path) => get(path)));
    expect(answers.map(({ status }) => status)).toEqual([404, 501, 400]);
    expect(await answers[0]!.text()).toContain(`The only bucket is ${BUCKET}.`);
  });
});
