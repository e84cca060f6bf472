/** What strangers try on Storage, and the answer each of them gets. */
import {
  BUCKET,
  command,
  objectPath,
  REQUEST,
  sessionUrl,
  someBytes,
  type StorageServer,
  startUpload,
  uploadPath,
} from '../storageServer';

export const SENT = '9876543210';
export const FOLDER = `requests/${REQUEST}`;
/** Lies there already, with the token `the-token`. */
export const TAKEN = `${FOLDER}/Ab3dEf6hIj.jpg`;
export const PUBLIC = 'gallery/work-1/cover.jpg';
const FREE = `${FOLDER}/ZZ3dEf6hIj.jpg`;

const OK = '200';
const DENIED = '403 Permission denied.';
const MiB = 1024 * 1024;
const CHUNK = 256 * 1024;

export type Attack = (server: StorageServer) => Promise<Response>;
export type Case = [what: string, expected: string, attack: Attack];

interface Upload {
  name?: string;
  /** As the metadata and the headers say it. */
  type?: string | null;
  bytes?: Uint8Array<ArrayBuffer>;
  metadata?: object;
}

const text = (content: string) => new TextEncoder().encode(content);

/** One multipart upload; the type is in the metadata and in the part. */
const multipart =
  ({ name = FREE, type = 'image/jpeg', bytes = someBytes(100), metadata = {} }: Upload): Attack =>
  ({ origin }) =>
    fetch(origin + uploadPath(name), {
      method: 'POST',
      headers: {
        'X-Goog-Upload-Protocol': 'multipart',
        'Content-Type': 'multipart/related; boundary=b',
      },
      body: Buffer.concat([
        Buffer.from('--b\r\nContent-Type: application/json\r\n\r\n'),
        Buffer.from(
          JSON.stringify({ name, ...(type !== null && { contentType: type }), ...metadata }),
        ),
        Buffer.from(`\r\n--b\r\n${type === null ? 'X: y' : `Content-Type: ${type}`}\r\n\r\n`),
        bytes,
        Buffer.from('\r\n--b--'),
      ]),
    });

const upload = (name: string) => multipart({ name });
const typed = (type: string | null) => multipart({ type });
const saying = (metadata: object) => multipart({ metadata });
/** Starts a resumable upload and goes on with its session's address. */
const session =
  (size: number, next: (url: string, server: StorageServer) => Promise<Response>): Attack =>
  async (server) =>
    next(await sessionUrl(startUpload(server.origin, FREE, { size })), server);
const request =
  (
    method: string,
    path: string,
    options: { body?: string; headers?: Record<string, string> } = {},
  ): Attack =>
  ({ origin }) =>
    fetch(origin + path, { method, ...options });
const get = (path: string, headers: Record<string, string> = {}) =>
  request('GET', path, { headers });

const names: Case[] = [
  ['an honest picture', OK, upload(FREE)],
  ['up to the gallery', DENIED, upload(`${FOLDER}/../../gallery/work-1/cover.jpg`)],
  ['up within the folder', DENIED, upload(`${FOLDER}/./ZZ3dEf6hIj.jpg`)],
  ['a slash at the end', DENIED, upload(`${FREE}/`)],
  ['two slashes at the end', DENIED, upload(`${FREE}//`)],
  ['a slash at the start', DENIED, upload(`/${FREE}`)],
  ['a slash twice', DENIED, upload(`requests//${REQUEST}/ZZ3dEf6hIj.jpg`)],
  ['a slash in percent code', DENIED, upload(`requests/${REQUEST}%2FZZ3dEf6hIj.jpg`)],
  ['a dot in percent code', DENIED, upload(`${FOLDER}/ZZ3dEf6hIj%2Ejpg`)],
  ['a NUL before another ending', DENIED, upload(`${FOLDER}/ZZ3dEf6hIj.html\0.jpg`)],
  ['a line break at the end', DENIED, upload(`${FREE}\n`)],
  ['a blank at the end', DENIED, upload(`${FREE} `)],
  ['a backslash', DENIED, upload(`requests\\${REQUEST}\\ZZ3dEf6hIj.jpg`)],
  ['letters that look alike', DENIED, upload(`${FOLDER}/ΖΖ3dEf6hIj.jpg`)],
  ['the ending of a page', DENIED, upload(`${FOLDER}/ZZ3dEf6hIj.html`)],
  ['two endings', DENIED, upload(`${FOLDER}/ZZ3dEf6hIj.php.jpg`)],
  ['no name', '400 The object has no name.', upload('')],
  ['only a folder', DENIED, upload(`${FOLDER}/`)],
  ['a name of 2,000 letters', DENIED, upload(`${FOLDER}/${'x'.repeat(2000)}.jpg`)],
  ['a request that is not there', DENIED, upload('requests/5555555555/ZZ3dEf6hIj.jpg')],
  ['a request that was sent', DENIED, upload(`requests/${SENT}/ZZ3dEf6hIj.jpg`)],
  ['a prototype as a request', DENIED, upload('requests/__proto__/ZZ3dEf6hIj.jpg')],
  ['the gallery', DENIED, upload('gallery/work-1/ZZ3dEf6hIj.jpg')],
  ['over a picture of the gallery', DENIED, upload(PUBLIC)],
  ["over somebody's picture", DENIED, upload(TAKEN)],
  ['a name in the metadata that is another', OK, multipart({ metadata: { name: PUBLIC } })],
  ['another bucket', '404 Not Found.', request('POST', `/v0/b/other/o?name=${FREE}`)],
  [
    'a bucket in percent code',
    '404 Not Found.',
    request('POST', `/v0/b/..%2F${BUCKET}/o?name=${FREE}`),
  ],
];

