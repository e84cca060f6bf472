import { toProtoDocument } from '../documents';
import { documentPath } from '../paths';
import { parseQuery, runQuery } from '../query';
import { formatMicros } from '../time';
import { refuse, type RestCall } from './call';

/** `projects.databases.documents.runQuery` (Firestore REST v1), below the root or a document. */
export function runStructuredQuery({ service, caller, path, body }: RestCall) {
  const { store, names, access, onRead } = service;
  refuse('documents.runQuery', body, 'transaction', 'newTransaction', 'readTime', 'explainOptions');
  if (path !== '') documentPath(path);
  const query = parseQuery(body['structuredQuery'], path, names);
  access.list(caller, query);
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
