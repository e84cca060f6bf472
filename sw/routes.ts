import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst, StaleWhileRevalidate } from 'workbox-strategies';
import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { ExpirationPlugin } from 'workbox-expiration';
import type { WorkboxPlugin } from 'workbox-core/types';
import { config } from './config';

const DOCUMENTS = '/documents/';
/** How long a read waits for the network before an older answer is shown, in seconds. */
const NETWORK_TIMEOUT_SECONDS = 4;
const MAX_PICTURES = 240;
const MAX_WORKS = 120;
const MONTH_SECONDS = 30 * 24 * 60 * 60;

/** Keeps a captive portal's "200 OK, here is my login page" out of the caches. */
const only = (contentType: RegExp): WorkboxPlugin => ({
  cacheWillUpdate: ({ response }) =>
    Promise.resolve(
      response.status === 200 && contentType.test(response.headers.get('content-type') ?? '')
        ? response
        : null,
    ),
});
const onlyJson = only(/^application\/json/);
const onlyPictures = only(/^image\//);

/** The path of a Firestore document or collection (`gallery/x`) in a REST v1 address. */
function documentPath(url: URL): string | undefined {
  if (url.origin !== config.firestoreOrigin) return undefined;
  const at = url.pathname.indexOf(DOCUMENTS);
  return at < 0 ? undefined : url.pathname.slice(at + DOCUMENTS.length);
}

/** Runtime caches: gallery list, works and reviews, pictures. `version/current` is never cached. */
export function routeRequests(): void {
  registerRoute(
    ({ url }) => documentPath(url) === 'gallery',
    new StaleWhileRevalidate({ cacheName: 'gallery', plugins: [onlyJson] }),
  );
  registerRoute(
    ({ url }) => /^(gallery\/|configurations\/configurations$)/.test(documentPath(url) ?? ''),
    new NetworkFirst({
      cacheName: 'documents',
      networkTimeoutSeconds: NETWORK_TIMEOUT_SECONDS,
      plugins: [onlyJson, new ExpirationPlugin({ maxEntries: MAX_WORKS })],
    }),
  );
  registerRoute(
    // A CORS or same-origin request only: an opaque answer would cost megabytes of quota each.
    ({ url, request }) =>
      request.destination === 'image' &&
      request.mode !== 'navigate' &&
      (url.origin === location.origin ||
        (url.origin === config.storageOrigin && request.mode === 'cors')),
    new CacheFirst({
      cacheName: 'pictures',
      plugins: [
        new CacheableResponsePlugin({ statuses: [200] }),
        onlyPictures,
        new ExpirationPlugin({
          maxEntries: MAX_PICTURES,
          maxAgeSeconds: MONTH_SECONDS,
          purgeOnQuotaError: true,
        }),
      ],
    }),
  );
}
