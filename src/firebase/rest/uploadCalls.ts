/**
 * The calls to Firebase Storage by plain `fetch` (API v0 with the protocols `multipart` and `resumable` of
 * `X-Goog-Upload-*`, as in the Firebase JS SDK). The SDK itself cannot be used: it needs XMLHttpRequest, so it does not
 * run in a service worker, and it hides the session address, so an upload cannot be resumed after the worker has died.
 * How an upload goes on: `uploadObject.ts`.
 */
import { newRandomId } from '../../domain/ids';
import type { BackendConfig } from '../config';
import { failureOf, isRefusing, missingOrFailure, type Failure } from './answerMeaning';
import {
  addressOf,
  call,
  fieldsOf,
  isOk,
  SMALL_TIMEOUT,
  type Call,
  type CallOptions,
  type HttpAnswer,
} from './httpCall';

export interface UploadOptions extends CallOptions {
  /** The whole header (`Firebase {token}`). A visitor has none. */
  authorization?: string | undefined;
  /** Milliseconds; `SMALL_TIMEOUT` without it. */
  timeout?: number;
}

/** What becomes of the bytes: the object's whole name, and the settings that its downloads have. */
export interface WantedObject {
  object: string;
  contentType: string;
  cacheControl?: string | undefined;
}

/**
 * The upload of an object. `object` is the whole name (`requests/{id}/{name}`), `size` is in bytes, `session` is the
 * session's address.
 */
export interface Upload {
  object: string;
  size: number;
  session: string;
}

export type SessionAnswer =
  /** The session has received `offset` bytes. */
  | { type: 'active'; offset: number }
  /** The session has all bytes. `url` is the object's download address. */
  | { type: 'stored'; url: string }
  /** The session is over; the object's metadata say whether it is stored. `isRefused`: the rules refused it. */
  | { type: 'gone'; isRefused?: true }
  | Failure;

export async function startUpload(
  config: BackendConfig,
  { size, ...wanted }: WantedObject & { size: number },
  options: UploadOptions = {},
): Promise<{ type: 'started'; session: string } | Failure> {
  const answer = await ask(newObjectUrl(config, wanted), options, {
    headers: {
      'X-Goog-Upload-Protocol': 'resumable',
      'X-Goog-Upload-Command': 'start',
      'X-Goog-Upload-Header-Content-Length': String(size),
      'X-Goog-Upload-Header-Content-Type': wanted.contentType,
      'Content-Type': 'application/json; charset=utf-8',
    },
    body: settingsOf(wanted),
  });
  const session = answer?.headers.get('x-goog-upload-url') ?? '';
  const isStarted =
    answer && isOk(answer) && uploadStatus(answer) === 'active' && isOwnSession(config, session);
  return isStarted ? { type: 'started', session } : failureOf(answer);
}

/**
 * Uploads all bytes in one request. A refusal may also be of an object that is stored already. Source:
 * `multipartUpload` in @firebase/storage (src/implementation/requests.ts).
 */
export async function uploadWhole(
  config: BackendConfig,
  wanted: WantedObject,
  bytes: ArrayBuffer,
  options: UploadOptions = {},
): Promise<{ type: 'stored'; url: string } | Failure> {
  // It must not be in the bytes, which nobody who chose them could foresee.
  const boundary = newRandomId() + newRandomId();
  const type = 'Content-Type:';
  const head = `--${boundary}\r\n${type} application/json; charset=utf-8\r\n\r\n${settingsOf(wanted)}\r\n--${boundary}\r\n${type} ${wanted.contentType}\r\n\r\n`;
  const answer = await ask(newObjectUrl(config, wanted), options, {
    headers: {
      'X-Goog-Upload-Protocol': 'multipart',
      'Content-Type': `multipart/related; boundary=${boundary}`,
    },
    body: new Blob([head, bytes, `\r\n--${boundary}--`]),
  });
  const isStored = answer && isOk(answer);
  const url = isStored && downloadUrl(config, wanted.object, answer, bytes.byteLength);
  return url ? { type: 'stored', url } : failureOf(answer);
}

/** Images must not be sent to any other host. */
export function isOwnSession({ storageOrigin }: BackendConfig, session: string): boolean {
  return addressOf(session)?.origin === addressOf(storageOrigin)?.origin;
}

export function queryUpload(
  config: BackendConfig,
  upload: Upload,
  options: UploadOptions = {},
): Promise<SessionAnswer> {
  const headers = { 'X-Goog-Upload-Command': 'query' };
  return callSession(config, upload, options, { headers, isRepeatable: true });
}

/** Sends `chunk` at `offset`; the last chunk finalizes. All chunks but the last must be multiples of 256 KiB. */
export function sendChunk(
  config: BackendConfig,
  upload: Upload,
  { chunk, offset }: { chunk: Uint8Array<ArrayBuffer>; offset: number },
  options: UploadOptions = {},
): Promise<SessionAnswer> {
  const end = offset + chunk.byteLength;
  const isLast = end === upload.size;
  let command = 'upload';
  if (chunk.byteLength === 0) command = 'finalize';
  else if (isLast) command = 'upload, finalize';
  const headers = { 'X-Goog-Upload-Command': command, 'X-Goog-Upload-Offset': String(offset) };
  return callSession(config, upload, options, { headers, body: chunk }, end);
}

