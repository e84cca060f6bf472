import { DOCUMENTS_CACHE, GALLERY_CACHE } from '../contract/names';
import type { Fetch } from '../firebase/rest/httpCall';
import { optional, serviceWorkers } from '../lib/browser';
import { keepAnswer } from '../lib/pageCache';

/**
 * `fetch` for reads of Firestore documents. On a first visit, before there is a worker, it puts the answers
 * into the worker's caches itself. Otherwise the worker would have to read them again, and they would be
 * downloaded and billed twice.
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
