// Uploads in one request, as the SDK's `uploadBytes` sends them, and the list of a folder, as `listAll` asks for it.
import { deleteApp, initializeApp } from 'firebase/app';
import { connectStorageEmulator, getStorage, listAll, ref, uploadBytes } from 'firebase/storage';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { REQUEST_ID as REQUEST } from '../project/index';
import { BUCKET, startStorage, uploadPath, type StorageServer } from './uploads';

const NAME = `requests/${REQUEST}/Ab3dEf6hIj.jpg`;
const SETTINGS = '{"contentType":"image/jpeg","cacheControl":"public, max-age=60"}';
/** Bytes that look like the end of a part. */
const BYTES = Buffer.from('\r\n--b\r\n--\r\n--bo\0\xff', 'latin1');

let server: StorageServer;
beforeEach(async () => {
  server = await startStorage();
});

const part = (type: string, bytes: Buffer | string) =>
  Buffer.concat([
    Buffer.from(`--boundary\r\nContent-Type: ${type}\r\n\r\n`),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ]);
const END = Buffer.from('--boundary--');
const whole = Buffer.concat([
  part('application/json; charset=utf-8', SETTINGS),
  part('image/jpeg', BYTES),
  END,
]);

const post = (body: Buffer, type = 'multipart/related; boundary=boundary', name = NAME) =>
  fetch(server.origin + uploadPath(name), {
    method: 'POST',
    headers: { 'X-Goog-Upload-Protocol': 'multipart', 'Content-Type': type },
    body: new Uint8Array(body),
  });

it('is stored with its settings, byte for byte, and the answer has its metadata', async () => {
  const answer = await post(whole);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({
    name: NAME,
    bucket: BUCKET,
    size: String(BYTES.length),
    contentType: 'image/jpeg',
    cacheControl: 'public, max-age=60',
  });
  expect(server.objects.bytes(server.objects.get(NAME)!)).toEqual(BYTES);
});

it('takes the type of the file’s part where the settings name none', async () => {
  const body = Buffer.concat([part('application/json', '{}'), part('image/png', BYTES), END]);
  expect(await (await post(body)).json()).toMatchObject({ contentType: 'image/png' });
});

it.each<[why: string, body: Buffer, type?: string]>([
  ['no boundary', whole, 'multipart/related'],
  ['another type', whole, 'application/json'],
  ['another boundary', whole, 'multipart/related; boundary=other'],
  ['no end', whole.subarray(0, -3)],
  ['one part', Buffer.concat([part('application/json', '{}'), END])],
  ['three parts', Buffer.concat([part('a/b', '{}'), part('a/b', ''), part('a/b', ''), END])],
  ['no headers', Buffer.from('--boundary\r\n{}\r\n--boundary\r\n\r\n--boundary--')],
  ['settings that are no JSON', Buffer.concat([part('a/b', 'x'), part('a/b', ''), END])],
  ['nothing at all', Buffer.alloc(0)],
])('with %s is refused with 400, and nothing is stored', async (_, body, type) => {
  expect((await post(body, type)).status).toBe(400);
  expect(server.objects.list()).toEqual([]);
});

it('that is too large for one request is refused with 413', async () => {
  const body = Buffer.concat([part('a/b', '{}'), part('image/jpeg', Buffer.alloc(17 << 20)), END]);
  expect((await post(body)).status).toBe(413);
  expect(server.objects.list()).toEqual([]);
});

it('is asked of the rules with its own type, size and name', async () => {
  const other = whole.toString('latin1').replaceAll('image/jpeg', 'text/html');
  expect((await post(Buffer.from(other, 'latin1'))).status).toBe(403);
  expect((await post(whole, undefined, 'elsewhere/x.jpg')).status).toBe(403);
  expect((await post(whole)).status).toBe(200);
  // The rules of this project let nobody replace a file.
  expect((await post(whole)).status).toBe(403);
});

it('the SDK uploads and lists a folder with its folders', async () => {
  const app = initializeApp({ projectId: 'demo-cabinets', storageBucket: BUCKET }, 'multipart');
  onTestFinished(() => deleteApp(app));
  const storage = getStorage(app);
  const { hostname, port } = new URL(server.origin);
  connectStorageEmulator(storage, hostname, Number(port), { mockUserToken: 'owner' });
  await uploadBytes(ref(storage, NAME), BYTES, { contentType: 'image/jpeg' });
  server.objects.put('gallery/a/1.webp', BYTES, {});
  server.objects.put('gallery/a/2.webp', BYTES, {});
  server.objects.put('gallery/a/deeper/3.webp', BYTES, {});
  server.objects.put('gallery/ab/4.webp', BYTES, {});
  const { items, prefixes } = await listAll(ref(storage, 'gallery/a/'));
  expect(items.map(({ fullPath }) => fullPath)).toEqual(['gallery/a/1.webp', 'gallery/a/2.webp']);
  expect(prefixes.map(({ fullPath }) => fullPath)).toEqual(['gallery/a/deeper']);
  const [stored] = server.objects.list().filter(({ name }) => name === NAME);
  expect([stored!.size, stored!.contentType]).toEqual([BYTES.length, 'image/jpeg']);
});
