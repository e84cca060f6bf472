/**
 * Tests that Storage answers hostile requests with the exact error and that no stored object changes.
 * `resumable.test.ts` tests how sessions work.
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
/** This object is already stored, with the token `the-token`. */
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
  ['a normal picture', OK, () => upload(FREE)],
  ['an object without a name', '400 The object has no name.', () => upload('')],
  ['`__proto__` as the request', DENIED, () => upload('requests/__proto__/ZZ3dEf6hIj.jpg')],
  ['another name in the metadata', OK, () => upload(FREE, { name: PUBLIC })],

  // Contents.
  [
    'a type that is not a string',
    '400 contentType is not a string.',
    () => upload(FREE, { contentType: [] }),
  ],
  [
    'an image type in the header, an HTML type in the metadata',
    DENIED,
    () => upload(FREE, { contentType: 'text/html' }),
  ],
  [
    'another header inside Cache-Control',
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
    'a download token chosen by the client',
    '501 UNIMPLEMENTED: custom metadata (local Storage).',
    () => upload(FREE, { metadata: { firebaseStorageDownloadTokens: 'guess-me' } }),
  ],

  // Sessions.
  [
    'a declared size of -1 bytes',
    '400 x-goog-upload-header-content-length is not a number.',
    () => startUpload(server.origin, FREE, { size: -1 }),
  ],
  [
    '`__proto__` as the session',
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

  // Reading.
  [
    'two tokens, the first one wrong',
    DENIED,
    () => get(objectPath(TAKEN, '?alt=media&token=x&token=the-token')),
  ],
  [
    'a path from the public gallery to the picture of a request',
    NOT_FOUND,
    () => get(objectPath(`gallery/../${TAKEN}`, '?alt=media')),
  ],
  [
    'an invalid ID token',
    '403 Permission denied.',
    () => get(objectPath(TAKEN), { Authorization: 'Firebase x.y.z' }),
  ],
];

/** The status of an answer and, for an error, its message. */
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
  it.each(cases)('the answer to %s is: %s', async (_what, expected, attack) => {
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

  it('a download’s file name may contain any script and even a lone surrogate', async () => {
    const contentDisposition = 'inline; filename="厨房\ud83e.jpg"';
    server.objects.put(TAKEN, Buffer.from('x'), { contentDisposition }, 't');
    const response = await fetch(server.origin + objectPath(TAKEN, '?alt=media&token=t'));
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Disposition')).toBe(
      'inline; filename="%E5%8E%A8%E6%88%BF%EF%BF%BD.jpg"',
    );
  });
});
