/**
 * The gallery in pages, oldest work first. The first page is a GET, which the worker answers from its cache. The
 * pages behind it are queries that begin behind a work (galleryQuery.ts).
 */
import { WORKS_PER_PAGE, WORKS_KEPT_AHEAD } from '../../contract/pageSizes';
import type { BackendConfig } from '../../firebase/config';
import {
  readAddress,
  readList,
  toDocument,
  type DocumentList,
  listIn,
} from '../../firebase/rest/firestoreDocuments';
import { CARD_FIELDS, placeOf, queryWorks } from '../../firebase/rest/galleryQuery';
import type { CallOptions } from '../../firebase/rest/httpCall';
import { parseCard, parseWork } from '../../firebase/rest/parseDocuments';
import type { GalleryPage, GalleryPlace } from '../port';
import { GALLERY_CACHE, CARDS_ONLY } from '../../contract/names';
import type { EpochMs } from '../../domain/clock';
import { GALLERY_ORDER } from '../../domain/constants';
import { keepJson, keptJson } from '../../lib/pageCache';
import type { ReadResult } from '../../lib/results';

/** One more than is shown: it tells whether works follow. */
const WORKS_ASKED_FOR = WORKS_PER_PAGE + 1;

export const firstPageAddress = (config: BackendConfig): string =>
  readAddress(config, 'gallery', { orderBy: GALLERY_ORDER, pageSize: String(WORKS_ASKED_FOR) });

export async function readFirstPage(
  config: BackendConfig,
  options: CallOptions = {},
): Promise<ReadResult<GalleryPage>> {
  const list = await readList(firstPageAddress(config), options);
  return list.ok ? { ok: true, value: pageOf(list.value, true) } : list;
}

/** Reads the page behind a place, as `documents.list` would answer it, with whole works or cards. */
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

/**
 * The pages of the gallery behind the first one. The worker's cache has a copy of each that was read, so that a visit
 * without the network shows what this device has seen. The worker cannot make it: these reads are POSTs.
 */

/** Milliseconds (a day) for which a page that was kept ahead is not read again. */
const FRESH = 24 * 60 * 60 * 1000;
/** The most pages that are kept, the newest ones. */
const MAX_KEPT = 50;

export function createMorePages(config: BackendConfig) {
  const pages = new Map<string, Promise<ReadResult<GalleryPage>>>();

  /** Reads a page, unless this visit has read it. After a failure it is read again. */
  const readOnce = (place: GalleryPlace, isWhole: boolean): Promise<ReadResult<GalleryPage>> => {
    const key = keyOf(place);
    const known = pages.get(key);
    if (known) return known;
    const reading = readAndKeep(config, place, isWhole);
    pages.set(key, reading);
    void reading.then(({ ok }) => !ok && pages.delete(key));
    return reading;
  };

  return {
    async after(place: GalleryPlace): Promise<ReadResult<GalleryPage>> {
      const result = await readOnce(place, false);
      if (result.ok) return result;
      const kept = (await keptPage(config, place, true)) ?? (await keptPage(config, place, false));
      return kept ? { ok: true, value: kept.page } : result;
    },
    /** Keeps the pages behind the first one, up to `WORKS_KEPT_AHEAD` works, unless the copies are fresh. */
    async keepAhead(first: GalleryPlace, now: EpochMs): Promise<void> {
      let place: GalleryPlace | undefined = first;
      for (let works = WORKS_PER_PAGE; place && works < WORKS_KEPT_AHEAD; works += WORKS_PER_PAGE) {
        const kept = await keptPage(config, place, true);
        const isFresh = kept && Math.abs(now - kept.at) < FRESH;
        const result: ReadResult<GalleryPage> = isFresh
          ? { ok: true, value: kept.page }
          : await readOnce(place, true);
        if (!result.ok) return;
        place = result.value.next;
      }
    },
  };
}

const keyOf = (place: GalleryPlace) => JSON.stringify(place);

/** The address under which the copy of a page is kept. No server has it. */
const addressOf = (config: BackendConfig, place: GalleryPlace, isWhole: boolean) =>
  `${firstPageAddress(config)}${AFTER}${encodeURIComponent(keyOf(place))}${isWhole ? '' : CARDS_ONLY}`;

const AFTER = '&after=';

async function readAndKeep(
  config: BackendConfig,
  place: GalleryPlace,
  isWhole: boolean,
): Promise<ReadResult<GalleryPage>> {
  const answer = await readListAfter(config, place, isWhole);
  if (!answer.ok) return answer;
  const limit = { part: AFTER, count: MAX_KEPT };
  void keepJson(GALLERY_CACHE, addressOf(config, place, isWhole), answer.value, limit);
  return { ok: true, value: pageOf(answer.value, isWhole, place) };
}

/** The kept copy of a page, and when it was read; undefined if there is none, or if the cache cannot be read. */
async function keptPage(
  config: BackendConfig,
  place: GalleryPlace,
  isWhole: boolean,
): Promise<{ page: GalleryPage; at: number } | undefined> {
  const kept = await keptJson(GALLERY_CACHE, addressOf(config, place, isWhole));
  const list = kept && listIn(kept.value);
  return list && { page: pageOf(list, isWhole, place), at: kept.at };
}
