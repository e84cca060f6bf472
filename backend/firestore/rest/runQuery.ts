import { aggregate, parseAggregationQuery } from '../aggregation';
import { invalid } from '../firestoreErrors';
import { documentPath } from '../paths';
import { parseQuery, rulesQueryOf, runQuery, selected } from '../query';
import { toProtoDocument } from '../firestoreService';
import { formatMicros } from '../micros';
import { checkBody, type RestCall } from './call';

/** Parameters of a query that only the real service supports. */
const UNSUPPORTED_QUERY_OPTIONS = ['transaction', 'newTransaction', 'readTime', 'explainOptions'];

/** The parent of a query's collection: '' or a document's path. */
function parentOf(path: string): string {
  if (path !== '') documentPath(path);
  return path;
}

/** `projects.databases.documents.runQuery`: a part of one collection, or of a collection group, in an order. */
export function queryDocuments(call: RestCall) {
  const { service, caller, path, body } = call;
  const { store, names, access, onRead } = service;
  const known = ['structuredQuery'];
  checkBody(call, {
    call: 'documents.runQuery',
    known,
    unsupported: UNSUPPORTED_QUERY_OPTIONS,
  });
  if (body['structuredQuery'] === undefined) throw invalid('only structured queries are supported');
  const query = parseQuery(body['structuredQuery'], parentOf(path), names);
  access.list(caller, query.collection, rulesQueryOf(query));
  service.checkIndex(query);
  const found = runQuery(query, store, names);
  onRead(Math.max(1, found.length), query.collection);
  const readTime = formatMicros(store.readTime());
  const answers = found.map((document) => ({
    document: toProtoDocument(selected(query.select, document), names),
    readTime,
  }));
  // As Google's emulator: the last message says so, and without a result it is the only one.
  const last = answers.pop() ?? { readTime };
  return [...answers, { ...last, done: true }];
}

/** So many entries of an index cost as much as one document (https://firebase.google.com/docs/firestore/pricing). */
const ENTRIES_PER_READ = 1000;

/** `projects.databases.documents.runAggregationQuery`: one message with all results. */
export function aggregateDocuments(call: RestCall) {
  const { service, caller, path, body } = call;
  const { store, names, access, onRead } = service;
  checkBody(call, {
    call: 'documents.runAggregationQuery',
    known: ['structuredAggregationQuery'],
    unsupported: UNSUPPORTED_QUERY_OPTIONS,
  });
  const parsed = parseAggregationQuery(body['structuredAggregationQuery'], parentOf(path), names);
  access.list(caller, parsed.query.collection, rulesQueryOf(parsed.query));
  const { fields, entries } = aggregate(parsed, store, names);
  onRead(Math.max(1, Math.ceil(entries / ENTRIES_PER_READ)), parsed.query.collection);
  const readTime = formatMicros(store.readTime());
  return [{ result: { aggregateFields: fields }, readTime, done: true }];
}
