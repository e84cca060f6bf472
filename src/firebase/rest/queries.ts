/** Queries of the database (REST v1: `documents.runQuery`, `documents.runAggregationQuery`). */
import type { GalleryPlace, ReadResult } from '../../ports/reads';
import type { BackendConfig } from '../config';
import { address, documentName, encodePath, READ_TIMEOUT, readFailure } from './firestore';
import { WORKS_ASKED_FOR, type ListAnswer } from './galleryPages';
import { call, fieldsOf, type CallOptions, type HttpAnswer } from './http';

/** A message of an answer. Each one has the time of the read. */
type Message = Record<string, unknown>;

/** The fields of a card, and the one of the order. Firestore bills a document by its fields all the same. */
const CARD_FIELDS = ['title', 'cover', 'created'];

/** The page of the gallery behind a place, as `documents.list` would answer it. Of whole works, or of cards. */
export async function queryAfter(
  config: BackendConfig,
  { created, id }: GalleryPlace,
  isWhole: boolean,
): Promise<ReadResult<ListAnswer>> {
  const structuredQuery = {
    from: [{ collectionId: 'gallery' }],
    orderBy: ['created', '__name__'].map((fieldPath) => ({
      field: { fieldPath },
      direction: 'ASCENDING',
    })),
    startAt: {
      values: [created, { referenceValue: documentName(config, `gallery/${id}`) }],
      before: false,
    },
    limit: WORKS_ASKED_FOR,
    ...(!isWhole && { select: { fields: CARD_FIELDS.map((fieldPath) => ({ fieldPath })) } }),
  };
  const { answer, messages } = await runQuery(config, '', 'runQuery', { structuredQuery });
  if (!messages) return readFailure(answer);
  const documents = messages.flatMap(({ document }) => (document === undefined ? [] : [document]));
  return { ok: true, value: { documents } };
}

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
  const answer = await call(
    address(config, `documents${below}:${verb}`, { prettyPrint: 'false' }),
    {
      method: 'POST',
      // Without a CORS preflight, as a commit is sent.
      headers: { 'Content-Type': 'text/plain' },
      body: JSON.stringify(query),
      timeout: READ_TIMEOUT,
      ...options,
    },
  );
  return { answer, messages: messagesIn(answer) };
}

/** The messages of a streaming call, which are in an array. An error is in one, too. */
function messagesIn(answer: HttpAnswer | undefined): Message[] | undefined {
  if (answer?.status !== 200 || !Array.isArray(answer.json) || answer.json.length === 0)
    return undefined;
  const messages = answer.json.map(fieldsOf);
  return messages.every(({ readTime }) => typeof readTime === 'string') ? messages : undefined;
}
