import { toProtoDocument } from '../documents';
import { FirestoreError, invalid } from '../errors';
import { documentPath } from '../paths';
import { formatMicros } from '../time';
import { parseMask } from '../writes';
import { maskOf, parametersOf, refuse, type RestCall } from './call';

/** `projects.databases.documents.get` (Firestore REST v1). */
export function getDocument({ service, caller, path, query }: RestCall) {
  const { store, names, access, onRead } = service;
  refuse('documents.get', parametersOf(query), 'transaction', 'readTime');
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
