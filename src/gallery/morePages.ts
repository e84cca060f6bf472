/**
 * The pages of the gallery behind the first one. The worker's cache has a copy of each that was read, so that a visit
 * without the network shows what this device has seen. The worker cannot make it: these reads are POSTs.
 */
import { GALLERY_CACHE, CARDS_ONLY } from '../contract/names';
import type { BackendConfig } from '../firebase/config';
import {
  firstPageAddress,
  listIn,
  WORKS_PER_PAGE,
  pageOf,
  type ListAnswer,
} from '../firebase/rest/galleryPages';
import { queryAfter } from '../firebase/rest/queries';
import { cacheStorage } from '../lib/browser';
import { log } from '../lib/log';
import type { GalleryPage, GalleryPlace, ReadResult } from '../ports/reads';

/** So many works are kept for a visit without the network, although nobody has asked for them. */
export const KEPT_AHEAD = 3 * WORKS_PER_PAGE;
/** Milliseconds for which a page that was kept ahead is not read again: a day. */
const FRESH = 24 * 60 * 60 * 1000;
/** The most pages that are kept, the newest ones. */
const MAX_KEPT = 50;

/** What this visit has read, by place. */
const pages = new Map<string, Promise<ReadResult<GalleryPage>>>();

/** The page behind a place: what this visit has read, what the server answers, or the kept copy. */
export async function pageAfter(
  config: BackendConfig,
  place: GalleryPlace,
): Promise<ReadResult<GalleryPage>> {
  const result = await readOnce(config, place, false);
  if (result.ok) return result;
  const kept = (await keptPage(config, place, true)) ?? (await keptPage(config, place, false));
  return kept ? { ok: true, value: kept.page } : result;
}

/** Keeps the pages behind the first one, up to `KEPT_AHEAD` works, unless the copies are fresh. */
export async function keepAhead(
  config: BackendConfig,
  first: GalleryPlace,
  now: number,
): Promise<void> {
  let place: GalleryPlace | undefined = first;
  for (let works = WORKS_PER_PAGE; place && works < KEPT_AHEAD; works += WORKS_PER_PAGE) {
    const kept = await keptPage(config, place, true);
    const isFresh = kept && Math.abs(now - kept.at) < FRESH;
    const result: ReadResult<GalleryPage> = isFresh
      ? { ok: true, value: kept.page }
      : await readOnce(config, place, true);
    if (!result.ok) return;
    place = result.value.next;
  }
}

/** Reads a page, unless this visit has read it already. After a failure it is read again. */
function readOnce(
  config: BackendConfig,
  place: GalleryPlace,
  isWhole: boolean,
): Promise<ReadResult<GalleryPage>> {
  const key = keyOf(place);
  const known = pages.get(key);
  if (known) return known;
  const reading = readAndKeep(config, place, isWhole);
  pages.set(key, reading);
  void reading.then(({ ok }) => !ok && pages.delete(key));
  return reading;
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
  const answer = await queryAfter(config, place, isWhole);
  if (!answer.ok) return answer;
  keep(addressOf(config, place, isWhole), answer.value).catch((error: unknown) =>
    log('A page of the gallery could not be kept.', error),
  );
  return { ok: true, value: pageOf(answer.value, isWhole, place) };
}

async function keep(address: string, list: ListAnswer): Promise<void> {
  const cache = await cacheStorage()?.open(GALLERY_CACHE);
  if (!cache) return;
  const headers = { 'content-type': 'application/json', date: new Date().toUTCString() };
  // Deleted first, so that the cache's order is that of age.
  await cache.delete(address);
  await cache.put(address, new Response(JSON.stringify(list), { headers }));
  const kept = (await cache.keys()).filter(({ url }) => url.includes(AFTER));
  for (const old of kept.slice(0, -MAX_KEPT)) await cache.delete(old);
}

/** The kept copy of a page, and when it was read. Undefined if there is none, or if the cache cannot be read. */
async function keptPage(
  config: BackendConfig,
  place: GalleryPlace,
  isWhole: boolean,
): Promise<{ page: GalleryPage; at: number } | undefined> {
  try {
    const cache = await cacheStorage()?.open(GALLERY_CACHE);
    const copy = await cache?.match(addressOf(config, place, isWhole));
    const list = copy && listIn(await copy.json());
    const at = Date.parse(copy?.headers.get('date') ?? '');
    return list && { page: pageOf(list, isWhole, place), at };
  } catch (error) {
    log('The kept pages of the gallery could not be read.', error);
    return undefined;
  }
}
