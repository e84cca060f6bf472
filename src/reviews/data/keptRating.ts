/** Ratings by all reviews of a work, kept beside the lists that the worker caches. No worker can cache a POST. */
import { DOCUMENTS_CACHE } from '../../contract/names';
import type { BackendConfig } from '../../firebase/config';
import { fieldsOf, type CallOptions } from '../../firebase/rest/httpCall';
import { keepJson, keptJson } from '../../lib/pageCache';
import type { ReadResult } from '../../ports/reads';
import type { Rating } from '../ports';
import { readRating, toRating } from './longReviews';

/** Reads a work's rating. Without an answer it is the last one that this device has read. */
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
