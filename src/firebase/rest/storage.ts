/**
 * Firebase Storage uploads (API v0, `X-Goog-Upload-*` resumable protocol as the Firebase JS SDK
 * speaks it) by plain `fetch`: the SDK's needs XMLHttpRequest and hides its session address, so it
 * can neither run in a service worker nor resume after the worker died.
 */
import type { BackendConfig } from '../config';
import {
  addressOf,
  call,
  fieldsOf,
  isOk,
  SMALL_TIMEOUT,
  type CallOptions,
  type HttpAnswer,
} from './http';

/** The slowest line that is still served, in bytes per second; it sets the time a chunk may take. */
const SLOWEST = 2048;

/** What a session says: how many bytes it has, or the finished object's download address. */
export type UploadState =
  | { type: 'active'; offset: number }
  | { type: 'final'; url: string }
  /** Over, without an address: the object's metadata tell whether it is there. */
  | { type: 'gone' };

/** Opens a session for `object` (`requests/{id}/{name}`); see `sessionOf` for the answer. */
export function startUpload(
  config: BackendConfig,
  { object, contentType, size }: { object: string; contentType: string; size: number },
  options: CallOptions = {},
): Promise<HttpAnswer | undefined> {
  return call(`${bucketUrl(config)}?name=${encodeURIComponent(object)}`, {
    method: 'POST',
    headers: {
      'X-Goog-Upload-Protocol': 'resumable',
      'X-Goog-Upload-Command': 'start',
      'X-Goog-Upload-Header-Content-Length': String(size),
      'X-Goog-Upload-Header-Content-Type': contentType,
      'Content-Type': 'application/json; charset=utf-8',
    },
    body: JSON.stringify({ name: object, contentType }),
    timeout: SMALL_TIMEOUT,
    ...options,
  });
}

/** The session address of a successful start, or undefined. */
export function sessionOf(config: BackendConfig, answer: HttpAnswer): string | undefined {
  const url = answer.headers.get('x-goog-upload-url');
  if (!isOk(answer) || uploadStatus(answer) !== 'active') return undefined;
  return url !== null && isOwnSession(config, url) ? url : undefined;
}

/** Whether a session is where we upload to: nobody's images go anywhere else. */
export function isOwnSession({ storageOrigin }: BackendConfig, session: string): boolean {
  return addressOf(session)?.origin === addressOf(storageOrigin)?.origin;
}

/** Asks a session how many bytes it has; see `stateOf`. */
export function queryUpload(
  session: string,
  options: CallOptions = {},
): Promise<HttpAnswer | undefined> {
  const headers = { 'X-Goog-Upload-Command': 'query' };
  return call(session, { method: 'POST', headers, timeout: SMALL_TIMEOUT, ...options });
}

/**
 * Sends `chunk` at `offset`; `last` finalizes. Chunks but the last must be multiples of 256 KiB. See
 * `stateOf` for the answer.
 */
export function sendChunk(
  session: string,
  { chunk, offset, last }: { chunk: Uint8Array<ArrayBuffer>; offset: number; last: boolean },
  options: CallOptions = {},
): Promise<HttpAnswer | undefined> {
  const command = chunk.byteLength === 0 ? 'finalize' : last ? 'upload, finalize' : 'upload';
  return call(session, {
    method: 'POST',
    headers: { 'X-Goog-Upload-Command': command, 'X-Goog-Upload-Offset': String(offset) },
    body: chunk,
    timeout: SMALL_TIMEOUT + (chunk.byteLength / SLOWEST) * 1000,
    ...options,
  });
}

/**
 * Asks for an object's metadata (`objects.get`): 200 with its token, 404 when there is none. The rules
 * give it for the objects of an upload ticket. See `downloadUrl` for the answer.
 */
export function getMetadata(
  config: BackendConfig,
  object: string,
  options: CallOptions = {},
): Promise<HttpAnswer | undefined> {
  const url = `${bucketUrl(config)}/${encodeURIComponent(object)}`;
  return call(url, { method: 'GET', timeout: SMALL_TIMEOUT, cache: 'no-store', ...options });
}

/**
 * What a 2xx answer to a query or a chunk says, or undefined when it is not this protocol's answer
 * (a captive portal's page). `reached`, for a chunk's answer, is the offset it brought the session to
 * unless the server says otherwise. The answer to a query of a finished session may carry no metadata:
 * the SDK ignores its body and asks for them (`getResumableUploadStatus`), and so do we.
 */
export function stateOf(
  config: BackendConfig,
  { object, size }: { object: string; size: number },
  answer: HttpAnswer,
  reached?: number,
): UploadState | undefined {
  if (!isOk(answer)) return undefined;
  switch (uploadStatus(answer)) {
    case 'active': {
      const offset = receivedOf(answer) ?? reached;
      if (offset === undefined) return undefined;
      return offset <= size ? { type: 'active', offset } : { type: 'gone' };
    }
    case 'final': {
      const url = downloadUrl(config, object, answer, size);
      return url === undefined ? { type: 'gone' } : { type: 'final', url };
    }
    case 'cancelled':
      return { type: 'gone' };
    default:
      return undefined;
  }
}

/**
 * The address under which anybody who knows its token may get the object, built from the metadata's
 * `downloadTokens`. Undefined when they are not this object's: of another name or `size` (bytes).
 */
export function downloadUrl(
  { storageOrigin, storageBucket }: BackendConfig,
  object: string,
  { json }: HttpAnswer,
  size?: number,
): string | undefined {
  const { name, downloadTokens, size: stored } = fieldsOf(json);
  if (name !== object || typeof downloadTokens !== 'string') return undefined;
  if (size !== undefined && stored !== undefined && Number(stored) !== size) return undefined;
  const [token] = downloadTokens.split(',');
  if (!token) return undefined;
  const [bucket, path] = [storageBucket, object].map(encodeURIComponent);
  return `${storageOrigin}/v0/b/${bucket}/o/${path}?alt=media&token=${encodeURIComponent(token)}`;
}

function bucketUrl({ storageOrigin, storageBucket }: BackendConfig): string {
  return `${storageOrigin}/v0/b/${encodeURIComponent(storageBucket)}/o`;
}

/** What any answer of the upload protocol says about its session; errors, too. */
export function uploadStatus(answer: HttpAnswer): string | null {
  return answer.headers.get('x-goog-upload-status');
}

function receivedOf(answer: HttpAnswer): number | undefined {
  const header = answer.headers.get('x-goog-upload-size-received');
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined;
}
