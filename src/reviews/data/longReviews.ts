/** The reviews of a work with more than one page of them. Most works need nothing of it: import it lazily only. */
import { REVIEWS_PER_PAGE } from '../../contract/pageSizes';
import type { BackendConfig } from '../../firebase/config';
import {
  documentName,
  readFailure,
  toDocument,
  decodeFields,
} from '../../firebase/rest/firestoreDocuments';
import { fieldsOf, type CallOptions } from '../../firebase/rest/httpCall';
import { runQuery } from '../../firebase/rest/queries';
import type { Rating, ReviewCursor, ReviewPage } from '../port';
import { reviewPageOf } from './readReviews';
import { DOCUMENTS_CACHE } from '../../contract/names';
import { keepJson, keptJson } from '../../lib/pageCache';
import type { ReadResult } from '../../lib/results';

const FROM_REVIEWS = [{ collectionId: 'reviews' }];
const byTime = (fieldPath: string) => ({ field: { fieldPath }, direction: 'DESCENDING' });

/**
 * The reviews behind `after`, by `documents.runQuery` (REST v1), as a list by `pageToken` cannot go on in an order (see
 * `queryAll`). Both fields of the order are named, because a cursor may have no more values than the order.
 */
export async function readMoreReviews(
  config: BackendConfig,
  workId: string,
  after: ReviewCursor,
  options: CallOptions = {},
): Promise<ReadResult<ReviewPage>> {
  const name = documentName(config, `gallery/${workId}/reviews/${after.id}`);
  const structuredQuery = {
    from: FROM_REVIEWS,
    orderBy: [byTime('created'), byTime('__name__')],
    startAt: { values: [{ timestampValue: after.created }, { referenceValue: name }] },
    limit: REVIEWS_PER_PAGE,
  };
  const path = `gallery/${workId}`;
  const query = { structuredQuery };
  const { answer, messages } = await runQuery(config, path, 'runQuery', query, options);
  if (!messages) return readFailure(answer);
  const documents = messages.flatMap(({ document }) => toDocument(document) ?? []);
  return { ok: true, value: reviewPageOf(documents, documents.length === REVIEWS_PER_PAGE) };
}

/**
 * The rating by all reviews, by one `documents.runAggregationQuery` (REST v1). It costs one read for each thousand
 * reviews. It counts the reviews that have stars; the rules let in no other.
 */
export async function readRating(
  config: BackendConfig,
  workId: string,
  options: CallOptions = {},
): Promise<ReadResult<Rating>> {
  const structuredAggregationQuery = {
    structuredQuery: { from: FROM_REVIEWS },
    aggregations: [
      { alias: 'count', count: {} },
      { alias: 'average', avg: { field: { fieldPath: 'stars' } } },
    ],
  };
  const query = { structuredAggregationQuery };
  const verb = 'runAggregationQuery';
  const { answer, messages } = await runQuery(config, `gallery/${workId}`, verb, query, options);
  const rating = ratingFrom(messages?.[0]);
  return rating ? { ok: true, value: rating } : readFailure(answer);
}

/** A rating that was read, or kept as JSON; undefined if it is none. */
export function toRating({ count, average, at }: Record<string, unknown>): Rating | undefined {
  const isRating =
    Number.isInteger(count) && Number.isFinite(average) && !Number.isNaN(Date.parse(String(at)));
  return isRating ? ({ count, average, at } as Rating) : undefined;
}

function ratingFrom(message: Record<string, unknown> = {}): Rating | undefined {
  const { count, average } = decodeFields(fieldsOf(message['result'])['aggregateFields']);
  return toRating({ count, average, at: message['readTime'] });
}

/**
 * The rating by all reviews of a work. Without an answer it is the last one that this device has read. It is kept
 * beside the lists that the worker caches, as no worker can cache a POST.
 */
export async function readKeptRating(
  config: BackendConfig,
  workId: string,
  options: CallOptions,
): Promise<ReadResult<Rating>> {
  const address = `/ratings/${encodeURIComponent(workId)}`;
  const read = await readRating(config, workId, options);
  if (read.ok) {
    void keepJson(DOCUMENTS_CACHE, address, read.value);
    return read;
  }
  const kept = await keptJson(DOCUMENTS_CACHE, address);
  const value = kept && toRating(fieldsOf(kept.value));
  return value ? { ok: true, value } : read;
}
