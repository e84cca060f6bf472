import type { BackendConfig } from '../config';
import {
  encodePath,
  post,
  READ_TIMEOUT,
  readFailure,
  toDocument,
  type Document,
} from './firestoreDocuments';
import { fieldsOf, type CallOptions, type HttpAnswer } from './httpCall';
import type { ReadResult } from '../../lib/results';

/** A message of an answer. Each one has the time of the read. */
type Message = Record<string, unknown>;

/**
 * Runs a query of the collections below a document; below the database's root if `path` is empty. `messages` is
 * undefined if the answer is none to a query.
 */
export async function runQuery(
  config: BackendConfig,
  path: string,
  verb: 'runQuery' | 'runAggregationQuery',
  query: object,
  options: CallOptions = {},
): Promise<{ answer: HttpAnswer | undefined; messages: Message[] | undefined }> {
  const below = path === '' ? '' : `/${encodePath(path)}`;
  const method = `documents${below}:${verb}?prettyPrint=false`;
  const answer = await post(config, method, query, { timeout: READ_TIMEOUT, ...options });
  return { answer, messages: messagesIn(answer) };
}

/** The messages of a streaming call, which come in an array. An error comes in one, too. */
function messagesIn(answer: HttpAnswer | undefined): Message[] | undefined {
  if (answer?.status !== 200 || !Array.isArray(answer.json) || answer.json.length === 0)
    return undefined;
  const messages = answer.json.map(fieldsOf);
  return messages.every(({ readTime }) => typeof readTime === 'string') ? messages : undefined;
}

/** A document with the time when it was last written: `updateTime`, in ISO 8601. */
export interface StoredDocument extends Document {
  updateTime: string;
}

/**
 * All documents of a collection in the order of a time field: a query without a limit, for the build. The tokens of
 * `documents.list` do not serve: Google's emulator (1.19, June 2025) answers 500 to one beside `orderBy`, and it is
 * unknown whether production works.
 */
export async function queryAll(
  config: BackendConfig,
  collectionPath: string,
  order: { field: string; direction: 'ASCENDING' | 'DESCENDING' },
  options: CallOptions = {},
): Promise<ReadResult<StoredDocument[]>> {
  const parts = collectionPath.split('/');
  const collectionId = parts.pop();
  const structuredQuery = {
    from: [{ collectionId }],
    orderBy: [{ field: { fieldPath: order.field }, direction: order.direction }],
  };
  const query = { structuredQuery };
  const { answer, messages } = await runQuery(config, parts.join('/'), 'runQuery', query, options);
  if (!messages) return readFailure(answer);
  const value = messages.flatMap(({ document }) => {
    const known = toDocument(document);
    return known ? { ...known, updateTime: String(fieldsOf(document)['updateTime'] ?? '') } : [];
  });
  return { ok: true, value };
}
