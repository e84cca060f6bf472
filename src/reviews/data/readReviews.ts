import { REVIEWS_PER_PAGE } from '../../contract/pageSizes';
import type { BackendConfig } from '../../firebase/config';
import {
  readAddress,
  readList,
  toDocument,
  type Document,
} from '../../firebase/rest/firestoreDocuments';
import type { CallOptions } from '../../firebase/rest/httpCall';
import { parseReview } from '../../firebase/rest/parseDocuments';
import { isDocumentId } from '../../firebase/rest/readDocuments';
import type { ReviewPage } from '../port';
import type { ReadResult } from '../../lib/results';

/** Reads the newest reviews. If no document can have this id, the work is missing and the server is not asked. */
export async function readReviews(
  config: BackendConfig,
  workId: string,
  options: CallOptions = {},
): Promise<ReadResult<ReviewPage>> {
  if (!isDocumentId(workId)) return { ok: false, reason: 'missing' };
  const query = { orderBy: 'created desc', pageSize: String(REVIEWS_PER_PAGE) };
  const list = await readList(readAddress(config, `gallery/${workId}/reviews`, query), options);
  if (!list.ok) return list;
  const documents = list.value.documents.flatMap((json) => toDocument(json) ?? []);
  return { ok: true, value: reviewPageOf(documents, Boolean(list.value.nextPageToken)) };
}

/** A page of reviews from its documents, newest first; `isCut`: there may be more. */
export function reviewPageOf(documents: Document[], isCut: boolean): ReviewPage {
  const last = isCut ? documents[documents.length - 1] : undefined;
  return {
    reviews: documents.flatMap(
      ({ id, fields, createTime }) => parseReview(id, fields, createTime) ?? [],
    ),
    ...(last && { next: { id: last.id, created: String(last.fields['created']) } }),
  };
}
