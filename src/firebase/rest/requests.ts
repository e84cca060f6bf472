/**
 * The two commits of a request, by Firestore REST v1. Neither can be replayed: the rules take each once,
 * and the request's receipt tells whether it has arrived.
 */
import { INITIAL_REQUEST_STATUS } from '../../domain/constants';
import type { SpamSignals } from '../../domain/outbox';
import type { RequestFields, UploadedFile } from '../../domain/types';
import type { BackendConfig } from '../config';
import { askForDocument, commit, documentIn, documentName, type Write } from './firestore';
import type { CallOptions, HttpAnswer } from './http';
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

/** So many writes each commit has; see `isCommitted`. */
export const REQUEST_WRITES = 3;
export const ATTACH_WRITES = 2;

/**
 * Creates three documents, each of which the rules allow only with the others: the request with no
 * files, `uploads/{id}` (what may be uploaded for it, from when on) and `receipts/{secret}`. Times are
 * the server's.
 */
export function createRequest(
  config: BackendConfig,
  { id, fields, ticket, receipt }: NewRequest,
  options?: CallOptions,
) {
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
) {
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

/** What a receipt says: the id under which the request was created, and whether files are attached. */
export interface Receipt {
  id: string;
  attached: boolean;
}

/** Asks for a receipt; see `receiptIn` for the answer. */
export const askForReceipt = (config: BackendConfig, receipt: string, options?: CallOptions) =>
  askForDocument(config, `receipts/${receipt}`, { ...options, cache: 'no-store' });

/** The receipt that an answer holds, or undefined. */
export function receiptIn(answer: HttpAnswer | undefined): Receipt | undefined {
  const { id, attached } = documentIn(answer)?.fields ?? {};
  return typeof id === 'string' && typeof attached === 'boolean' ? { id, attached } : undefined;
}

function update(config: BackendConfig, path: string, fields: PlainFields): Write['update'] {
  return { name: documentName(config, path), fields: encodeFields(fields) };
}
