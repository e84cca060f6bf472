/**
 * Answers that the page itself puts into the worker's caches, because the worker cannot: those of POSTs, and those of
 * a first visit, before there is a worker. They are for a visit without the network. A page can do without them, so
 * a cache that is full, blocked or missing is logged and nothing more.
 */
import { cacheStorage } from './browser';
import { log } from './log';

/** Puts an answer under an address. `signal` is that of whoever reads the answer. */
export async function keepAnswer(
  cache: string,
  address: string,
  answer: Response,
  signal?: AbortSignal | null,
): Promise<void> {
  try {
    await (await cacheStorage()?.open(cache))?.put(address, answer);
  } catch (error) {
    // Whoever asked has left in the middle of the answer: half of it is not kept.
    if (!signal?.aborted) log('An answer could not be cached.', error);
  }
}

/** Puts JSON under an address, with the time. Of the entries whose address has `part`, the newest `count` are kept. */
export async function keepJson(
  cacheName: string,
  address: string,
  value: unknown,
  limit?: { part: string; count: number },
): Promise<void> {
  const headers = { 'content-type': 'application/json', date: new Date().toUTCString() };
  try {
    const cache = await cacheStorage()?.open(cacheName);
    if (!cache) return;
    // Deleted first, so that the cache's order is that of age.
    await cache.delete(address);
    await cache.put(address, new Response(JSON.stringify(value), { headers }));
    if (!limit) return;
    const kept = (await cache.keys()).filter(({ url }) => url.includes(limit.part));
    for (const old of kept.slice(0, -limit.count)) await cache.delete(old);
  } catch (error) {
    log('An answer could not be cached.', error);
  }
}

/** The JSON under an address, and when it was put there (ms). Undefined if there is none or it cannot be read. */
export async function keptJson(
  cacheName: string,
  address: string,
): Promise<{ value: unknown; at: number } | undefined> {
  try {
    const kept = await (await cacheStorage()?.open(cacheName))?.match(address);
    if (!kept) return undefined;
    return { value: await kept.json(), at: Date.parse(kept.headers.get('date') ?? '') };
  } catch (error) {
    log('A cached answer could not be read.', error);
    return undefined;
  }
}
