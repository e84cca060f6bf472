/** The two writes of a request (`requests/{id}`), both safe to repeat. Firestore REST v1 commits. */
import { INITIAL_REQUEST_STATUS } from '../../domain/constants';
import type { RequestFields, UploadedFile } from '../../domain/types';
import type { BackendConfig } from '../config';
import { commit, documentName, type Write } from './firestore';
import type { CallOptions } from './http';
import { encodeFields } from './values';

/** A request's id and text. */
interface Request {
  id: string;
  fields: RequestFields;
}

/**
 * Creates the whole document with no files; `created` is the server's clock. Without a precondition:
 * the rules let the same write pass again (a replay after a lost answer changes nothing else).
 */
export function createRequest(config: BackendConfig, request: Request, options?: CallOptions) {
  return commit(config, [requestWrite(config, request)], options);
}

/**
 * Asks whether our request already exists, without ever creating it: the same write with the
 * precondition that the document is there.
 */
export function confirmRequest(config: BackendConfig, request: Request, options?: CallOptions) {
  const write = { ...requestWrite(config, request), currentDocument: { exists: true } };
  return commit(config, [write], options);
}

/** Sets `files`, once from empty; the same again is a replay. */
export function attachFiles(
  config: BackendConfig,
  { id, files }: { id: string; files: UploadedFile[] },
  options?: CallOptions,
) {
  const fields = encodeFields({ files: files.map((file) => ({ ...file })) });
  const update = { name: documentName(config, `requests/${id}`), fields };
  return commit(config, [{ update, updateMask: { fieldPaths: ['files'] } }], options);
}

function requestWrite(config: BackendConfig, { id, fields }: Request): Write {
  return {
    update: {
      name: documentName(config, `requests/${id}`),
      fields: encodeFields({ id, status: INITIAL_REQUEST_STATUS, ...fields, files: [] }),
    },
    updateTransforms: [{ fieldPath: 'created', setToServerValue: 'REQUEST_TIME' }],
  };
}