/**
 * Asks whether an object is stored, by its metadata (`objects.get`): 200 with its token if it is, 404 if not. The rules
 * allow this for the objects of an upload ticket. The service has no POST that tells the token, so each question has an
 * address of its own, which no cache on the way has an answer for. `quotaUser` says nothing and is a parameter of every
 * API of Google's (https://cloud.google.com/apis/docs/system-parameters).
 */
export async function findObject(
  config: BackendConfig,
  object: string,
  options: UploadOptions = {},
): Promise<{ type: 'stored'; url: string } | { type: 'missing' } | Failure> {
  const url = `${bucketUrl(config)}/${encodeURIComponent(object)}?quotaUser=${newRandomId()}`;
  const answer = await ask(url, options, READ);
  const found = answer && isOk(answer) ? downloadUrl(config, object, answer) : undefined;
  return found === undefined ? missingOrFailure(answer) : { type: 'stored', url: found };
}

/**
 * The whole names of all objects of a folder (`gallery/{work}/`, with its slash), not of those deeper below. The
 * service lists up to 1,000 a page. Source: `list` in @firebase/storage (src/implementation/requests.ts).
 */
export async function listObjects(
  config: BackendConfig,
  folder: string,
  options: UploadOptions = {},
): Promise<{ type: 'listed'; names: string[] } | Failure> {
  const names: string[] = [];
  for (let page = ''; ;) {
    const query = new URLSearchParams({ prefix: folder, delimiter: '/' });
    if (page !== '') query.set('pageToken', page);
    const answer = await ask(`${bucketUrl(config)}?${query}`, options, READ);
    const list = answer && isOk(answer) ? fieldsOf(answer.json) : {};
    const { items = [], prefixes = list['items'], nextPageToken } = list;
    if (!Array.isArray(items) || !Array.isArray(prefixes)) return failureOf(answer);
    names.push(...items.map((item) => String(fieldsOf(item)['name'])));
    if (nextPageToken === undefined) return { type: 'listed', names };
    page = String(nextPageToken);
  }
}

const ask = (
  url: string,
  { authorization, ...options }: UploadOptions,
  { headers, ...request }: Partial<Call>,
) =>
  call(url, {
    method: 'POST',
    timeout: SMALL_TIMEOUT,
    ...request,
    headers: { ...headers, ...(authorization !== undefined && { Authorization: authorization }) },
    ...options,
  });

const READ = { method: 'GET', cache: 'no-store', isRepeatable: true } as const;

const newObjectUrl = (config: BackendConfig, { object }: WantedObject) =>
  `${bucketUrl(config)}?name=${encodeURIComponent(object)}`;

/** The settings as the service gets them. JSON leaves out what is undefined. */
const settingsOf = ({ object, contentType, cacheControl }: WantedObject) =>
  JSON.stringify({ name: object, contentType, cacheControl });

/**
 * Makes a call of a session: the meaning of the answer to a query or a chunk. A 2xx answer without this protocol's
 * headers (a captive portal's page) means "try again". `reached` is the offset after a chunk, which holds unless the
 * server says otherwise. The answer to a query of a finished session may have no metadata: the SDK ignores its body and
 * reads the metadata (`getResumableUploadStatus`), and so do we.
 */
async function callSession(
  config: BackendConfig,
  { object, size, session }: Upload,
  options: UploadOptions,
  request: Partial<Call>,
  reached?: number,
): Promise<SessionAnswer> {
  if (!isOwnSession(config, session)) return { type: 'gone' };
  const answer = await ask(session, options, request);
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
 * The meaning of an unsuccessful answer of a session. A finished or cancelled session answers 400 or 412 with
 * `X-Goog-Upload-Status`, often without JSON (FirebaseUI-Android #585). A session that the server does not know any
 * more answers 404 or 410. If the rules refuse the whole object, the answer to its last chunk is 403 with `final`
 * (firebase-tools, conformance tests of the Storage endpoints). Any other 4xx counts as refused, whatever its body.
 */
function sessionFailure(answer: HttpAnswer | undefined): SessionAnswer {
  if (!answer) return { type: 'unreachable' };
  const { status } = answer;
  const state = uploadStatus(answer);
  if (status === 403 && state === 'final') return { type: 'gone', isRefused: true };
  const isOver = state === 'final' || state === 'cancelled';
  if (isOver || status === 404 || status === 410) return { type: 'gone' };
  const failure = failureOf(answer);
  const isProjects = failure.type === 'retry' && !failure.isForeign;
  if (!isRefusing(answer) || isProjects) return failure;
  return { type: 'refused', status, message: 'The upload session refused it.' };
}

/**
 * The download address of an object, with the token from its metadata (`downloadTokens`). Anybody with this address
 * can download the object. Undefined if the metadata have another name or another `size` (bytes).
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

/** The state of the session, from the header that every answer of the upload protocol has, errors included. */
function uploadStatus(answer: HttpAnswer): string | null {
  return answer.headers.get('x-goog-upload-status');
}

function receivedOf(answer: HttpAnswer): number | undefined {
  const header = answer.headers.get('x-goog-upload-size-received');
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined;
}
