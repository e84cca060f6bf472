import { FirestoreError, invalid, unimplemented } from '../firestoreErrors';
import { parseFieldPath, parseMask } from '../fieldPaths';
import { checkSegments, documentPath, parentCollection, type ResourceNames } from '../paths';
import {
  completeOrder,
  rulesQueryOf,
  runQuery,
  selected,
  type Cursor,
  type Order,
  type Query,
} from '../query';
import { toProtoDocument } from '../firestoreService';
import type { StoredDocument } from '../firestoreStore';
import { formatMicros } from '../micros';
import { checkBody, checkParameters, type RestCall } from './call';

/** Parameters that every read accepts in the real service only. */
const UNSUPPORTED_READ_OPTIONS = ['mask.fieldPaths', 'readTime', 'transaction'];

/** `projects.databases.documents.get` (Firestore REST v1). */
export function getDocument({ service, caller, path, query }: RestCall) {
  const { store, names, access, onRead } = service;
  checkParameters(query, { call: 'documents.get', unsupported: UNSUPPORTED_READ_OPTIONS });
  documentPath(path);
  access.get(caller, path);
  onRead(1, path);
  const document = store.get(path);
  if (document) return toProtoDocument(document, names);
  throw new FirestoreError('NOT_FOUND', `Document "${names.of(path)}" not found.`);
}

/** `projects.databases.documents.batchGet`: returns found and missing documents, each once. */
export function batchGet(call: RestCall) {
  const { service, caller, body } = call;
  const { store, names, access, onRead } = service;
  checkBody(call, {
    call: 'documents.batchGet',
    known: ['documents', 'mask'],
    unsupported: ['newTransaction', ...UNSUPPORTED_READ_OPTIONS],
  });
  const mask = parseMask(body['mask'], 'mask');
  const documents = body['documents'] ?? [];
  if (!Array.isArray(documents)) throw invalid('documents must be a list of names.');
  const paths = new Set(documents.map((name) => names.documentPath(name)));
  const accessed = new Set<string>();
  for (const path of paths) access.get(caller, path, accessed);
  const readTime = formatMicros(store.readTime());
  return [...paths].map((path) => {
    onRead(1, path);
    const document = store.get(path);
    return document
      ? { found: toProtoDocument(selected(mask, document), names), readTime }
      : { missing: names.of(path), readTime };
  });
}

/** The page's size without a `pageSize`, and the largest one, as in Google's emulator. */
const DEFAULT_PAGE_SIZE = 30;
const MAX_PAGE_SIZE = 150;

/** `projects.databases.documents.list`: returns one collection, in pages. */
export function listDocuments({ service, caller, path, query: parameters }: RestCall) {
  const { store, names, access, onRead } = service;
  checkParameters(parameters, {
    call: 'documents.list',
    known: ['orderBy', 'pageSize', 'pageToken'],
    unsupported: ['showMissing', ...UNSUPPORTED_READ_OPTIONS],
  });
  checkSegments(path.split('/'));
  const orderBy = parameters.get('orderBy') ?? '';
  const pageToken = parameters.get('pageToken') ?? '';
  const pageSize = parsePageSize(parameters.get('pageSize'));
  const order = completeOrder(parseOrderBy(orderBy));
  // Google's emulator answers this with a 500.
  if (orderBy !== '' && pageToken !== '') throw unimplemented('pageToken with orderBy');
  const startAt = pageToken === '' ? null : cursorOf(pageToken, path, names);
  const query: Query = { collection: path, isGroup: false, order, startAt, limit: pageSize };
  access.list(caller, path, rulesQueryOf(query));
  service.checkIndex(query);
  const page = runQuery(query, store, names);
  onRead(Math.max(1, page.length), path);
  const last = page.at(-1);
  // As in Google's emulator, a full page always has a token, even if no document follows.
  const nextPageToken = last && page.length === pageSize ? pageTokenAfter(last) : undefined;
  return {
    ...(page.length > 0
      ? { documents: page.map((document) => toProtoDocument(document, names)) }
      : {}),
    ...(nextPageToken ? { nextPageToken } : {}),
  };
}

const FIELD = '(?:`(?:[^`\\\\]|\\\\.)*`|[^`,\\s])+';
const ORDER = `(${FIELD})(?:\\s+(asc|desc))?\\s*`;

/** Parses `created desc, title`: field paths with an optional direction, in the syntax of Google's emulator. */
function parseOrderBy(text: string): Order[] {
  if (text === '') return [];
  if (!new RegExp(`^${ORDER}(?:,\\s*${ORDER})*$`, 'i').test(text))
    throw invalid(`Invalid order by clause ${JSON.stringify(text)}.`);
  return [...text.matchAll(new RegExp(ORDER, 'gi'))].map(([, field, direction]) => ({
    path: parseFieldPath(field),
    isDescending: direction?.toLowerCase() === 'desc',
  }));
}

function parsePageSize(text: string | null): number {
  if (text === null || text === '') return DEFAULT_PAGE_SIZE;
  if (!/^\d{1,9}$/.test(text)) throw invalid(`Invalid pageSize ${JSON.stringify(text)}.`);
  return Math.min(Number(text) || DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE);
}

const pageTokenAfter = ({ path }: StoredDocument) => Buffer.from(path).toString('base64url');

/** The cursor after the last document of the previous page. Throws INVALID_ARGUMENT if it is not in this collection. */
function cursorOf(token: string, collection: string, names: ResourceNames): Cursor {
  const path = Buffer.from(token, 'base64url').toString('utf8');
  if (parentCollection(path) !== collection) throw invalid('Invalid page token.');
  return { values: [{ referenceValue: names.of(path) }], before: false };
}
