/**
 * Firebase Storage uploads (API v0, `X-Goog-Upload-*` resumable protocol as the Firebase JS SDK
 * speaks it) by plain `fetch`: the SDK's needs XMLHttpRequest and hides its session address, so it
 * can neither run in a service worker nor resume after the worker died.
 */
import type { BackendConfig } from '../config';
import { failureOf, isRefusing, missingOrFailure, type Failure } from './answers';
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

/** An object (`requests/{id}/{name}`) of so many bytes, and the session in which it is uploaded. */
export interface Upload {
  object: string;
  size: number;
  session: string;
}

/** What a session says. */
export type SessionAnswer =
  /** It has so many bytes. */
  | { type: 'active'; offset: number }
  /** It has all of them; the address under which the object may be downloaded. */
  | { type: 'stored'; url: string }
  /** It is over: the object's metadata tell whether it is there. `isRefused`: the rules did not take it. */
  | { type: 'gone'; isRefused?: true }
  | Failure;

/** Opens a session for an object. */
export async function startUpload(
  config: BackendConfig,
  { object, contentType, size }: { object: string; contentType: string; size: number },
  options: CallOptions = {},
): Promise<{ type: 'started'; session: string } | Failure> {
  const answer = await call(`${bucketUrl(config)}?name=${encodeURIComponent(object)}`, {
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
  const session = answer?.headers.get('x-goog-upload-url') ?? '';
  const isStarted =
    answer && isOk(answer) && uploadStatus(answer) === 'active' && isOwnSession(config, session);
  return isStarted ? { type: 'started', session } : failureOf(answer);
}

/** Whether a session is where we upload to: nobody's images go anywhere else. */
export function isOwnSession({ storageOrigin }: BackendConfig, session: string): boolean {
  return addressOf(session)?.origin === addressOf(storageOrigin)?.origin;
}

/** Asks a session how many bytes it has. */
export async function queryUpload(
  config: BackendConfig,
  upload: Upload,
  options: CallOptions = {},
): Promise<SessionAnswer> {
  if (!isOwnSession(config, upload.session)) return { type: 'gone' };
  const headers = { 'X-Goog-Upload-Command': 'query' };
  const request = { method: 'POST', headers, timeout: SMALL_TIMEOUT, ...options } as const;
  return sessionAnswer(config, upload, await call(upload.session, request));
}

/** Sends `chunk` at `offset`; the last one finalizes. Chunks but the last must be multiples of 256 KiB. */
export async function sendChunk(
  config: BackendConfig,
  upload: Upload,
  { chunk, offset }: { chunk: Uint8Array<ArrayBuffer>; offset: number },
  options: CallOptions = {},
): Promise<SessionAnswer> {
  if (!isOwnSession(config, upload.session)) return { type: 'gone' };
  const end = offset + chunk.byteLength;
  const isLast = end === upload.size;
  const command = chunk.byteLength === 0 ? 'finalize' : isLast ? 'upload, finalize' : 'upload';
  const answer = await call(upload.session, {
    method: 'POST',
    headers: { 'X-Goog-Upload-Command': command, 'X-Goog-Upload-Offset': String(offset) },
    body: chunk,
    timeout: SMALL_TIMEOUT + (chunk.byteLength / SLOWEST) * 1000,
    ...options,
  });
  return sessionAnswer(config, upload, answer, end);
}

/**
 * Looks whether an object is there, by its metadata (`objects.get`): 200 with its token, 404 when there is
 * none. The rules give it for the objects of an upload ticket.
 */
export async function findObject(
  config: BackendConfig,
  object: string,
  options: CallOptions = {},
): Promise<{ type: 'stored'; url: string } | { type: 'missing' } | Failure> {
  const url = `${bucketUrl(config)}/${encodeURIComponent(object)}`;
  const request = { method: 'GET', timeout: SMALL_TIMEOUT, cache: 'no-store' } as const;
  const answer = await call(url, { ...request, ...options });
  const found = answer && isOk(answer) ? downloadUrl(config, object, answer) : undefined;
  return found === undefined ? missingOrFailure(answer) : { type: 'stored', url: found };
}

/**
 * What the answer to a query or a chunk says; a 2xx that is not this protocol's (a captive portal's page) is
 * "try again". `reached`, for a chunk's answer, is the offset it brought the session to unless the server says
 * otherwise. The answer to a query of a finished session may carry no metadata: the SDK ignores its body and
 * asks for them (`getResumableUploadStatus`), and so do we.
 */
function sessionAnswer(
  config: BackendConfig,
  { object, size }: Upload,
  answer: HttpAnswer | undefined,
  reached?: number,
): SessionAnswer {
  if (!answer || !isOk(answer)) return sessionFailure(answer);
  switch (uploadStatus(answer)) {
    case 'active': {
      const offset = receivedOf(answer) ?? reached;
      if (offset === undefined) return failureOf(answer);
      return offset <= size ? { type: 'active', offset } : { type: 'gone' };
    }
    case 'final': {
      const url = downloadUrl(config, object, answer, size);
      return url === undefined ? { type: 'gone' } : { type: 'stored', url };
    }
    case 'cancelled':
      return { type: 'gone' };
    default:
      return failureOf(answer);
  }
}

/**
 * An unsuccessful answer of a session. One that is finished or cancelled answers 400 or 412 with
 * `X-Goog-Upload-Status`, often without JSON (FirebaseUI-Android #585); one that is forgotten, 404 or 410.
 * Rules that refuse the whole object answer its last chunk with 403 and `final` (firebase-tools, conformance
 * tests of the Storage endpoints). Any other 4xx counts as refused, whatever its body.
 */
function sessionFailure(answer: HttpAnswer | undefined): SessionAnswer {
  if (!answer) return { type: 'unreachable' };
  const { status } = answer;
  const state = uploadStatus(answer);
  if (status === 403 && state === 'final') return { type: 'gone', isRefused: true };
  const isOver = state === 'final' || state === 'cancelled';
  if (isOver || status === 404 || status === 410) return { type: 'gone' };
  if (!isRefusing(answer)) return failureOf(answer);
  return { type: 'refused', status, message: 'The upload session refused it.' };
}

/**
 * The address under which anybody who knows its token may get the object, built from the metadata's
 * `downloadTokens`. Undefined when they are not this object's: of another name or `size` (bytes).
 */
function downloadUrl(
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
function uploadStatus(answer: HttpAnswer): string | null {
  return answer.headers.get('x-goog-upload-status');
}

function receivedOf(answer: HttpAnswer): number | undefined {
  const header = answer.headers.get('x-goog-upload-size-received');
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined;
}
