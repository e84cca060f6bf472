/** The commits of a request, and its receipt. What they write is heard by functions/src/index.ts, which mails the owner. */
import { INITIAL_REQUEST_STATUS } from '../../domain/constants';
import type { UploadedFile, SpamSignals } from '../../domain/types';
import type { RequestFields } from '../../domain/requestFields';
import type { BackendConfig } from '../config';
import {
  commit,
  documentName,
  type CommitAnswer,
  type Write,
  post,
  toDocument,
  encodeFields,
  type PlainFields,
} from './firestoreDocuments';
import { type CallOptions, fieldsOf } from './httpCall';
import { failureOf, type Failure } from './answerMeaning';

/** The names of the objects that may be uploaded to the request's folder. Each name may be used once. */
interface UploadTicket extends SpamSignals {
  images: string[];
  thumbs: string[];
}

export interface NewRequest {
  id: string;
  fields: RequestFields;
  ticket: UploadTicket;
  receipt: string;
}

/**
 * Creates three documents in one commit: the request without files, the ticket `uploads/{id}`, which says what may be
 * uploaded and from when on, and `receipts/{secret}`. The rules allow each of them only with the other two. The times
 * are the server's.
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

/** The fields that can be sent. A newer version of the app may have added fields of other types. */
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
  return commit(config, writes, { ...options, isRepeatable: true });
}

function update(config: BackendConfig, path: string, fields: PlainFields): Write['update'] {
  return { name: documentName(config, path), fields: encodeFields(fields) };
}

/**
 * The receipt of a request, the server's document `receipts/{secret}`: it alone says whether the request has arrived,
 * and so keeps a lead from being sent twice.
 */

/** `found`: the request was created under this id; `attached` says whether its files are attached. */
export type ReceiptAnswer =
  { type: 'found'; id: string; attached: boolean } | { type: 'missing' } | Failure;

/**
 * Reads a receipt by `documents.batchGet`: no cache on the way may answer a POST, while a GET's old 404 would have a
 * request sent again that has arrived. The answer is a list of one message. It must name this very document, found or
 * missing, and the time at which that was read.
 */
export async function readReceipt(
  config: BackendConfig,
  receipt: string,
  options: CallOptions = {},
): Promise<ReceiptAnswer> {
  const name = documentName(config, `receipts/${receipt}`);
  const question = { ...options, isRepeatable: true } as const;
  const answer = await post(config, 'documents:batchGet', { documents: [name] }, question);
  const messages = answer?.status === 200 && Array.isArray(answer.json) ? answer.json : [];
  const { found, missing, readTime } = fieldsOf(messages[0]);
  const document = fieldsOf(found)['name'] === name ? toDocument(found) : undefined;
  if (typeof readTime !== 'string' || !(document || missing === name)) return failureOf(answer);
  if (!document) return { type: 'missing' };
  const { id, attached } = document.fields;
  const isReceipt = typeof id === 'string' && typeof attached === 'boolean';
  return isReceipt ? { type: 'found', id, attached } : { type: 'retry' };
}
