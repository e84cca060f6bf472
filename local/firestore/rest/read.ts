import { FirestoreError, invalid } from '../errors';
import { parseFieldPath } from '../fieldPaths';
import { checkSegments, documentPath, type ResourceNames } from '../paths';
import {
  completeOrder,
  parseQuery,
  readerOf,
  runQuery,
  type Cursor,
  type Order,
  type Query,
} from '../query';
import { toProtoDocument } from '../service';
import type { StoredDocument } from '../store';
import { formatMicros } from '../time';
import { normaliseValue } from '../values';
import { parseMask } from '../writes';
import { collectionPath, maskOf, refuse, type RestCall } from './call';

/** `projects.databases.documents.get` (Firestore REST v1). */
export function getDocument({ service, caller, path, query }: RestCall) {
  const { store, names, access, onRead } = service;
  refuse('documents.get', Object.fromEntries(query), 'transaction', 'readTime');
  documentPath(path);
  const mask = maskOf(query, 'mask');
  access.get(caller, path);
  onRead(1, path);
  const document = store.get(path);
  if (document) return toProtoDocument(document, names, mask);
  throw new FirestoreError('NOT_FOUND', `Document "${names.of(path)}" not found.`);
}

/** `projects.databases.documents.batchGet`: found and missing ones, each once. */
export function batchGet({ service, caller, body }: RestCall) {
  const { store, names, access, onRead } = service;
  refuse('documents.batchGet', body, 'transaction', 'newTransaction', 'readTime');
  const { documents = [] } = body;
  if (!Array.isArray(documents)) throw invalid('documents must be a list of names.');
  const mask = parseMask(body['mask']);
  const paths = new Set(documents.map((name) => names.documentPath(name)));
  for (const path of paths) access.get(caller, path);
  const readTime = formatMicros(store.readTime());
  return [...paths].map((path) => {
    onRead(1, path);
    const document = store.get(path);
    return document
      ? { found: toProtoDocument(document, names, mask), readTime }
      : { missing: names.of(path), readTime };
  });
}

/** `projects.databases.documents.runQuery` (Firestore REST v1), below the root or a document. */
export function runStructuredQuery({ service, caller, path, body }: RestCall) {
  const { store, names, access, onRead } = service;
  refuse('documents.runQuery', body, 'transaction', 'newTransaction', 'readTime', 'explainOptions');
  if (path !== '') documentPath(path);
  const query = parseQuery(body['structuredQuery'], path, names);
  access.list(caller, query.collection);
  const documents = runQuery(query, store, names);
  // An empty result is billed as one read.
  onRead(Math.max(1, documents.length), query.collection);
  const readTime = formatMicros(store.readTime());
  if (documents.length === 0) return [{ readTime }];
  return documents.map((document) => ({
    document: toProtoDocument(document, names, query.select),
    readTime,
  }));
}

/** What the service gives where `pageSize` says nothing, and the most it gives. */
const DEFAULT_PAGE_SIZE = 20;
const MAX_PAGE_SIZE = 300;

/** `projects.databases.documents.list`: one collection, in pages. */
export function listDocuments({ service, caller, path, query: parameters }: RestCall) {
  const { store, names, access, onRead } = service;
  refuse(
    'documents.list',
    Object.fromEntries(parameters),
    'showMissing',
    'transaction',
    'readTime',
  );
  const collection = collectionPath(path);
  checkSegments(collection.split('/'));
  const mask = maskOf(parameters, 'mask');
  const orderBy = parameters.get('orderBy') ?? '';
  const pageSize = parsePageSize(parameters.get('pageSize'));
  const query: Query = {
    collection,
    filter: null,
    order: completeOrder(parseOrderBy(orderBy), null),
    limit: pageSize,
    offset: 0,
    startAt: parsePageToken(parameters.get('pageToken'), orderBy),
    endAt: null,
    select: null,
  };
  access.list(caller, query.collection);
  const found = runQuery({ ...query, limit: pageSize + 1 }, store, names);
  const page = found.slice(0, pageSize);
  onRead(Math.max(1, page.length), collection);
  const last = page.at(-1);
  const hasMore = found.length > pageSize;
  const nextPageToken = last && hasMore ? pageTokenAfter(last, query, orderBy, names) : undefined;
  return {
    ...(page.length > 0
      ? { documents: page.map((document) => toProtoDocument(document, names, mask)) }
      : {}),
    ...(nextPageToken ? { nextPageToken } : {}),
  };
}

/** `created desc, title`: field paths with an optional direction. */
function parseOrderBy(text: string): Order[] {
  if (text.trim() === '') return [];
  return (text.match(/(?:`(?:[^`\\]|\\.)*`|[^,`])+/g) ?? []).map((entry) => {
    const [, field, direction] = /^(.*?)(?:\s+(asc|desc))?$/i.exec(entry.trim())!;
    return { path: parseFieldPath(field), descending: direction?.toLowerCase() === 'desc' };
  });
}

function parsePageSize(text: string | null): number {
  if (text === null || text === '') return DEFAULT_PAGE_SIZE;
  if (!/^\d{1,9}$/.test(text)) throw invalid(`Invalid pageSize ${JSON.stringify(text)}.`);
  return Math.min(Number(text) || DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE);
}

/** A token that says where the next page starts: after this document, in this order. */
function pageTokenAfter(
  document: StoredDocument,
  query: Query,
  orderBy: string,
  names: ResourceNames,
): string {
  const values = query.order.map(({ path }) => readerOf(document, names)(path));
  return Buffer.from(JSON.stringify([orderBy, values])).toString('base64url');
}

/** The place after the last document of the previous page, which must have had the same order. */
function parsePageToken(token: string | null, orderBy: string): Cursor | null {
  if (token === null || token === '') return null;
  try {
    const parsed: unknown = JSON.parse(Buffer.from(token, 'base64url').toString('utf8'));
    const [tokenOrder, values] = parsed as [unknown, unknown[]];
    if (tokenOrder !== orderBy) throw invalid('It belongs to another order.');
    return { values: values.map((value) => normaliseValue(value)), before: false };
  } catch (error) {
    throw invalid(`Invalid page token: ${error instanceof Error ? error.message : String(error)}`);
  }
}
