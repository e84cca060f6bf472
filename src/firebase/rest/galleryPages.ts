/**
 * The gallery in pages, oldest work first. The first page is a GET, which the worker answers from its cache. The
 * pages behind it are queries that begin behind a work (`queries.ts`): the tokens of `documents.list` do not go with
 * an order everywhere (`listDocuments`), and a place in the order stays right when works come and go.
 */
import type { GalleryPage, GalleryPlace, ReadResult } from '../../ports/reads';
import type { BackendConfig } from '../config';
import { read, readAddress, readFailure, toDocument } from './firestore';
import { fieldsOf, type CallOptions } from './http';
import { parseCard, parseWork } from './parse';

/** How many works a page of the gallery has: the first one, and each press of "Show more works". */
export const WORKS_PER_PAGE = 40;
/** One more than is shown: it tells whether works follow. */
export const WORKS_ASKED_FOR = WORKS_PER_PAGE + 1;

/** The answer of `documents.list`, as far as it is used. */
export interface ListAnswer {
  documents?: unknown[];
  nextPageToken?: unknown;
}

/** The address of the first page. */
export const firstPageAddress = (config: BackendConfig): string =>
  readAddress(config, 'gallery', { orderBy: 'created', pageSize: String(WORKS_ASKED_FOR) });

/** The first page, with whole works. */
export async function readFirstPage(
  config: BackendConfig,
  options: CallOptions = {},
): Promise<ReadResult<GalleryPage>> {
  const answer = await read(firstPageAddress(config), options);
  const list = answer?.status === 200 ? listIn(answer.json) : undefined;
  return list ? { ok: true, value: pageOf(list, true) } : readFailure(answer);
}

/** A list; an empty collection answers `{}`. Undefined if the answer is an error or no list. */
export function listIn(json: unknown): ListAnswer | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  const { documents = [], nextPageToken, error } = fieldsOf(json);
  if (!Array.isArray(documents) || error !== undefined) return undefined;
  return { documents, nextPageToken };
}

/** The page in an answer. Where more documents follow, its end is a place. */
export function pageOf(list: ListAnswer, isWhole: boolean, after?: GalleryPlace): GalleryPage {
  const { documents = [], nextPageToken } = list;
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

function placeOf(json: unknown): GalleryPlace | undefined {
  const document = toDocument(json);
  const { created } = fieldsOf(fieldsOf(json)['fields']);
  return document && created !== undefined
    ? { created: fieldsOf(created), id: document.id }
    : undefined;
}
