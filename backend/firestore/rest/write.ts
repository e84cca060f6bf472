import { runCommit } from '../commit';
import { checkNames, invalid } from '../errors';
import { documentPath } from '../paths';
import { toProtoDocument } from '../service';
import { DOCUMENT_NAMES } from '../writes';
import { checkBody, checkParameters, type RestCall } from './call';

const PRECONDITION = ['currentDocument.exists', 'currentDocument.updateTime'];

/** `projects.databases.documents.commit` (Firestore REST v1). */
export function commit(call: RestCall) {
  const { service, caller, body } = call;
  checkBody(call, {
    call: 'documents.commit',
    known: ['writes'],
    unsupported: ['transaction'],
  });
  return runCommit(service, caller, body['writes']);
}

/** `projects.databases.documents.patch`: sets the whole document. */
export function patchDocument({ service, caller, path, query, body }: RestCall) {
  checkParameters(query, {
    call: 'documents.patch',
    unsupported: ['updateMask.fieldPaths', 'mask.fieldPaths', ...PRECONDITION],
  });
  checkNames(body, DOCUMENT_NAMES);
  const name = service.names.of(documentPath(path));
  if (body['name'] !== undefined && body['name'] !== name) {
    throw invalid('The name in the document differs from the one in the URL.');
  }
  runCommit(service, caller, [{ update: { name, fields: body['fields'] } }]);
  return toProtoDocument(service.store.get(path)!, service.names);
}

/** `projects.databases.documents.delete`. */
export function deleteDocument({ service, caller, path, query }: RestCall) {
  checkParameters(query, { call: 'documents.delete', unsupported: PRECONDITION });
  runCommit(service, caller, [{ delete: service.names.of(documentPath(path)) }]);
  return {};
}
