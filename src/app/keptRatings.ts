/** Ratings by all reviews of a work, kept beside the lists that the worker caches. No worker can cache a POST. */
import { DOCUMENTS_CACHE } from '../contract/names';
import { readRating, toRating } from '../firebase/rest/longReviews';
import type { BackendConfig } from '../firebase/config';
import { fieldsOf, type CallOptions } from '../firebase/rest/http';
import { cacheStorage } from '../lib/browser';
import { log } from '../lib/log';
import type { Rating, ReadResult } from '../ports/reads';

const addressOf = (workId: string) => `/ratings/${encodeURIComponent(workId)}`;
const cache = async () => cacheStorage()?.open(DOCUMENTS_CACHE);

async function keep(workId: string, rating: Rating): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = new Response(JSON.stringify(rating), { headers });
  await (await cache())?.put(addressOf(workId), answer);
}

async function lastKept(workId: string): Promise<Rating | undefined> {
  const kept = await (await cache())?.match(addressOf(workId));
  return kept && toRating(fieldsOf(await kept.json()));
}

/** Reads a work's rating. Without an answer it is the last one that this device has read. */
export async function readKeptRating(
  config: BackendConfig,
  workId: string,
  options: CallOptions,
): Promise<ReadResult<Rating>> {
  const read = await readRating(config, workId, options);
  if (read.ok) {
    keep(workId, read.value).catch((error: unknown) => log('A rating was not kept.', error));
    return read;
  }
  const value = await lastKept(workId).catch(() => undefined);
  return value ? { ok: true, value } : read;
}
