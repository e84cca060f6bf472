/**
 * The two commits of a request, by Firestore REST v1. Neither can be repeated: the rules accept each only once,
 * and the request's receipt says whether it has arrived.
 */
import type { SpamSignals } from '../../ports/outbox';
import { INITIAL_REQUEST_STATUS } from '../../domain/constants';
import type { UploadedFile } from '../../domain/types';
import type { RequestFields } from '../../domain/requestFields';
import type { BackendConfig } from '../config';
import { commit, documentName, type CommitAnswer, type Write } from './firestoreDocuments';
import type { CallOptions } from './httpCall';
import { encodeFields, type PlainFields } from './protoValues';

/** The names of the objects that may be uploaded to the request's folder. Each name may be used once. */
interface UploadTicket extends SpamSignals {
  images: string[];
  thumbs: string[];
}

/** A request to create: its id and text, its ticket, and the secret name of its receipt. */
export interface NewRequest {
  id: string;
  fields: RequestFields;
  ticket: UploadTicket;
  receipt: string;
}

/**
 * Creates three documents in one commit: the request without files, the ticket `uploads/{id}`, which says what may
 * be uploaded and from when on, and `receipts/{secret}`. The rules allow each of them only with the other two. The
 * times are the server's.
 */
export function createRequest(
  config: BackendConfig,
  { id, fields, ticket, receipt }: NewRequest,
  options?: CallOptions,
): Promise<CommitAnswer> {
  const created = [{ fieldPath: 'created', setToServerValue: 'REQUEST_TIME' as const }];
  const request = { ...sendable(fields), id, status: INITIAL_REQUEST_STATUS, files: [] };
  const writes: Write[] = [
    { update: update(config, `requests/${id}`, request), updateTransforms: created },
    {
      update: update(config, `uploads/${id}`, { ...ticket, receipt }),
      updateTransforms: created,
    },
    { update: update(config, `receipts/${receipt}`, { id, attached: false }) },
  ];
  return commit(config, writes, options);
}

/**
 * The fields that can be sent: texts, numbers, booleans and lists of texts. A newer version of the app may have added
 * fields of other types.
 */
function sendable(fields: RequestFields): PlainFields {
  const isText = (value: unknown) => typeof value === 'string';
  const entries = Object.entries(fields as unknown as Record<string, unknown>).filter(
    ([, value]) =>
      ['string', 'number', 'boolean'].includes(typeof value) ||
      (Array.isArray(value) && value.every(isText)),
  );
  return Object.fromEntries(entries) as PlainFields;
}

/** Sets the request's `files` and the receipt's `attached`. Possible only once, while `files` is empty. */
export function attachFiles(
  config: BackendConfig,
  { id, files, receipt }: { id: string; files: UploadedFile[]; receipt: string },
  options?: CallOptions,
): Promise<CommitAnswer> {
  const attached = { files: files.map((file) => ({ ...file })) };
  const writes: Write[] = [
    {
      update: update(config, `requests/${id}`, attached),
      updateMask: { fieldPaths: ['files'] },
    },
    {
      update: update(config, `receipts/${receipt}`, { attached: true }),
      updateMask: { fieldPaths: ['attached'] },
    },
  ];
  return commit(config, writes, options);
}

function update(config: BackendConfig, path: string, fields: PlainFields): Write['update'] {
  return { name: documentName(config, path), fields: encodeFields(fields) };
}
