/**
 * Firestore REST API v1 (`projects.databases.documents`: get, list, commit) by plain `fetch`.
 * Reads are GETs that a service worker can cache, which the SDK's are not.
 */
import type { ReadFailure, ReadResult } from '../../domain/ports';
import type { BackendConfig } from '../config';
import { call, fieldsOf, isOk, SMALL_TIMEOUT, type CallOptions, type HttpAnswer } from './http';
import { decodeFields, type ProtoValue } from './values';

/** Milliseconds a read may take before the visitor is told that the server is out of reach. */
const READ_TIMEOUT = 20_000;
/** Documents of one answer; the service gives no more. */
const PAGE_SIZE = '300';
/** A list longer than this many pages is cut: the server's tokens go in circles. */
const MAX_PAGES = 50;

/** A document: `id` is the last segment of its name, `createTime` ISO 8601. */
export interface Document {
  id: string;
  createTime: string;
  fields: Record<string, unknown>;
}

interface ReadOptions extends CallOptions {
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

/** Reads the document at a slash-separated path. */
export async function getDocument(
  config: BackendConfig,
  path: string,
  options: ReadOptions = {},
): Promise<ReadResult<Document>> {
  const answer = await askForDocument(config, path, options);
  const document = documentIn(answer);
  return document ? { ok: true, value: document } : notRead(answer);
}

/** Asks for the document at a path, for those who want the whole answer. */
export const askForDocument = (config: BackendConfig, path: string, options: ReadOptions = {}) =>
  read(config, path, {}, options);

/** The document that an answer holds, or undefined. */
export const documentIn = (answer: HttpAnswer | undefined): Document | undefined =>
  answer?.status === 200 ? toDocument(answer.json) : undefined;

/** Reads all documents of a collection, page by page, in the order of a field (`created desc`). */
export async function listDocuments(
  config: BackendConfig,
  collectionPath: string,
  { orderBy, ...options }: ReadOptions & { orderBy: string },
): Promise<ReadResult<Document[]>> {
  const documents: Document[] = [];
  let pageToken: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = { orderBy, pageSize: PAGE_SIZE, pageToken };
    const answer = await read(config, collectionPath, query, options);
    const list = answer?.status === 200 ? toPage(answer.json) : undefined;
    if (!list) return notRead(answer);
    documents.push(...list.documents);
    if (!list.nextPageToken) break;
    pageToken = list.nextPageToken;
  }
  return { ok: true, value: documents };
}

/**
 * Commits writes atomically. Sent as text/plain, which spares the CORS preflight (the SDK does so
 * too). Resolves undefined when no answer came; `isCommitted` tells whether an answer is a success.
 */
export function commit(
  config: BackendConfig,
  writes: Write[],
  options: CallOptions = {},
): Promise<HttpAnswer | undefined> {
  const url = address(config, 'documents:commit', {});
  const headers = { 'Content-Type': 'text/plain' };
  const body = JSON.stringify({ writes });
  return call(url, { method: 'POST', headers, body, timeout: SMALL_TIMEOUT, ...options });
}

/** Whether the server has really committed `count` writes. */
export function isCommitted(answer: HttpAnswer, count: number): boolean {
  const { commitTime, writeResults } = fieldsOf(answer.json);
  return (
    isOk(answer) &&
    typeof commitTime === 'string' &&
    Array.isArray(writeResults) &&
    writeResults.length === count
  );
}

/** `missing`: a definite JSON 404 NOT_FOUND. `offline`: no answer. `failed`: any other answer. */
function notRead(answer: HttpAnswer | undefined): { ok: false; reason: ReadFailure } {
  if (!answer) return { ok: false, reason: 'offline' };
  const { status } = fieldsOf(fieldsOf(answer.json)['error']);
  return {
    ok: false,
    reason: answer.status === 404 && status === 'NOT_FOUND' ? 'missing' : 'failed',
  };
}

function toDocument(json: unknown): Document | undefined {
  const { name, createTime, fields } = fieldsOf(json);
  if (typeof name !== 'string' || !name.includes('/documents/')) return undefined;
  return {
    id: name.slice(name.lastIndexOf('/') + 1),
    createTime: typeof createTime === 'string' ? createTime : '',
    fields: decodeFields(fields),
  };
}

/** An empty collection answers `{}`; anything that is not an object or is an error is no page. */
function toPage(json: unknown): { documents: Document[]; nextPageToken: string } | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  const { documents = [], nextPageToken, error } = fieldsOf(json);
  if (!Array.isArray(documents) || error !== undefined) return undefined;
  return {
    documents: documents.map(toDocument).filter((one) => one !== undefined),
    nextPageToken: typeof nextPageToken === 'string' ? nextPageToken : '',
  };
}

function read(config: BackendConfig, path: string, query: Query, options: ReadOptions) {
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  // A system parameter of Google's APIs: without it every answer comes indented.
  const url = address(config, `documents/${encoded}`, { ...query, prettyPrint: 'false' });
  return call(url, { method: 'GET', timeout: READ_TIMEOUT, ...options });
}

type Query = Record<string, string | undefined>;

/**
 * An address in the database. Without an API key: what is not signed in is decided by the rules, and a key
 * that is restricted to the site's addresses would refuse visitors whose browsers send no `Referer`.
 */
function address(config: BackendConfig, path: string, query: Query): string {
  const { firestoreOrigin, projectId } = config;
  const url = `${firestoreOrigin}/v1/projects/${projectId}/databases/(default)/${path}`;
  const parts = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}=${encodeURIComponent(value)}`,
  );
  return parts.length > 0 ? `${url}?${parts.join('&')}` : url;
}
