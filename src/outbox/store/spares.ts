/**
 * A spare is a copy of a saved request in a Cache, because browsers lose their databases. It has the text and the names of
 * the pictures, not their bytes. Where the database is made anew, each spare becomes a record again, under the same id and
 * receipt: its delivery reads the receipt first, and the rules refuse a second one. So a request that has arrived
 * meanwhile is found, and is not doubled.
 *
 * The computer may be a shared one: a spare goes before its record does, and after 30 days. A draft has none. Nothing
 * here ever rejects, and nothing waits long: where the browser has no Cache, or one that fails, there is no spare.
 */
import { SPARES_CACHE } from '../../contract/names';
import type { EpochMs } from '../../domain/clock';
import { attempt, cacheStorage } from '../../lib/browser';
import { log } from '../../lib/log';
import { within } from '../../lib/promises';
import { FIRST_STEP, newKey, readRecord, type OutboxRecord } from '../record';

/** Milliseconds (30 days). */
const LIFETIME = 30 * 24 * 60 * 60_000;
/** Milliseconds that anybody waits for the Cache. */
const PATIENCE = 1000;

const addressOf = (key: string) => `/outbox-spare/${encodeURIComponent(key)}`;

/** What `work` does with the Cache; undefined where there is none, or where that fails or takes too long. */
async function withCache<T>(
  open: (storage: CacheStorage) => Promise<Cache | undefined>,
  work: (cache: Cache) => Promise<T>,
): Promise<T | undefined> {
  const storage = cacheStorage();
  if (!storage) return undefined;
  const working = attempt(() => open(storage)).then((cache) => cache && work(cache));
  return within(PATIENCE, working).catch((error: unknown) => {
    log('The spare copies are out of reach.', error);
    return undefined;
  });
}

const inNew = (storage: CacheStorage) => storage.open(SPARES_CACHE);
/** Most visitors never have one. */
const inOld = async (storage: CacheStorage) =>
  (await storage.has(SPARES_CACHE)) ? storage.open(SPARES_CACHE) : undefined;

export async function putSpare(record: OutboxRecord): Promise<boolean> {
  const { key, id, receipt, savedAt, fields, images } = record;
  const spare = { key, id, receipt, savedAt, fields, names: images.map(({ name }) => name) };
  const headers = { 'content-type': 'application/json' };
  const put = async (cache: Cache) => {
    await cache.put(addressOf(key), new Response(JSON.stringify(spare), { headers }));
    return true;
  };
  return (await withCache(inNew, put)) ?? false;
}

export async function deleteSpare(key: string): Promise<void> {
  await withCache(inOld, (cache) => cache.delete(addressOf(key)));
}

/** The records that the spares become in a database that is new. Spares that are too old become none. */
export const readSpares = async (now: EpochMs): Promise<OutboxRecord[]> =>
  (await readAll()).filter((record) => now - record.savedAt <= LIFETIME);

async function readAll(): Promise<OutboxRecord[]> {
  const spares = await withCache(inOld, async (cache) => {
    const answers = await Promise.all((await cache.keys()).map((entry) => cache.match(entry)));
    return Promise.all(answers.map((answer) => answer?.json().catch(() => undefined)));
  });
  return (spares ?? []).map(recordFrom).filter(isWhole);
}

/** The record that a spare becomes. Its create may have arrived: the receipt is read before another try. */
function recordFrom(spare: unknown): OutboxRecord {
  const { names, ...given } = Object(spare) as { names?: unknown };
  const images = (Array.isArray(names) ? names : []).map((name) => ({ state: 'leftOut', name }));
  return readRecord({ ...given, images, revision: newKey(), ...FIRST_STEP, tries: 1 });
}

/** Any script of the site may have put what is no spare. */
const isWhole = ({ key, needsAttention }: OutboxRecord) => key !== '' && !needsAttention;

/** Deletes the spares of records that are gone, because a context died in between, and those that are too old. */
export async function tidySpares(
  { read }: { read(key: string): Promise<OutboxRecord | undefined> },
  now: EpochMs,
): Promise<void> {
  for (const { key, savedAt } of await readAll()) {
    // Where the database does not answer, nobody knows what is gone.
    const isNeeded = now - savedAt <= LIFETIME && (await read(key).catch(() => true));
    if (!isNeeded) await deleteSpare(key);
  }
}
