import { DOCUMENTS_CACHE, GALLERY_CACHE } from '../start/contract';
import type { ConfigurationPort, GalleryPort } from '../ports/reads';
import type { Later } from '../ports/page';
import { readConfig } from '../firebase/config';
import type { Fetch } from '../firebase/rest/http';
import { readReviews, readServiceTypes, readVersion, readWork } from '../firebase/rest/readers';
import { createGalleryFeed } from '../gallery/feed';
import { createPageOutbox } from '../outbox/page/pageOutbox';
import { log } from '../lib/log';

/**
 * The real outside world of this page. `onShown` is called when the first answer for the screen is there,
 * or will not come. Throws `ConfigError` when the build is misconfigured.
 */
export function createServices(later: Later, onShown: () => void) {
  const config = readConfig(import.meta.env, location.hostname);
  const pageOutbox = createPageOutbox(config, later);
  const gallery: GalleryPort = {
    ...createGalleryFeed(config, fetchForCaches, onShown),
    async work(id, signal) {
      const read = await readWork(config, id, { signal, fetch: fetchForCaches });
      // After a success the answer for its reviews counts.
      if (!read.ok) onShown();
      return read;
    },
    reviews: (workId, signal) =>
      readReviews(config, workId, { signal, fetch: fetchForCaches }).finally(onShown),
  };
  const configuration: ConfigurationPort = {
    serviceTypes: (signal) => readServiceTypes(config, { signal, fetch: fetchForCaches }),
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
 * `fetch` for reads of Firestore's documents. What a first visit reads before there is a worker goes into
 * the worker's caches: read by the worker once more it would be downloaded, and billed, twice.
 */
export const fetchForCaches: Fetch = async (url, init) => {
  const isWithoutWorker = navigator.serviceWorker?.controller === null;
  const answer = await fetch(url, init);
  if (isWithoutWorker && answer.ok) {
    keep(answer.clone()).catch((error: unknown) => log('An answer could not be kept.', error));
  }
  return answer;
};

async function keep(answer: Response): Promise<void> {
  // A captive portal's page is no document.
  if (!answer.headers.get('content-type')?.startsWith('application/json')) return;
  const { pathname } = new URL(answer.url);
  const name = pathname.endsWith('/documents/gallery') ? GALLERY_CACHE : DOCUMENTS_CACHE;
  await (await caches.open(name)).put(answer.url, answer);
}
