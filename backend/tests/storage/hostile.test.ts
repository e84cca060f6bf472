/**
 * Storage answers hostile requests exactly, and keeps what it has. The life of a session is in
 * `resumable.test.ts`.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { REQUEST_ID as REQUEST } from '../project/index';
import {
  command,
  multipart,
  objectPath,
  sessionUrl,
  someBytes,
  startStorage,
  startUpload,
  uploadPath,
  type StorageServer,
} from './uploads';

const FOLDER = `requests/${REQUEST}`;
/** Lies there already, with the token `the-token`. */
const TAKEN = `${FOLDER}/Ab3dEf6hIj.jpg`;
const PUBLIC = 'gallery/work-1/cover.jpg';
const FREE = `${FOLDER}/ZZ3dEf6hIj.jpg`;
const OK = '200';
const DENIED = '403 Permission denied.';
const NOT_FOUND = '404 Not Found.';
const NO_BOUNDARY = '400 Not a multipart/related upload with a boundary.';
const TORN = '400 The multipart body is not complete.';
const NO_LENGTH = '400 x-goog-upload-header-content-length is not a number.';

type Attack = (server: StorageServer) => Promise<Response>;
type Case = [what: string, expected: string, attack: Attack];

const upload =
  (name: string, more: Parameters<typeof multipart>[2] = {}): Attack =>
  ({ origin }) =>
    multipart(origin, name, more);
const saying = (metadata: object) => upload(FREE, { metadata });
const request =
  (method: string, path: string, options: RequestInit = {}): Attack =>
  ({ origin }) =>
    fetch(origin + path, { method, ...options });
const get = (path: string, headers: Record<string, string> = {}) =>
  request('GET', path, { headers });
const start =
  (size: string): Attack =>
  ({ origin }) =>
    startUpload(origin, FREE, { headers: { 'X-Goog-Upload-Header-Content-Length': size } });
const token = (query: string) => get(objectPath(TAKEN, `?alt=media&token=${query}`));
/** Starts a resumable upload of 10 bytes and goes on with its session's address. */
const session =
  (next: (url: string, server: StorageServer) => Promise<Response>): Attack =>
  async (server) =>
    next(await sessionUrl(startUpload(server.origin, FREE, { size: 10 })), server);
const stray =
  (id: string): Attack =>
  ({ origin }) =>
    command(`${origin}${uploadPath(FREE)}&upload_id=${id}`, 'query');
const body = (type: string, text: string) =>
  request('POST', uploadPath(FREE), {
    headers: { 'X-Goog-Upload-Protocol': 'multipart', 'Content-Type': type },
    body: text,
  });
const settings = (text: string) =>
  request('POST', uploadPath(FREE), {
    headers: { 'X-Goog-Upload-Protocol': 'resumable', 'X-Goog-Upload-Command': 'start' },
    body: text,
  });

const cases: Case[] = [
  // Names.
  ['an honest picture', OK, upload(FREE)],
  ['no name', '400 The object has no name.', upload('')],
  ['a prototype as a request', DENIED, upload('requests/__proto__/ZZ3dEf6hIj.jpg')],
  ['a name in the metadata that is another', OK, saying({ name: PUBLIC })],

  // Contents.
  ['a type that is no text', '400 contentType is not a string.', saying({ contentType: [] })],
  ['a picture in the part, a page in the metadata', DENIED, saying({ contentType: 'text/html' })],
  [
    'a header in the caching',
    '400 cacheControl has a control character.',
    saying({ cacheControl: 'public\nX: y' }),
  ],
  ['metadata that are no object', '400 metadata is not an object.', saying({ metadata: 'x' })],
  ['settings that are a list', '400 Invalid JSON.', settings('[]')],
  [
    'settings nested 20,000 deep',
    DENIED,
    settings(`{"x":${'['.repeat(20_000)}${']'.repeat(20_000)}}`),
  ],
  [
    'a token of the own choice',
    OK,
    saying({ downloadTokens: 'guess-me', metadata: { firebaseStorageDownloadTokens: 'guess-me' } }),
  ],
  ['no boundary', NO_BOUNDARY, body('multipart/related', 'x')],
  ['a torn body', TORN, body('multipart/related; boundary=b', '--b\r\n\r\n{}')],

  // Sessions.
  ['a start of -1 bytes', NO_LENGTH, start('-1')],
  ['a prototype as a session', NOT_FOUND, stray('__proto__')],
  [
    'another name for a running session',
    OK,
    session((url, { origin }) => {
      const id = new URL(url).searchParams.get('upload_id');
      const other = `${origin}${uploadPath(PUBLIC)}&upload_id=${id}`;
      return command(other, 'upload, finalize', 0, someBytes(10));
    }),
  ],

  // Reading and changing.
  ['two tokens, the first one wrong', DENIED, token('x&token=the-token')],
  [
    'a picture through the gallery',
    NOT_FOUND,
    get(objectPath(`gallery/../${TAKEN}`, '?alt=media')),
  ],
  [
    'a token that nobody signed',
    '401 Firebase ID token is invalid.',
    get(objectPath(TAKEN), { Authorization: 'Firebase x.y.z' }),
  ],
];

let server: StorageServer;
beforeEach(async () => {
  server = await startStorage();
  server.objects.put(PUBLIC, Buffer.from('cover'), { contentType: 'image/jpeg' }, 'public-token');
  server.objects.put(TAKEN, Buffer.from('taken'), { contentType: 'image/jpeg' }, 'the-token');
});

/** Status and, of an error, its message. */
async function answer(response: Response): Promise<string> {
  const body = await response.text();
  if (response.ok) return String(response.status);
  const { error } = JSON.parse(body) as { error: { code: number; message: string } };
  expect(error.code).toBe(response.status);
  return `${response.status} ${error.message}`;
}

const stored = () =>
  server.objects.list().map((object) => [object.name, server.objects.bytes(object).toString()]);

describe(`${cases.length} hostile cases against Storage`, () => {
  it.each(cases)('%s: %s', async (_what, expected, attack) => {
    const before = stored();
    const response = await attack(server);
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(await answer(response)).toBe(expected);
    expect(stored()).toEqual(expect.arrayContaining(before));
    for (const { name, contentType, size, tokens } of server.objects.list()) {
      if ([PUBLIC, TAKEN].includes(name)) continue;
      expect(name).toMatch(new RegExp(`^${FOLDER}/[A-Za-z0-9]{10}[.](jpg|png)$`));
      expect(contentType).toMatch(/^image\/(jpeg|png)$/);
      expect(size).toBeLessThanOrEqual(10 * 1024 * 1024);
      expect(tokens).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    }
  });

  it('gives out a file name in any script, and half a letter', async () => {
    const contentDisposition = 'inline; filename="厨房\ud83e.jpg"';
    server.objects.put(TAKEN, Buffer.from('x'), { contentDisposition }, 't');
    const response = await fetch(server.origin + objectPath(TAKEN, '?alt=media&token=t'));
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Disposition')).toBe(
      'inline; filename="%E5%8E%A8%E6%88%BF%EF%BF%BD.jpg"',
    );
  });
});
