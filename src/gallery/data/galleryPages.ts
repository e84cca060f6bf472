/**
 * The gallery in pages, oldest work first. The first page is a GET, which the worker answers from its cache. The
 * pages behind it are queries that begin behind a work (galleryQuery.ts).
 */
import { WORKS_PER_PAGE } from '../../contract/pageSizes';
import type { BackendConfig } from '../../firebase/config';
import {
  readAddress,
  readList,
  toDocument,
  type DocumentList,
} from '../../firebase/rest/firestoreDocuments';
import { CARD_FIELDS, placeOf, queryWorks } from '../../firebase/rest/galleryQuery';
import type { CallOptions } from '../../firebase/rest/httpCall';
import { parseCard, parseWork } from '../../firebase/rest/parseDocuments';
import type { GalleryPage, GalleryPlace, ReadResult } from '../../ports/reads';

/** One more than is shown: it tells whether works follow. */
const WORKS_ASKED_FOR = WORKS_PER_PAGE + 1;

/** The address of the first page. */
export const firstPageAddress = (config: BackendConfig): string =>
  readAddress(config, 'gallery', { orderBy: 'created', pageSize: String(WORKS_ASKED_FOR) });

/** The first page, with whole works. */
export async function readFirstPage(
  config: BackendConfig,
  options: CallOptions = {},
): Promise<ReadResult<GalleryPage>> {
  const list = await readList(firstPageAddress(config), options);
  return list.ok ? { ok: true, value: pageOf(list.value, true) } : list;
}

/** The page behind a place, as `documents.list` would answer it. Of whole works, or of cards. */
export const readListAfter = (
  config: BackendConfig,
  after: GalleryPlace,
  isWhole: boolean,
): Promise<ReadResult<DocumentList>> =>
  queryWorks(config, { after, limit: WORKS_ASKED_FOR, ...(!isWhole && { fields: CARD_FIELDS }) });

/** The page in an answer. Where more documents follow, its end is a place. */
export function pageOf(list: DocumentList, isWhole: boolean, after?: GalleryPlace): GalleryPage {
  const { documents, nextPageToken } = list;
  const shown = documents.slice(0, WORKS_PER_PAGE);
  const works = shown.flatMap((json) => {
    const document = toDocument(json);
    if (!document) return [];
    const { id, fields, createTime } = document;
    return [isWhole ? parseWork(id, fields, createTime) : parseCard(id, fields)];
  });
  // The server may send fewer documents than it was asked for, and a token then.
  const isLast = documents.length <= WORKS_PER_PAGE && !nextPageToken;
  const next = isLast ? undefined : placeOf(shown[shown.length - 1]);
  return { works, ...(after && { after }), ...(next && { next }) };
}
