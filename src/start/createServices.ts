import { DOCUMENTS_CACHE, GALLERY_CACHE } from '../domain/workerNames';
import type { ConfigurationPort, GalleryPort, Later } from '../domain/ports';
import type { GalleryWork } from '../domain/types';
import { readConfig, type BackendConfig } from '../firebase/config';
import type { Fetch } from '../firebase/rest/http';
import {
  readGallery,
  readReviews,
  readServiceTypes,
  readVersion,
  readWork,
} from '../firebase/rest/readers';
import { createPageOutbox } from '../outbox/page/pageOutbox';
import { isGoodConnection, whenIdle } from '../shared/idle';
import { log } from '../domain/log';
import { currentWorks } from '../shared/worksStore';

/**
 * The real outside world of this page. `onShown` is called when the first answer for the screen is there,
 * or will not come. Throws `ConfigError` when the build is misconfigured.
 */
export function createServices(later: Later, onShown: () => void) {
  const config = readConfig(import.meta.env, location.hostname);
  const pageOutbox = createPageOutbox(config, later);
  const gallery: GalleryPort = {
    list: (signal) => readGallery(config, { signal, fetch: fetchForCaches }).finally(onShown),
    follow: (onWorks) => followWhenIdle(config, onWorks),
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

/**
 * Follows the gallery live when the page is idle, visible, online and on a good connection, and the
 * visitor looks at the gallery or has stayed for six seconds: the SDK is larger than all of the page, and
 * reads cost.
 */
function followWhenIdle(
  config: BackendConfig,
  onWorks: (works: GalleryWork[]) => void,
): () => void {
  let stop: (() => void) | undefined;
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watcher = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) start();
  });
  const forget = () => {
    clearTimeout(timer);
    watcher.disconnect();
  };
  const start = () => {
    forget();
    if (stopped || stop || !navigator.onLine || !isGoodConnection()) return;
    import('../firebase/liveGallery')
      .then(({ followGallery }) => {
        // Idle and `online` may both have started it while the code was loading.
        if (stopped || stop) return;
        const onError = (error: unknown) => log('The live gallery stopped.', error);
        const { gallery = [], from } = currentWorks();
        stop = followGallery(config, from === 'html' ? [] : gallery, onWorks, onError);
      })
      .catch((error: unknown) => log('The live gallery could not be loaded.', error));
  };
  const callOff = whenIdle(() => {
    timer = setTimeout(start, 6000);
    const gallery = document.getElementById('gallerySection');
    if (gallery) watcher.observe(gallery);
  });
  window.addEventListener('online', start);
  return () => {
    stopped = true;
    callOff();
    forget();
    window.removeEventListener('online', start);
    stop?.();
  };
}
