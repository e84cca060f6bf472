/** What strangers try with upload sessions, and to read, change and delete. */
import {
  BUCKET,
  command,
  objectPath,
  sessionUrl,
  someBytes,
  startUpload,
  uploadPath,
} from '../storageServer';
import {
  SENT,
  FOLDER,
  TAKEN,
  PUBLIC,
  FREE,
  OK,
  DENIED,
  MiB,
  CHUNK,
  type Case,
  session,
  request,
  get,
} from './storageWire';

export const sessions: Case[] = [
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

export const reading: Case[] = [
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
