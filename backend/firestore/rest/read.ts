import { FirestoreError, invalid } from '../errors';
import { parseFieldPath } from '../fieldPaths';
import { checkSegments, documentPath, type ResourceNames } from '../paths';
import { completeOrder, readerOf, runQuery, type Cursor, type Order, type Query } from '../query';
import { toProtoDocument } from '../service';
import type { StoredDocument } from '../store';
import { formatMicros } from '../time';
import { normaliseValue } from '../values';
import { checkBody, checkParameters, type RestCall } from './call';

/** What every read of the service takes. */
const CONSISTENCY = ['mask.fieldPaths', 'readTime', 'transaction'];

/** `projects.databases.documents.get` (Firestore REST v1). */
export function getDocument({ service, caller, path, query }: RestCall) {
  const { store, names, access, onRead } = service;
  checkParameters(query, { call: 'documents.get', unsupported: CONSISTENCY });
  documentPath(path);
  access.get(caller, path);
  onRead(1, path);
  const document = store.get(path);
  if (document) return toProtoDocument(document, names);
  throw new FirestoreError('NOT_FOUND', `Document "${names.of(path)}" not found.`);
}

/** `projects.databases.documents.batchGet`: found and missing ones, each once. */
export function batchGet(call: RestCall) {
  const { service, caller, body } = call;
  const { store, names, access, onRead } = service;
  checkBody(call, {
    call: 'documents.batchGet',
    known: ['documents'],
    unsupported: ['mask', 'newTransaction', ...CONSISTENCY],
  });
  const { documents = [] } = body;
  if (!Array.isArray(documents)) throw invalid('documents must be a list of names.');
  const paths = new Set(documents.map((name) => names.documentPath(name)));
  const accessed = new Set<string>();
  for (const path of paths) access.get(caller, path, accessed);
  const readTime = formatMicros(store.readTime());
  return [...paths].map((path) => {
    onRead(1, path);
    const document = store.get(path);
    return document
      ? { found: toProtoDocument(document, names), readTime }
      : { missing: names.of(path), readTime };
  });
}

/** What the service gives where `pageSize` says nothing, and the most it gives. */
const DEFAULT_PAGE_SIZE = 20;
const MAX_PAGE_SIZE = 300;

/** `projects.databases.documents.list`: one collection, in pages. */
export function listDocuments({ service, caller, path, query: parameters }: RestCall) {
  const { store, names, access, onRead } = service;
  checkParameters(parameters, {
    call: 'documents.list',
    known: ['orderBy', 'pageSize', 'pageToken'],
    unsupported: ['showMissing', ...CONSISTENCY],
  });
  checkSegments(path.split('/'));
  const orderBy = parameters.get('orderBy') ?? '';
  const pageSize = parsePageSize(parameters.get('pageSize'));
  const query: Query = {
    collection: path,
    order: completeOrder(parseOrderBy(orderBy)),
    startAt: parsePageToken(parameters.get('pageToken'), orderBy),
  };
  access.list(caller, path);
  const found = runQuery(query, store, names);
  const page = found.slice(0, pageSize);
  onRead(Math.max(1, page.length), path);
  const last = page.at(-1);
  const hasMore = found.length > pageSize;
  const nextPageToken = last && hasMore ? pageTokenAfter(last, query, orderBy, names) : undefined;
  return {
    ...(page.length > 0
      ? { documents: page.map((document) => toProtoDocument(document, names)) }
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
