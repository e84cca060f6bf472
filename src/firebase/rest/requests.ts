/**
 * The two commits of a request, by Firestore REST v1. Neither can be replayed: the rules take each once,
 * and the request's receipt tells whether it has arrived.
 */
import { INITIAL_REQUEST_STATUS } from '../../domain/constants';
import type { SpamSignals, UploadedFile } from '../../domain/types';
import type { RequestFields } from '../../domain/requestFields';
import type { BackendConfig } from '../config';
import type { Failure } from './answers';
import { commit, documentName, findDocument, type CommitAnswer, type Write } from './firestore';
import type { CallOptions } from './http';
import { encodeFields, type PlainFields } from './values';

/** Names of objects in the request's folder that may be uploaded for it: one name, one object. */
interface UploadTicket extends SpamSignals {
  images: string[];
  thumbs: string[];
}

/** A request's id and text, its ticket, and the name of its receipt, which nobody else knows. */
export interface NewRequest {
  id: string;
  fields: RequestFields;
  ticket: UploadTicket;
  receipt: string;
}

/**
 * Creates three documents, each of which the rules allow only with the others: the request with no
 * files, `uploads/{id}` (what may be uploaded for it, from when on) and `receipts/{secret}`. Times are
 * the server's.
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

/** Of fields that a newer version has added, those that are texts, numbers, truth values or lists of texts. */
function sendable(fields: RequestFields): PlainFields {
  const isText = (value: unknown) => typeof value === 'string';
  const entries = Object.entries(fields as unknown as Record<string, unknown>).filter(
    ([, value]) =>
      ['string', 'number', 'boolean'].includes(typeof value) ||
      (Array.isArray(value) && value.every(isText)),
  );
  return Object.fromEntries(entries) as PlainFields;
}

/** Sets `files`, once from empty, together with the receipt's `attached`. */
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

/** `found`: the id under which the request was created, and whether its files are attached. */
export type ReceiptAnswer =
  { type: 'found'; id: string; attached: boolean } | { type: 'missing' } | Failure;

/** Asks whether a request's commits have arrived. */
export async function readReceipt(
  config: BackendConfig,
  receipt: string,
  options?: CallOptions,
): Promise<ReceiptAnswer> {
  const path = `receipts/${receipt}`;
  const answer = await findDocument(config, path, { ...options, cache: 'no-store' });
  if (answer.type !== 'found') return answer;
  const { id, attached } = answer.document.fields;
  const isReceipt = typeof id === 'string' && typeof attached === 'boolean';
  return isReceipt ? { type: 'found', id, attached } : { type: 'retry' };
}

function update(config: BackendConfig, path: string, fields: PlainFields): Write['update'] {
  return { name: documentName(config, path), fields: encodeFields(fields) };
}
