import type { Fetch } from '../backend/rest/http';
import { DOCUMENTS_CACHE, GALLERY_CACHE } from '../domain/channel';
import { log } from './log';

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
