/**
 * The pages of the gallery behind the first one. The worker's cache has a copy of each that was read, so that a visit
 * without the network shows what this device has seen. The worker cannot make it: these reads are POSTs.
 */
import { WORKS_KEPT_AHEAD, WORKS_PER_PAGE } from '../../contract/pageSizes';
import { GALLERY_CACHE, CARDS_ONLY } from '../../contract/names';
import type { EpochMs } from '../../domain/clock';
import type { BackendConfig } from '../../firebase/config';
import { listIn } from '../../firebase/rest/firestoreDocuments';
import { keepJson, keptJson } from '../../lib/pageCache';
import type { GalleryPage, GalleryPlace, ReadResult } from '../../ports/reads';
import { firstPageAddress, pageOf, readListAfter } from './galleryPages';

/** Milliseconds for which a page that was kept ahead is not read again: a day. */
const FRESH = 24 * 60 * 60 * 1000;
/** The most pages that are kept, the newest ones. */
const MAX_KEPT = 50;

/** The pages behind the first one, each read once in a visit. */
export function createMorePages(config: BackendConfig) {
  /** What this visit has read, by place. */
  const pages = new Map<string, Promise<ReadResult<GalleryPage>>>();

  /** Reads a page, unless this visit has read it already. After a failure it is read again. */
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
    /** The page behind a place: what this visit has read, what the server answers, or the kept copy. */
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

/** Where the copy of a page is kept. No server has this address. */
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

/** The kept copy of a page, and when it was read. Undefined if there is none, or if the cache cannot be read. */
async function keptPage(
  config: BackendConfig,
  place: GalleryPlace,
  isWhole: boolean,
): Promise<{ page: GalleryPage; at: number } | undefined> {
  const kept = await keptJson(GALLERY_CACHE, addressOf(config, place, isWhole));
  const list = kept && listIn(kept.value);
  return list && { page: pageOf(list, isWhole, place), at: kept.at };
}