const contents: Case[] = [
  ['an SVG', DENIED, typed('image/svg+xml')],
  ['an SVG in capitals', DENIED, typed('IMAGE/SVG+XML')],
  ['a page', DENIED, typed('text/html')],
  ['a page among parameters', DENIED, typed('image/jpeg; text/html')],
  ['a page behind a comma', DENIED, typed('image/jpeg, text/html')],
  ['XML that calls itself a picture', DENIED, typed('image/xml')],
  ['a script', DENIED, typed('application/javascript')],
  ['any type of picture', DENIED, typed('image/*')],
  ['no type', DENIED, typed(null)],
  ['an empty type', DENIED, typed('')],
  [
    'a type that is no text',
    '400 contentType is not a string.',
    saying({ contentType: ['image/jpeg'] }),
  ],
  ['a picture in the part, a page in the metadata', DENIED, saying({ contentType: 'text/html' })],
  [
    'a polyglot: a page in the bytes of a JPEG',
    OK,
    multipart({ bytes: text('\u00ff\u00d8<script>alert(1)</script>') }),
  ],
  [
    'an SVG in the bytes of a PNG',
    OK,
    multipart({ type: 'image/png', bytes: text('<svg onload="alert(1)"/>') }),
  ],
  ['gzip', DENIED, saying({ contentEncoding: 'gzip' })],
  ['two encodings', DENIED, saying({ contentEncoding: 'identity, br' })],
  [
    'a header in the disposition',
    '400 contentDisposition has a control character.',
    saying({ contentDisposition: 'inline\r\nSet-Cookie: a=b' }),
  ],
  [
    'a header in the caching',
    '400 cacheControl has a control character.',
    saying({ cacheControl: 'public\nX: y' }),
  ],
  ['metadata that are no object', '400 metadata is not an object.', saying({ metadata: 'x' })],
  [
    'metadata that are a list',
    '400 Invalid JSON.',
    request('POST', uploadPath(FREE), {
      headers: { 'X-Goog-Upload-Protocol': 'resumable', 'X-Goog-Upload-Command': 'start' },
      body: '[]',
    }),
  ],
  [
    'metadata nested 50,000 deep',
    DENIED,
    request('POST', uploadPath(FREE), {
      headers: { 'X-Goog-Upload-Protocol': 'resumable', 'X-Goog-Upload-Command': 'start' },
      body: `{"x":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
    }),
  ],
  [
    'a token of the own choice',
    OK,
    saying({ downloadTokens: 'guess-me', metadata: { firebaseStorageDownloadTokens: 'guess-me' } }),
  ],
  ['0 bytes', DENIED, multipart({ bytes: text('') })],
  ['10 MiB and 1 byte', DENIED, multipart({ bytes: new Uint8Array(10 * MiB + 1) })],
  [
    'no boundary',
    '400 Not a multipart/related upload with a boundary.',
    request('POST', uploadPath(FREE), {
      headers: { 'X-Goog-Upload-Protocol': 'multipart', 'Content-Type': 'multipart/related' },
      body: 'x',
    }),
  ],
  [
    'a boundary that never comes',
    '400 The multipart body is not complete.',
    request('POST', uploadPath(FREE), {
      headers: {
        'X-Goog-Upload-Protocol': 'multipart',
        'Content-Type': 'multipart/related; boundary=b',
      },
      body: '--b\r\n\r\n{}',
    }),
  ],
  [
    'bare bytes',
    `501 UNIMPLEMENTED: POST ${uploadPath(FREE)} (local Storage).`,
    request('POST', uploadPath(FREE), { body: 'x' }),
  ],
];

const sessions: Case[] = [
  [
    'a start of 10 MiB and 1 byte',
    DENIED,
    ({ origin }) => startUpload(origin, FREE, { size: 10 * MiB + 1 }),
  ],
  [
    'a start of -1 bytes',
    '400 x-goog-upload-header-content-length is not a number.',
    ({ origin }) => startUpload(origin, FREE, { size: -1 }),
  ],
  [
    'a start of 1e999 bytes',
    '400 x-goog-upload-header-content-length is not a number.',
    ({ origin }) =>
      startUpload(origin, FREE, { headers: { 'X-Goog-Upload-Header-Content-Length': '1e999' } }),
  ],
  ['a start without a size', DENIED, ({ origin }) => startUpload(origin, FREE)],
  [
    'a start as a page',
    DENIED,
    ({ origin }) => startUpload(origin, FREE, { size: 5, type: 'text/html' }),
  ],
  [
    'more than was declared',
    '400 More bytes than the 10 that were declared.',
    session(10, (url) => command(url, 'upload, finalize', 0, someBytes(11))),
  ],
  [
    'less than was declared',
    '400 5 bytes arrived, 10 were declared.',
    session(10, (url) => command(url, 'upload, finalize', 0, someBytes(5))),
  ],
  [
    'bytes ahead',
    '400 The upload offset 5 does not match the 0 bytes received.',
    session(10, (url) => command(url, 'upload, finalize', 5, someBytes(5))),
  ],
  [
    'bytes behind zero',
    '400 x-goog-upload-offset is not a number.',
    session(10, (url) => command(url, 'upload, finalize', -1, someBytes(5))),
  ],
  [
    'an offset beyond all numbers',
    '400 x-goog-upload-offset is not a number.',
    session(10, (url) => command(url, 'upload, finalize', 1e300, someBytes(5))),
  ],
  [
    'no offset',
    '400 The upload offset is missing does not match the 0 bytes received.',
    session(10, (url) => command(url, 'upload, finalize', undefined, someBytes(10))),
  ],
  [
    'a chunk that is no multiple',
    '400 A chunk of 5 bytes is no multiple of 262144.',
    session(10, (url) => command(url, 'upload', 0, someBytes(5))),
  ],
  [
    'a command of the own making',
    '400 Unknown X-Goog-Upload-Command "rewind".',
    session(10, (url) => command(url, 'rewind', 0)),
  ],
  [
    'a session that was never started',
    '404 Not Found.',
    ({ origin }) => command(`${origin}${uploadPath(FREE)}&upload_id=123`, 'query'),
  ],
  [
    'a prototype as a session',
    '404 Not Found.',
    ({ origin }) => command(`${origin}${uploadPath(FREE)}&upload_id=__proto__`, 'query'),
  ],
  [
    'a path as a session',
    '404 Not Found.',
    ({ origin }) => command(`${origin}${uploadPath(FREE)}&upload_id=..%2F..%2Fobjects`, 'query'),
  ],
  [
    'another name for a running session',
    OK,
    session(10, (url, { origin }) =>
      command(
        `${origin}${uploadPath(PUBLIC)}&upload_id=${new URL(url).searchParams.get('upload_id')}`,
        'upload, finalize',
        0,
        someBytes(10),
      ),
    ),
  ],
  [
    'a finished session again, with other bytes',
    '400 The upload is already finalized.',
    session(10, async (url) => {
      await command(url, 'upload, finalize', 0, someBytes(10));
      return command(url, 'upload, finalize', 0, new Uint8Array(10));
    }),
  ],
  [
    'a finished session that goes on',
    '400 The upload is already finalized.',
    session(10, async (url) => {
      await command(url, 'upload, finalize', 0, someBytes(10));
      return command(url, 'upload, finalize', 10, someBytes(10));
    }),
  ],
  [
    'a cancelled session',
    '404 Not Found.',
    session(10, async (url) => {
      await command(url, 'cancel');
      return command(url, 'upload, finalize', 0, someBytes(10));
    }),
  ],
  [
    'a second session for the same name',
    DENIED,
    session(10, async (url, { origin }) => {
      const second = await sessionUrl(startUpload(origin, FREE, { size: 10 }));
      await command(url, 'upload, finalize', 0, someBytes(10));
      return command(second, 'upload, finalize', 0, new Uint8Array(10));
    }),
  ],
  [
    'a session whose request was sent meanwhile',
    DENIED,
    session(10, (url, { documents }) => {
      documents.set(FOLDER, documents.get(`requests/${SENT}`)!);
      return command(url, 'upload, finalize', 0, someBytes(10));
    }),
  ],
  [
    'a session whose request is gone',
    DENIED,
    session(10, (url, { documents }) => {
      documents.delete(FOLDER);
      return command(url, 'upload, finalize', 0, someBytes(10));
    }),
  ],
  [
    'a refused session again',
    '404 Not Found.',
    session(CHUNK, async (url, { documents }) => {
      const request = documents.get(FOLDER)!;
      documents.delete(FOLDER);
      await command(url, 'upload, finalize', 0, someBytes(CHUNK));
      documents.set(FOLDER, request);
      return command(url, 'upload, finalize', 0, someBytes(CHUNK));
    }),
  ],
];

const reading: Case[] = [
  ['a picture without its token', DENIED, get(objectPath(TAKEN, '?alt=media'))],
  ['with a wrong token', DENIED, get(objectPath(TAKEN, '?alt=media&token=the-tokem'))],
  ['with an empty token', DENIED, get(objectPath(TAKEN, '?alt=media&token='))],
  ['with a part of the token', DENIED, get(objectPath(TAKEN, '?alt=media&token=the'))],
  [
    'with two tokens, the first one wrong',
    DENIED,
    get(objectPath(TAKEN, '?alt=media&token=x&token=the-token')),
  ],
  [
    "with another picture's token",
    DENIED,
    get(objectPath(`${FOLDER}/none.jpg`, '?alt=media&token=the-token')),
  ],
  ['its metadata', DENIED, get(objectPath(TAKEN))],
  ['one that is not there: the same answer', DENIED, get(objectPath(FREE, '?alt=media'))],
  ['a list of the folder', DENIED, get(`/v0/b/${BUCKET}/o?prefix=${FOLDER}/`)],
  ['a list of everything', DENIED, get(`/v0/b/${BUCKET}/o`)],
  ['a list of the gallery', DENIED, get(`/v0/b/${BUCKET}/o?prefix=gallery/&delimiter=/`)],
  ['a list by a prefix that goes up', DENIED, get(`/v0/b/${BUCKET}/o?prefix=gallery/../requests/`)],
  [
    'a picture through the gallery',
    '404 Not Found.',
    get(objectPath(`gallery/../${TAKEN}`, '?alt=media')),
  ],
  [
    'a broken percent code',
    '400 The path is not properly encoded.',
    get(`/v0/b/${BUCKET}/o/%E0%A4%A`),
  ],
  [
    'a range behind the end',
    '416 Requested range not satisfiable',
    get(objectPath(PUBLIC, '?alt=media'), { Range: 'bytes=99999-' }),
  ],
  [
    'a token that nobody signed',
    '401 Firebase ID token is invalid.',
    get(objectPath(TAKEN), { Authorization: 'Firebase x.y.z' }),
  ],
  ['a token of another kind', DENIED, get(objectPath(TAKEN), { Authorization: 'Basic b3duZXI6' })],
  ['deleting a picture', DENIED, request('DELETE', objectPath(TAKEN))],
  ['deleting from the gallery', DENIED, request('DELETE', objectPath(PUBLIC))],
  [
    'making a page of a picture',
    DENIED,
    request('PATCH', objectPath(TAKEN), { body: '{"contentType":"text/html"}' }),
  ],
  [
    'making a page of the gallery',
    DENIED,
    request('PATCH', objectPath(PUBLIC), { body: '{"contentType":"text/html"}' }),
  ],
  [
    'the address of the owner’s tools',
    `501 UNIMPLEMENTED: GET /storage/v1/b/${BUCKET}/o (local Storage).`,
    get(`/storage/v1/b/${BUCKET}/o`),
  ],
];

export const cases: Case[] = [...names, ...contents, ...sessions, ...reading];
