import { DOCUMENTS_CACHE, GALLERY_CACHE } from '../contract/names';
import type { ConfigurationPort, GalleryPort } from '../ports/reads';
import type { QueueIdleTask } from '../ports/page';
import { readConfig } from '../firebase/config';
import type { Fetch } from '../firebase/rest/http';
import { readReviewPage, readServiceTypes, readVersion, readWork } from '../firebase/rest/readers';
import { createGalleryFeed } from '../gallery/feed';
import { createPageOutbox } from '../outbox/page/pageOutbox';
import { cacheStorage, optional, serviceWorkers } from '../lib/browser';
import { log } from '../lib/log';

/**
 * Creates the real outside world of this page. `onShown` is called when the first answer for the screen has
 * come or has failed. Throws `ConfigError` when the build is misconfigured.
 */
export function createServices(queueIdleTask: QueueIdleTask, onShown: () => void) {
  const config = readConfig(import.meta.env, location.hostname);
  const pageOutbox = createPageOutbox(config, queueIdleTask);
  const gallery: GalleryPort = {
    ...createGalleryFeed(config, cachingFetch, queueIdleTask, onShown),
    async work(id, signal) {
      const read = await readWork(config, id, { signal, fetch: cachingFetch });
      // After a success the screen still waits for the work's reviews.
      if (!read.ok) onShown();
      return read;
    },
    reviews: (workId, signal) =>
      readReviewPage(config, workId, { signal, fetch: cachingFetch }).finally(onShown),
    moreReviews: async (workId, after) =>
      (await import('../firebase/rest/longReviews')).readMoreReviews(config, workId, after),
    rating: async (workId, signal) =>
      (await import('./keptRatings')).readKeptRating(config, workId, { signal }),
  };
  const configuration: ConfigurationPort = {
    serviceTypes: (signal) => readServiceTypes(config, { signal, fetch: cachingFetch }),
    version: () => readVersion(config),
  };
  return {
    pageOutbox,
    gallery,
    configuration,
    outbox: pageOutbox.port,
    drafts: pageOutbox.drafts,
  };
}

/**
 * `fetch` for reads of Firestore documents. On a first visit, before there is a worker, it puts the answers
 * into the worker's caches itself. Otherwise the worker would have to read them again, and they would be
 * downloaded and billed twice.
 */
export const cachingFetch: Fetch = async (url, init) => {
  const isWithoutWorker = optional(() => serviceWorkers()?.controller === null);
  const answer = await fetch(url, init);
  if (isWithoutWorker && answer.ok) {
    putInCache(answer.clone()).catch((error: unknown) => {
      // Whoever asked has left in the middle of the answer: half of it is not kept.
      if (!init?.signal?.aborted) log('An answer could not be cached.', error);
    });
  }
  return answer;
};

async function putInCache(answer: Response): Promise<void> {
  // The page of a captive portal must not be cached as a document.
  if (!answer.headers.get('content-type')?.startsWith('application/json')) return;
  const { pathname } = new URL(answer.url);
  const name = pathname.endsWith('/documents/gallery') ? GALLERY_CACHE : DOCUMENTS_CACHE;
  await (await cacheStorage()?.open(name))?.put(answer.url, answer);
}
