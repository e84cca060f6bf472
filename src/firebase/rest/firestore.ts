/**
 * Firestore REST API v1 (`projects.databases.documents`: get, list, commit) by plain `fetch`. Reads are GETs, so
 * a service worker can cache them; it cannot cache the SDK's reads.
 */
import type { ReadFailure, ReadResult } from '../../ports/reads';
import type { BackendConfig } from '../config';
import { failureOf, type Failure } from './answers';
import { call, fieldsOf, isOk, SMALL_TIMEOUT, type CallOptions, type HttpAnswer } from './http';
import { decodeFields, type ProtoValue } from './values';

/** Milliseconds a read may take before a screen says that the server is out of reach. */
export const READ_TIMEOUT = 20_000;
/** The most documents per page. The server may send fewer (documents.list); Google's emulator sends 150. */
const LARGEST_PAGE = '300';
/** A list is cut after this many pages: the server's page tokens must be going in circles. */
const MAX_PAGES = 50;

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

/** Reads the document at a slash-separated path, for a screen. See `findDocument` for the outbox. */
export async function getDocument(
  config: BackendConfig,
  path: string,
  options: ReadOptions = {},
): Promise<ReadResult<Document>> {
  const answer = await read(readAddress(config, path, {}), options);
  const document = documentIn(answer);
  return document ? { ok: true, value: document } : readFailure(answer);
}

/**
 * Reads a document for the outbox, which has to know why a read has failed. By `documents.batchGet`: no cache on the
 * way may answer a POST, while a GET's old 404 would have a request sent again that has arrived. The answer is a list
 * of one message. It must name this very document, found or missing, and the time at which that was read.
 */
export async function findDocument(
  config: BackendConfig,
  path: string,
  options: CallOptions = {},
): Promise<{ type: 'found'; document: Document } | { type: 'missing' } | Failure> {
  const name = documentName(config, path);
  const answer = await post(config, 'documents:batchGet', { documents: [name] }, options);
  const messages = answer?.status === 200 && Array.isArray(answer.json) ? answer.json : [];
  const { found, missing, readTime } = fieldsOf(messages[0]);
  if (typeof readTime !== 'string') return failureOf(answer);
  const document = fieldsOf(found)['name'] === name ? toDocument(found) : undefined;
  if (document) return { type: 'found', document };
  return missing === name ? { type: 'missing' } : failureOf(answer);
}

const documentIn = (answer: HttpAnswer | undefined): Document | undefined =>
  answer?.status === 200 ? toDocument(answer.json) : undefined;

/**
 * Reads all documents of a collection in the order of a time field (`created desc`). If they do not fit one page,
 * the whole list is read again in the order of names, and sorted here. The reason: Google's emulator (1.19, June
 * 2025) answers 500 to a `pageToken` with `orderBy`, and it is unknown whether production works.
 */
export async function listDocuments(
  config: BackendConfig,
  collectionPath: string,
  { orderBy, ...options }: ReadOptions & { orderBy: string },
): Promise<ReadResult<Document[]>> {
  const url = readAddress(config, collectionPath, { orderBy, pageSize: LARGEST_PAGE });
  const answer = await read(url, options);
  const first = pageIn(answer);
  if (!first) return readFailure(answer);
  const all = first.nextPageToken && (await listByName(nextPage(url, first), options));
  // If the other pages of a long list cannot be read now, the first page is still worth showing.
  return { ok: true, value: all ? inOrder(all, orderBy) : first.documents };
}

/** Reads the first documents of a collection in an order, and whether there may be more. */
export async function listFirst(
  config: BackendConfig,
  collectionPath: string,
  { orderBy, pageSize, ...options }: ReadOptions & { orderBy: string; pageSize: number },
): Promise<ReadResult<{ documents: Document[]; isCut: boolean }>> {
  const query = { orderBy, pageSize: String(pageSize) };
  const answer = await read(readAddress(config, collectionPath, query), options);
  const page = pageIn(answer);
  if (!page) return readFailure(answer);
  return { ok: true, value: { documents: page.documents, isCut: page.nextPageToken !== '' } };
}

const pageIn = (answer: HttpAnswer | undefined) =>
  answer?.status === 200 ? toPage(answer.json) : undefined;

/** All documents from this page on. Undefined if one of the pages cannot be read. */
async function listByName(
  start: string | undefined,
  options: ReadOptions,
): Promise<Document[] | undefined> {
  const documents: Document[] = [];
  let url = start;
  for (let pages = 0; url !== undefined && pages < MAX_PAGES; pages += 1) {
    const answer = await read(url, options);
    const page = pageIn(answer);
    if (!page) return undefined;
    documents.push(...page.documents);
    url = nextPage(url, page);
  }
  return documents;
}

/**
 * The address of the next page of a list, from the address and the answer of a page. Undefined after the last
 * page. After the first page of a list with `orderBy`, it is the first page of the same list in the order of names.
 */
function nextPage(url: string, answer: unknown): string | undefined {
  const { nextPageToken } = fieldsOf(answer);
  if (typeof nextPageToken !== 'string' || nextPageToken === '') return undefined;
  const next = new URL(url);
  if (next.searchParams.has('orderBy')) next.searchParams.delete('orderBy');
  else next.searchParams.set('pageToken', nextPageToken);
  return next.href;
}

/** Sorts by a time field and then by id, and leaves out documents without that field, as Firestore does. */
export function inOrder<T extends Pick<Document, 'id' | 'fields'>>(
  documents: T[],
  orderBy: string,
): T[] {
  const [field, direction] = orderBy.split(' ') as [string, string?];
  const sign = direction === 'desc' ? -1 : 1;
  const time = ({ fields }: T) => Date.parse(String(fields[field]));
  return documents
    .filter(({ fields }) => field in fields)
    .sort((a, b) => sign * (time(a) - time(b) || (a.id < b.id ? -1 : 1)));
}

/** `committed`: the server confirms every write. After any other answer, the writes may have arrived or not. */
export type CommitAnswer = { type: 'committed' } | Failure;

/** Commits writes atomically. */
export async function commit(
  config: BackendConfig,
  writes: Write[],
  options: CallOptions = {},
): Promise<CommitAnswer> {
  const answer = await post(config, 'documents:commit', { writes }, options);
  return answer && isCommitted(answer, writes.length) ? { type: 'committed' } : failureOf(answer);
}

/** Sent as text/plain to avoid the CORS preflight, as the SDK does. */
const post = (config: BackendConfig, method: string, body: object, options: CallOptions) =>
  call(address(config, method, {}), {
    method: 'POST',
    headers: { 'Content-Type': 'text/plain' },
    body: JSON.stringify(body),
    timeout: SMALL_TIMEOUT,
    ...options,
  });

function isCommitted(answer: HttpAnswer, count: number): boolean {
  const { commitTime, writeResults } = fieldsOf(answer.json);
  return (
    isOk(answer) &&
    typeof commitTime === 'string' &&
    Array.isArray(writeResults) &&
    writeResults.length === count
  );
}

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

/** A page of a list; an empty collection answers `{}`. Undefined if the answer is an error or no object. */
function toPage(json: unknown): { documents: Document[]; nextPageToken: string } | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  const { documents = [], nextPageToken, error } = fieldsOf(json);
  if (!Array.isArray(documents) || error !== undefined) return undefined;
  return {
    documents: documents.map(toDocument).filter((one) => one !== undefined),
    nextPageToken: typeof nextPageToken === 'string' ? nextPageToken : '',
  };
}

export const read = (url: string, options: ReadOptions) =>
  call(url, { method: 'GET', timeout: READ_TIMEOUT, ...options });

/** The address of a read. */
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
