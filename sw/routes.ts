import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst, StaleWhileRevalidate } from 'workbox-strategies';
import { ExpirationPlugin } from 'workbox-expiration';
import type { WorkboxPlugin } from 'workbox-core/types';
import { DOCUMENTS_CACHE, GALLERY_CACHE } from '../src/domain/caches';
import { config } from './config';
import { only } from './only';
import { otherRendering } from './otherRendering';
import { documentPath, seenWork } from './seenWork';

/** How long a read waits for the network before an older answer is shown, in seconds. */
const NETWORK_TIMEOUT_SECONDS = 4;
const SITE_PICTURES = 'site-pictures';
const PICTURES = 'pictures';
const MAX_PICTURES = 240;
const MAX_WORKS = 120;
const MAX_SITE_PICTURES = 60;
const MONTH_SECONDS = 30 * 24 * 60 * 60;

const onlyJson = only(/^application\/json/);
const onlyPictures = only(/^image\//);
const fromGallery: WorkboxPlugin = {
  handlerDidError: ({ request }) => seenWork(new URL(request.url)),
};

/** The page's own pictures, whose addresses stay the same when they change. */
const isSitePicture = (url: URL): boolean =>
  url.origin === location.origin && /^\/(hero|icons)\//.test(url.pathname);

/**
 * The gallery's pictures, in CORS mode only: an opaque answer would cost megabytes of quota each.
 * Their names carry the content's hash, so what is kept stays true.
 */
function isGalleryPicture(url: URL, request: Request): boolean {
  if (url.origin !== config.storageOrigin || request.mode !== 'cors') return false;
  return url.pathname.includes('/o/gallery%2F');
}

/** Runtime caches: gallery list, works and reviews, pictures. `version/current` is never cached. */
export function routeRequests(): void {
  registerRoute(
    ({ url }) => documentPath(url) === 'gallery',
    new StaleWhileRevalidate({ cacheName: GALLERY_CACHE, plugins: [onlyJson] }),
  );
  registerRoute(
    ({ url }) => /^(gallery\/|configurations\/configurations$)/.test(documentPath(url) ?? ''),
    new NetworkFirst({
      cacheName: DOCUMENTS_CACHE,
      networkTimeoutSeconds: NETWORK_TIMEOUT_SECONDS,
      plugins: [onlyJson, fromGallery, new ExpirationPlugin({ maxEntries: MAX_WORKS })],
    }),
  );
  registerRoute(
    ({ url, request }) => request.mode !== 'navigate' && isSitePicture(url),
    new StaleWhileRevalidate({
      cacheName: SITE_PICTURES,
      plugins: [
        onlyPictures,
        otherRendering(SITE_PICTURES),
        new ExpirationPlugin({ maxEntries: MAX_SITE_PICTURES, purgeOnQuotaError: true }),
      ],
    }),
  );
  registerRoute(
    ({ url, request }) => request.mode !== 'navigate' && isGalleryPicture(url, request),
    new CacheFirst({
      cacheName: PICTURES,
      plugins: [
        onlyPictures,
        otherRendering(PICTURES),
        new ExpirationPlugin({
          maxEntries: MAX_PICTURES,
          maxAgeSeconds: MONTH_SECONDS,
          purgeOnQuotaError: true,
        }),
      ],
    }),
  );
}
