import type { BackendConfig } from '../config';
import { failureOf, type Failure } from './answerMeaning';
import {
  call,
  fieldsOf,
  isOk,
  SMALL_TIMEOUT,
  type Call,
  type CallOptions,
  type HttpAnswer,
} from './httpCall';
import { wellFormed } from '../../domain/validation';
import type { ReadFailure, ReadResult } from '../../lib/results';

/** Milliseconds that a read may take before a screen says that the server is out of reach. */
export const READ_TIMEOUT = 20_000;

/** A document. `id` is the last segment of its name, `createTime` is ISO 8601. */
export interface Document {
  id: string;
  createTime: string;
  fields: Record<string, unknown>;
}

export interface ReadOptions extends CallOptions {
  cache?: RequestCache;
}

/** One write of a commit (`google.firestore.v1.Write`). */
export interface Write {
  update: { name: string; fields: Record<string, ProtoValue> };
  updateMask?: { fieldPaths: string[] };
  updateTransforms?: { fieldPath: string; setToServerValue: 'REQUEST_TIME' }[];
  currentDocument?: { exists: boolean };
}

/** `projects/{project}/databases/(default)/documents/{path}`. */
export function documentName(config: BackendConfig, path: string): string {
  return `projects/${config.projectId}/databases/(default)/documents/${path}`;
}

/**
 * Reads the document at a slash-separated path, for a screen. The outbox reads its receipts otherwise
 * (requestCommits.ts).
 */
export const getDocument = (config: BackendConfig, path: string, options?: ReadOptions) =>
  read(readAddress(config, path, {}), toDocument, options);

/** The answer of `documents.list` (REST v1), as far as it is used. */
export interface DocumentList {
  documents: unknown[];
  nextPageToken?: unknown;
}

/** Reads the first documents of a collection, at an address of `readAddress`. */
export const readList = (url: string, options?: ReadOptions) => read(url, listIn, options);

/** A list; an empty collection answers `{}`. Undefined if the answer is an error or no list. */
export function listIn(json: unknown): DocumentList | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  const { documents = [], nextPageToken, error } = fieldsOf(json);
  if (!Array.isArray(documents) || error !== undefined) return undefined;
  return { documents, nextPageToken };
}

/** `committed`: the server confirms every write. After any other answer, the writes may have arrived or not. */
export type CommitAnswer = { type: 'committed' } | Failure;

export async function commit(
  config: BackendConfig,
  writes: Write[],
  options: Partial<Call> = {},
): Promise<CommitAnswer> {
  const answer = await post(config, 'documents:commit', { writes }, options);
  const { commitTime, writeResults } = fieldsOf(answer?.json);
  const isCommitted =
    answer &&
    isOk(answer) &&
    typeof commitTime === 'string' &&
    Array.isArray(writeResults) &&
    writeResults.length === writes.length;
  return isCommitted ? { type: 'committed' } : failureOf(answer);
}

/** A call of the database by POST. It is sent as text/plain to avoid the CORS preflight, as the SDK does. */
export const post = (
  config: BackendConfig,
  method: string,
  body: object,
  options: Partial<Call> = {},
) =>
  call(address(config, method, {}), {
    method: 'POST',
    headers: { 'Content-Type': 'text/plain' },
    body: JSON.stringify(body),
    timeout: SMALL_TIMEOUT,
    ...options,
  });

/** `missing`: a definite JSON 404 NOT_FOUND. `offline`: no answer. `failed`: any other answer. */
export function readFailure(answer: HttpAnswer | undefined): { ok: false; reason: ReadFailure } {
  if (!answer) return { ok: false, reason: 'offline' };
  const { status } = fieldsOf(fieldsOf(answer.json)['error']);
  return {
    ok: false,
    reason: answer.status === 404 && status === 'NOT_FOUND' ? 'missing' : 'failed',
  };
}

export function toDocument(json: unknown): Document | undefined {
  const { name, createTime, fields } = fieldsOf(json);
  if (typeof name !== 'string' || !name.includes('/documents/')) return undefined;
  return {
    id: name.slice(name.lastIndexOf('/') + 1),
    createTime: typeof createTime === 'string' ? createTime : '',
    fields: decodeFields(fields),
  };
}

/** `parse` gives undefined for what is not asked for. */
async function read<T>(
  url: string,
  parse: (json: unknown) => T | undefined,
  options?: ReadOptions,
): Promise<ReadResult<T>> {
  const answer = await call(url, { method: 'GET', timeout: READ_TIMEOUT, ...options });
  const value = answer?.status === 200 ? parse(answer.json) : undefined;
  return value ? { ok: true, value } : readFailure(answer);
}

export function readAddress(config: BackendConfig, path: string, query: Query): string {
  // A system parameter of Google's APIs. Without it, every answer is indented and so larger.
  return address(config, `documents/${encodePath(path)}`, { ...query, prettyPrint: 'false' });
}

export const encodePath = (path: string) => path.split('/').map(encodeURIComponent).join('/');

type Query = Record<string, string | undefined>;

/**
 * An address in the database. It has no API key: the rules decide about requests without sign-in, and a key that
 * is restricted to the site's addresses would refuse visitors whose browsers send no `Referer`.
 */
export function address(config: BackendConfig, path: string, query: Query): string {
  const { firestoreOrigin, projectId } = config;
  const url = `${firestoreOrigin}/v1/projects/${projectId}/databases/(default)/${path}`;
  const parts = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}=${encodeURIComponent(value)}`,
  );
  return parts.length > 0 ? `${url}?${parts.join('&')}` : url;
}

/** A value in Firestore's Proto JSON (`google.firestore.v1.Value`, REST v1). */
export type ProtoValue = Record<string, unknown>;
type Plain = string | number | boolean | null | Date | Plain[] | { [name: string]: Plain };
export type PlainFields = Record<string, Plain>;

/** The plain value of a `ProtoValue`. Times stay ISO 8601 strings. A malformed value becomes undefined. */
function decodeValue(value: unknown): unknown {
  const [[kind, content] = []] = Object.entries(fieldsOf(value));
  switch (kind) {
    case 'nullValue':
      return null;
    case 'integerValue': {
      const number = Number(content);
      return content !== null && content !== '' && Number.isInteger(number) ? number : undefined;
    }
    case 'doubleValue':
      // NaN and the infinities are sent as text.
      return typeof content === 'string' ? Number(content) : content;
    case 'arrayValue': {
      const { values } = fieldsOf(content);
      return Array.isArray(values) ? values.map(decodeValue) : [];
    }
    case 'mapValue':
      return decodeFields(fieldsOf(content)['fields']);
    default:
      return content;
  }
}

/** The plain values of the `fields` of a document or map. With `fromEntries` a field named `__proto__` does no harm. */
export function decodeFields(fields: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fieldsOf(fields)).map(([name, value]) => [name, decodeValue(value)]),
  );
}

export function encodeFields(fields: PlainFields): Record<string, ProtoValue> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, encodeValue(value)]),
  );
}

function encodeValue(value: Plain): ProtoValue {
  if (value === null) return { nullValue: null };
  if (typeof value === 'boolean') return { booleanValue: value };
  if (typeof value === 'string') return { stringValue: wellFormed(value) };
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) ? { integerValue: String(value) } : { doubleValue: value };
  }
  if (value instanceof Date) return { timestampValue: value.toISOString() };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(encodeValue) } };
  return { mapValue: { fields: encodeFields(value) } };
}
