import { toProtoDocument } from '../documents';
import { invalid } from '../errors';
import { parseFieldPath } from '../fieldPaths';
import { checkSegments, type ResourceNames } from '../paths';
import { completeOrder, readerOf, runQuery, type Cursor, type Order, type Query } from '../query';
import type { StoredDocument } from '../store';
import { normaliseValue } from '../values';
import { collectionPath, maskOf, parametersOf, refuse, type RestCall } from './call';

/** What the service gives where `pageSize` says nothing, and the most it gives. */
const DEFAULT_PAGE_SIZE = 20;
const MAX_PAGE_SIZE = 300;

/** `projects.databases.documents.list`: one collection, in pages. */
export function listDocuments({ service, caller, path, query: parameters }: RestCall) {
  const { store, names, access, onRead } = service;
  refuse('documents.list', parametersOf(parameters), 'showMissing', 'transaction', 'readTime');
  const collection = collectionPath(path);
  checkSegments(collection.split('/'));
  const mask = maskOf(parameters, 'mask');
  const orderBy = parameters.get('orderBy') ?? '';
  const explicitOrder = parseOrderBy(orderBy);
  const pageSize = parsePageSize(parameters.get('pageSize'));
  const query: Query = {
    collection,
    group: null,
    filter: null,
    explicitOrder,
    order: completeOrder(explicitOrder, null),
    limit: pageSize,
    offset: 0,
    startAt: parsePageToken(parameters.get('pageToken'), orderBy),
    endAt: null,
    select: null,
  };
  access.list(caller, query);
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
