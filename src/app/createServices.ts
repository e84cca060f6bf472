import type { GalleryPort } from '../gallery/port';
import type { QueueIdleTask } from '../lib/pageServices';
import { readConfig } from '../firebase/config';
import { readServiceTypes, readVersion, readWork } from '../firebase/rest/readDocuments';
import { createGalleryFeed } from '../gallery/feed';
import { createPageOutbox } from '../outbox/page/pageOutbox';
import { readReviews } from '../reviews/data/readReviews';
import type { ReviewsPort } from '../reviews/port';
import type { ReadResult } from '../lib/results';
import type { WorksStore } from '../shared/works/worksStore';
import type { ConfigurationPort } from '../shared/services';
import { DOCUMENTS_CACHE, GALLERY_CACHE } from '../contract/names';
import type { Fetch } from '../firebase/rest/httpCall';
import { optional, serviceWorkers } from '../lib/browser';
import { keepAnswer } from '../lib/pageCache';

/**
 * Creates the real outside world of this page. `onShown` is called when the first answer for the screen has come or has
 * failed. Throws `ConfigError` when the build is misconfigured.
 */
export function createServices(
  works: WorksStore,
  queueIdleTask: QueueIdleTask,
  onShown: () => void,
) {
  const config = readConfig(import.meta.env, location.hostname);
  const pageOutbox = createPageOutbox(config, queueIdleTask);
  const gallery: GalleryPort = {
    ...createGalleryFeed(config, cachingFetch, works, queueIdleTask, onShown),
    async work(id, signal) {
      const read = await readWork(config, id, { signal, fetch: cachingFetch });
      // After a success the screen still waits for the work's reviews.
      if (!read.ok) onShown();
      return read;
    },
  };
  /** Reviews of a removed work are refused as anything may be: whether it is gone, only the work says. */
  const unlessGone = async <T>(workId: string, read: ReadResult<T>): Promise<ReadResult<T>> => {
    if (read.ok || read.reason !== 'failed') return read;
    const work = await readWork(config, workId);
    return work.ok || work.reason !== 'missing' ? read : work;
  };
  const reviews: ReviewsPort = {
    newest: async (workId, signal) => {
      const reading = readReviews(config, workId, { signal, fetch: cachingFetch });
      return unlessGone(workId, await reading.finally(onShown));
    },
    more: async (workId, after) => {
      const { readMoreReviews } = await import('../reviews/data/longReviews');
      return unlessGone(workId, await readMoreReviews(config, workId, after));
    },
    rating: async (workId, signal) =>
      (await import('../reviews/data/longReviews')).readKeptRating(config, workId, { signal }),
  };
  const configuration: ConfigurationPort = {
    serviceTypes: (signal) => readServiceTypes(config, { signal, fetch: cachingFetch }),
    version: () => readVersion(config),
  };
  return {
    pageOutbox,
    works,
    gallery,
    reviews,
    configuration,
    outbox: pageOutbox.port,
    drafts: pageOutbox.drafts,
  };
}

/**
 * `fetch` for reads of Firestore documents. On a first visit, before there is a worker, it puts the answers into the
 * worker's caches itself: else they would be downloaded and billed twice.
 */
export const cachingFetch: Fetch = async (url, init) => {
  const isWithoutWorker = optional(() => serviceWorkers()?.controller === null);
  const answer = await fetch(url, init);
  // The page of a captive portal must not be cached as a document.
  const isJson = answer.headers.get('content-type')?.startsWith('application/json');
  if (isWithoutWorker && answer.ok && isJson) {
    const copy = answer.clone();
    const isGallery = new URL(copy.url).pathname.endsWith('/documents/gallery');
    void keepAnswer(isGallery ? GALLERY_CACHE : DOCUMENTS_CACHE, copy.url, copy, init?.signal);
  }
  return answer;
};
