import { runCommit } from '../commit';
import { invalid } from '../errors';
import { documentPath } from '../paths';
import { toProtoDocument } from '../service';
import { allowOnly, type RestCall } from './call';

/** `projects.databases.documents.commit` (Firestore REST v1). */
export function commit({ service, caller, body }: RestCall) {
  allowOnly('documents.commit', Object.keys(body), 'writes');
  return runCommit(service, caller, body['writes']);
}

/** `projects.databases.documents.patch`: sets the whole document. */
export function patchDocument({ service, caller, path, query, body }: RestCall) {
  allowOnly('documents.patch', query.keys());
  const name = service.names.of(documentPath(path));
  if (body['name'] !== undefined && body['name'] !== name) {
    throw invalid('The name in the document differs from the one in the URL.');
  }
  runCommit(service, caller, [{ update: { name, fields: body['fields'] } }]);
  return toProtoDocument(service.store.get(path)!, service.names);
}

/** `projects.databases.documents.delete`. */
export function deleteDocument({ service, caller, path, query }: RestCall) {
  allowOnly('documents.delete', query.keys());
  runCommit(service, caller, [{ delete: service.names.of(documentPath(path)) }]);
  return {};
}
