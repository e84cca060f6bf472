/**
 * Storage answers hostile requests exactly, and keeps what it has. The life of a session is in
 * `resumable.test.ts`.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { REQUEST_ID } from '../project/index';
import {
  command,
  objectPath,
  sessionUrl,
  someBytes,
  startStorage,
  startUpload,
  upload as uploadTo,
  uploadPath,
  type StorageServer,
} from './uploads';

const FOLDER = `requests/${REQUEST_ID}`;
/** Lies there already, with the token `the-token`. */
const TAKEN = `${FOLDER}/Ab3dEf6hIj.jpg`;
const PUBLIC = 'gallery/work-1/cover.jpg';
const FREE = `${FOLDER}/ZZ3dEf6hIj.jpg`;
const OK = '200';
const DENIED = '403 Permission denied.';
const NOT_FOUND = '404 Not Found.';

let server: StorageServer;
beforeEach(async () => {
  server = await startStorage();
  server.objects.put(PUBLIC, Buffer.from('cover'), { contentType: 'image/jpeg' }, 'public-token');
  server.objects.put(TAKEN, Buffer.from('taken'), { contentType: 'image/jpeg' }, 'the-token');
});

const get = (path: string, headers = {}) => fetch(server.origin + path, { headers });
const upload = (name: string, metadata = {}) => uploadTo(server.origin, name, metadata);
const settings = (body: string) => {
  const headers = { 'X-Goog-Upload-Protocol': 'resumable', 'X-Goog-Upload-Command': 'start' };
  return fetch(server.origin + uploadPath(FREE), { method: 'POST', headers, body });
};

const cases: [what: string, expected: string, attack: () => Promise<Response>][] = [
  // Names.
  ['an honest picture', OK, () => upload(FREE)],
  ['no name', '400 The object has no name.', () => upload('')],
  ['a prototype as a request', DENIED, () => upload('requests/__proto__/ZZ3dEf6hIj.jpg')],
  ['a name in the metadata that is another', OK, () => upload(FREE, { name: PUBLIC })],

  // Contents.
  [
    'a type that is no text',
    '400 contentType is not a string.',
    () => upload(FREE, { contentType: [] }),
  ],
  [
    'a picture in the header, a page in the metadata',
    DENIED,
    () => upload(FREE, { contentType: 'text/html' }),
  ],
  [
    'a header in the caching',
    '400 cacheControl has a control character.',
    () => upload(FREE, { cacheControl: 'public\nX: y' }),
  ],
  ['settings that are a list', '400 Invalid JSON.', () => settings('[]')],
  [
    'settings nested 20,000 deep',
    DENIED,
    () => settings(`{"x":${'['.repeat(20_000)}${']'.repeat(20_000)}}`),
  ],
  [
    'a token of the own choice',
    '501 UNIMPLEMENTED: custom metadata (local Storage).',
    () => upload(FREE, { metadata: { firebaseStorageDownloadTokens: 'guess-me' } }),
  ],

  // Sessions.
  [
    'a start of -1 bytes',
    '400 x-goog-upload-header-content-length is not a number.',
    () => startUpload(server.origin, FREE, { size: -1 }),
  ],
  [
    'a prototype as a session',
    NOT_FOUND,
    () => command(`${server.origin}${uploadPath(FREE)}&upload_id=__proto__`, 'query'),
  ],
  [
    'another name for a running session',
    OK,
    async () => {
      const url = await sessionUrl(startUpload(server.origin, FREE, { size: 10 }));
      const id = new URL(url).searchParams.get('upload_id');
      const other = `${server.origin}${uploadPath(PUBLIC)}&upload_id=${id}`;
      return command(other, 'upload, finalize', 0, someBytes(10));
    },
  ],

  // Reading and changing.
  [
    'two tokens, the first one wrong',
    DENIED,
    () => get(objectPath(TAKEN, '?alt=media&token=x&token=the-token')),
  ],
  [
    'a picture through the gallery',
    NOT_FOUND,
    () => get(objectPath(`gallery/../${TAKEN}`, '?alt=media')),
  ],
  [
    'a token that nobody signed',
    '403 Permission denied.',
    () => get(objectPath(TAKEN), { Authorization: 'Firebase x.y.z' }),
  ],
];

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
    const response = await attack();
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
