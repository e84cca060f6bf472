/** A Storage service on a free port, with the project's rules and one request that awaits files. */
import { listen } from '../listening';
import { loadRulesFile } from '../rules/index';
import type { ProtoFields } from '../rules/types';
import {
  createBucketCors,
  createObjectStore,
  createStorageHandler,
  createUploadSessions,
  type CorsEntry,
} from '../storage/index';
import { PROJECT, RULES } from './project/index';

export const BUCKET = `${PROJECT}.appspot.com`;
export const REQUEST = '1234567890';
export const OWNER = { Authorization: 'Bearer owner' };

export type StorageServer = Awaited<ReturnType<typeof startStorage>>;

export async function startStorage(dataDir: string | null = null, cors: CorsEntry[] = []) {
  const now = () => new Date('2026-05-01T12:00:00.000Z');
  const objects = createObjectStore({ bucket: BUCKET, dataDir, now });
  const sessions = createUploadSessions({ objects, dataDir, now });
  const documents = new Map<string, ProtoFields>([
    [`requests/${REQUEST}`, { files: { arrayValue: {} } }],
  ]);
  const find = (path: string) => documents.get(path) ?? null;
  const handler = createStorageHandler({
    objects,
    sessions,
    rules: loadRulesFile(RULES.storage),
    cors: createBucketCors(cors),
    now,
    documents: { before: find, after: find },
    verifyToken: () => null,
  });
  const address = { service: 'storage', host: '127.0.0.1', port: 0 } as const;
  const { port, down } = await listen({ ...address, handler: handler.handle });
  return {
    origin: `http://127.0.0.1:${port}`,
    objects,
    sessions,
    /** Documents that `firestore.get` in the rules finds. */
    documents,
    close: down,
  };
}

export const uploadPath = (name: string) => `/v0/b/${BUCKET}/o?${new URLSearchParams({ name })}`;

export const objectPath = (name: string, query = '') =>
  `/v0/b/${BUCKET}/o/${encodeURIComponent(name)}${query}`;

export interface MultipartOptions {
  /** As the metadata and the part say it; null says nothing. */
  type?: string | null;
  bytes?: Buffer;
  metadata?: object;
}

/** A multipart upload as the SDK sends it. */
export function multipart(
  origin: string,
  name: string,
  {
    type = 'image/jpeg',
    bytes = Buffer.from(someBytes(100)),
    metadata = {},
  }: MultipartOptions = {},
): Promise<Response> {
  const said = { name, ...(type !== null && { contentType: type }), ...metadata };
  return fetch(origin + uploadPath(name), {
    method: 'POST',
    headers: {
      'X-Goog-Upload-Protocol': 'multipart',
      'Content-Type': 'multipart/related; boundary=12345',
    },
    body: Buffer.concat([
      Buffer.from('--12345\r\nContent-Type: application/json; charset=utf-8\r\n\r\n'),
      Buffer.from(JSON.stringify(said)),
      Buffer.from(`\r\n--12345\r\n${type === null ? 'X: y' : `Content-Type: ${type}`}\r\n\r\n`),
      bytes,
      Buffer.from('\r\n--12345--'),
    ]),
  });
}

export interface StartOptions {
  type?: string;
  size?: number;
  headers?: Record<string, string>;
}

/** Starts a resumable upload as the SDK does. */
export function startUpload(
  origin: string,
  name: string,
  { type = 'image/jpeg', size, headers = {} }: StartOptions = {},
): Promise<Response> {
  return fetch(origin + uploadPath(name), {
    method: 'POST',
    headers: {
      'X-Goog-Upload-Protocol': 'resumable',
      'X-Goog-Upload-Command': 'start',
      'X-Goog-Upload-Header-Content-Type': type,
      ...(size !== undefined && { 'X-Goog-Upload-Header-Content-Length': String(size) }),
      'Content-Type': 'application/json; charset=utf-8',
      ...headers,
    },
    body: JSON.stringify({ name, contentType: type }),
  });
}

export async function sessionUrl(start: Promise<Response>): Promise<string> {
  const response = await start;
  const url = response.headers.get('X-Goog-Upload-URL');
  if (!url) throw new Error(`No session: ${response.status} ${await response.text()}`);
  return url;
}

/** Sends a command of a resumable upload. */
export function command(
  url: string,
  name: string,
  offset?: number,
  body?: Uint8Array<ArrayBuffer>,
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      'X-Goog-Upload-Command': name,
      ...(offset !== undefined && { 'X-Goog-Upload-Offset': String(offset) }),
    },
    ...(body && { body }),
  });
}

/** Status, upload status and received size of an answer, for one comparison. */
export function progressOf(response: Response) {
  return {
    code: response.status,
    status: response.headers.get('X-Goog-Upload-Status'),
    received: response.headers.get('X-Goog-Upload-Size-Received'),
  };
}

/** Bytes that differ by position. */
export function someBytes(count: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: count }, (_, index) => (index * 31 + (index >> 8)) & 0xff);
}
