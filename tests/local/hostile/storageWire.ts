/** What is stored, and the calls that strangers make to Storage (API v0). */
import {
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
export const FREE = `${FOLDER}/ZZ3dEf6hIj.jpg`;

export const OK = '200';
export const DENIED = '403 Permission denied.';
export const MiB = 1024 * 1024;
export const CHUNK = 256 * 1024;

export type Attack = (server: StorageServer) => Promise<Response>;
export type Case = [what: string, expected: string, attack: Attack];

interface Upload {
  name?: string;
  /** As the metadata and the headers say it. */
  type?: string | null;
  bytes?: Uint8Array<ArrayBuffer>;
  metadata?: object;
}

export const text = (content: string) => new TextEncoder().encode(content);

/** One multipart upload; the type is in the metadata and in the part. */
export const multipart =
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

export const upload = (name: string) => multipart({ name });
export const typed = (type: string | null) => multipart({ type });
export const saying = (metadata: object) => multipart({ metadata });
/** Starts a resumable upload and goes on with its session's address. */
export const session =
  (size: number, next: (url: string, server: StorageServer) => Promise<Response>): Attack =>
  async (server) =>
    next(await sessionUrl(startUpload(server.origin, FREE, { size })), server);
export const request =
  (
    method: string,
    path: string,
    options: { body?: string; headers?: Record<string, string> } = {},
  ): Attack =>
  ({ origin }) =>
    fetch(origin + path, { method, ...options });
export const get = (path: string, headers: Record<string, string> = {}) =>
  request('GET', path, { headers });
