/** Starts a backend with one request that may get files, and uploads files as the SDK does. */
import type { BackendOptions } from '../../backend';
import { newRequest, PROJECT, REQUEST_ID } from '../project/index';
import { start } from '../server';

export const BUCKET = `${PROJECT}.appspot.com`;

export async function startStorage(options: Partial<BackendOptions> = {}) {
  const { storage: objects, origins, firestore, put, stop } = await start(options);
  firestore.commit([{ path: `requests/${REQUEST_ID}`, fields: newRequest() }]);
  return { objects, origin: origins.storage, put, stop };
}

export type StorageServer = Awaited<ReturnType<typeof startStorage>>;

export const uploadPath = (name: string) => `/v0/b/${BUCKET}/o?${new URLSearchParams({ name })}`;

export const objectPath = (name: string, query = '') =>
  `/v0/b/${BUCKET}/o/${encodeURIComponent(name)}${query}`;

export interface StartOptions {
  type?: string;
  size?: number;
  headers?: Record<string, string>;
  metadata?: object;
}

/** Starts a resumable upload as the SDK does. */
export function startUpload(
  origin: string,
  name: string,
  { type = 'image/jpeg', size, headers = {}, metadata = {} }: StartOptions = {},
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
    body: JSON.stringify({ name, contentType: type, ...metadata }),
  });
}

export async function sessionUrl(start: Promise<Response>): Promise<string> {
  const response = await start;
  const url = response.headers.get('X-Goog-Upload-URL');
  if (!url) throw new Error(`No session: ${response.status} ${await response.text()}`);
  return url;
}

/** Uploads a picture. Returns the answer to the last step: the start if it was refused, else the upload. */
export async function upload(origin: string, name: string, metadata = {}): Promise<Response> {
  const started = await startUpload(origin, name, { size: 100, metadata });
  const url = started.headers.get('X-Goog-Upload-URL');
  return url === null ? started : command(url, 'upload, finalize', 0, someBytes(100));
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

/** The status, upload status and received size of an answer, to compare them at once. */
export function progressOf(response: Response) {
  return {
    code: response.status,
    status: response.headers.get('X-Goog-Upload-Status'),
    received: response.headers.get('X-Goog-Upload-Size-Received'),
  };
}

/** Returns bytes that depend on their position, so that bytes in the wrong order are noticed. */
export function someBytes(count: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: count }, (_, index) => (index * 31 + (index >> 8)) & 0xff);
}
