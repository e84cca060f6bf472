/**
 * The receipt of a request, the server's document `receipts/{secret}`: it alone says whether the request has arrived,
 * and so keeps a lead from being sent twice.
 */
import type { BackendConfig } from '../config';
import { failureOf, type Failure } from './answerMeaning';
import { documentName, post, toDocument, type Document } from './firestoreDocuments';
import { fieldsOf, type CallOptions } from './httpCall';

/** `found`: the request was created under this id; `attached` says whether its files are attached. */
export type ReceiptAnswer =
  { type: 'found'; id: string; attached: boolean } | { type: 'missing' } | Failure;

/** Reads a receipt: it says whether the commits of a request have arrived. */
export async function readReceipt(
  config: BackendConfig,
  receipt: string,
  options?: CallOptions,
): Promise<ReceiptAnswer> {
  const path = `receipts/${receipt}`;
  const answer = await findDocument(config, path, options);
  if (answer.type !== 'found') return answer;
  const { id, attached } = answer.document.fields;
  const isReceipt = typeof id === 'string' && typeof attached === 'boolean';
  return isReceipt ? { type: 'found', id, attached } : { type: 'retry' };
}

/**
 * Reads a document for the outbox, which has to know why a read has failed. By `documents.batchGet`: no cache on the
 * way may answer a POST, while a GET's old 404 would have a request sent again that has arrived. The answer is a list
 * of one message. It must name this very document, found or missing, and the time at which that was read.
 */
async function findDocument(
  config: BackendConfig,
  path: string,
  options: CallOptions = {},
): Promise<{ type: 'found'; document: Document } | { type: 'missing' } | Failure> {
  const name = documentName(config, path);
  const answer = await post(config, 'documents:batchGet', { documents: [name] }, options);
  const messages = answer?.status === 200 && Array.isArray(answer.json) ? answer.json : [];
  const { found, missing, readTime } = fieldsOf(messages[0]);
  if (typeof readTime !== 'string') return failureOf(answer);
  const document = fieldsOf(found)['name'] === name ? toDocument(found) : undefined;
  if (document) return { type: 'found', document };
  return missing === name ? { type: 'missing' } : failureOf(answer);
}
