import { randomBytes } from 'node:crypto';
import { runCommit } from '../commit';
import { invalid } from '../errors';
import { documentPath } from '../paths';
import { toProtoDocument } from '../service';
import { collectionPath, maskOf, refuse, type RestCall } from './call';

/** `projects.databases.documents.commit` (Firestore REST v1). */
export function commit({ service, caller, body }: RestCall) {
  refuse('documents.commit', body, 'transaction');
  return runCommit(service, caller, body['writes']);
}

/** `projects.databases.documents.createDocument`: POST to a collection, `documentId` optional. */
export function createDocument(call: RestCall) {
  const { service, caller, query, body } = call;
  const path = `${collectionPath(call.path)}/${query.get('documentId') ?? newDocumentId()}`;
  documentPath(path);
  const update = { name: service.names.of(path), fields: body['fields'] };
  runCommit(service, caller, [{ update, currentDocument: { exists: false } }]);
  return written(call, path);
}

/** `projects.databases.documents.patch`: sets the document, or what `updateMask` names. */
export function patchDocument(call: RestCall) {
  const { service, caller, query, body } = call;
  const path = documentPath(call.path);
  const name = service.names.of(path);
  if (body['name'] !== undefined && body['name'] !== name) {
    throw invalid('The name in the document differs from the one in the URL.');
  }
  const fieldPaths = query.getAll('updateMask.fieldPaths');
  runCommit(service, caller, [
    {
      update: { name, fields: body['fields'] },
      ...(fieldPaths.length > 0 ? { updateMask: { fieldPaths } } : {}),
      ...preconditionOf(query),
    },
  ]);
  return written(call, path);
}

/** `projects.databases.documents.delete`. */
export function deleteDocument({ service, caller, path, query }: RestCall) {
  const name = service.names.of(documentPath(path));
  runCommit(service, caller, [{ delete: name, ...preconditionOf(query) }]);
  return {};
}

function written({ service, query }: RestCall, path: string) {
  return toProtoDocument(service.store.get(path)!, service.names, maskOf(query, 'mask'));
}

function preconditionOf(query: URLSearchParams) {
  const exists = query.get('currentDocument.exists');
  const updateTime = query.get('currentDocument.updateTime');
  if (exists === null && updateTime === null) return {};
  if (exists !== null && exists !== 'true' && exists !== 'false') {
    throw invalid('currentDocument.exists must be true or false.');
  }
  return {
    currentDocument: {
      ...(exists === null ? {} : { exists: exists === 'true' }),
      ...(updateTime === null ? {} : { updateTime }),
    },
  };
}

/** 20 characters, as the service makes them up; bytes above 247 are skipped to keep it uniform. */
function newDocumentId(): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  let id = '';
  while (id.length < 20) {
    const [byte] = randomBytes(1);
    if (byte! < 4 * alphabet.length) id += alphabet[byte! % alphabet.length];
  }
  return id;
}
