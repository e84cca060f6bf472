/** Which requests the worker answers, and from where. `version/current` is never cached. */
import type { WorkboxPlugin } from 'workbox-core/types';
import { ExpirationPlugin } from 'workbox-expiration';
import {
  addPlugins,
  addRoute,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precache,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst, StaleWhileRevalidate } from 'workbox-strategies';
import { DOCUMENTS_CACHE, GALLERY_CACHE } from '../src/start/contract';
import { nextPage } from '../src/firebase/rest/firestore';
import { MAX_IMAGES } from '../src/domain/constants';
import {
  MAX_SHARED_BYTES,
  SHARE_CACHE,
  SHARE_PATH,
  sharedEntry,
} from '../src/request/sharedImages';
import { config } from './config';
import { withFaces } from './faces';
import { firstScreenFirst } from './firstScreen';
import { otherRendering } from './otherRendering';

/**
 * Keeps a captive portal's "200 OK, here is my login page" out of the caches, and does not take it out
 * of them where it got in by another way.
 */
function only(contentType: RegExp | ((request: Request) => RegExp)): WorkboxPlugin {
  const check = (request: Request, response: Response | undefined): Response | null => {
    const expected = contentType instanceof RegExp ? contentType : contentType(request);
    const given = response?.headers.get('content-type') ?? '';
    return response?.status === 200 && expected.test(given) ? response : null;
  };
  return {
    cacheWillUpdate: async ({ request, response }) => check(request, response),
    cachedResponseWillBeUsed: async ({ request, cachedResponse }) => check(request, cachedResponse),
  };
}

/** The prerendered pages, the addresses (path and query) they answer, and whether they have a fold. */
const SHELLS = [
  { page: '/index.html', path: /^\/(index\.html)?(\?|$)/, hasFold: true },
  { page: '/work.html', path: /^\/work\/[^/]+\/?(\?|$)/, hasFold: false },
];

/** What the files of a build are served as, by the ends of their names. */
const TYPES: [name: RegExp, type: RegExp][] = [
  [/\.js$/, /^(text|application)\/javascript\b/],
  [/\.css$/, /^text\/css\b/],
  [/\.html$/, /^text\/html\b/],
];

/** A script that is a page would not run, and would be kept until the next release. */
function typeOf({ url }: Request): RegExp {
  const { pathname } = new URL(url);
  return TYPES.find(([name]) => name.test(pathname))?.[1] ?? /^(?!text\/html)/;
}

/**
 * Precaches the built pages and answers navigations to the app's routes with them. Anything else,
 * `/__/*` (Firebase's reserved paths) above all, goes to the network.
 */
export function precacheShell(manifest: { url: string; revision: string | null }[]): void {
  addPlugins([only(typeOf)]);
  precache(manifest);
  cleanupOutdatedCaches();
  for (const { page, path, hasFold } of SHELLS) {
    const answer = withFaces(createHandlerBoundToURL(page), manifest);
    registerRoute(
      new NavigationRoute(hasFold ? firstScreenFirst(answer) : answer, {
        allowlist: [path],
        denylist: [/^\/__\//],
      }),
    );
  }
  // Behind them: it would answer for the landing page, too.
  addRoute({ cleanURLs: false });
}

/**
 * Web Share Target: images shared to the installed app are kept in a cache of their own, as many as a
 * request has, then the request form opens and takes them. Of one that is too large the name is kept, so
 * that the form tells about it.
 */
export function receiveShares(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === SHARE_PATH,
    async ({ request }) => {
      const files = (await request.formData())
        .getAll('images')
        .filter((entry): entry is File => entry instanceof File)
        .slice(0, MAX_IMAGES);
      let room = MAX_SHARED_BYTES;
      // Images of an earlier share that the form never took are not mixed with these.
      await caches.delete(SHARE_CACHE);
      const cache = await caches.open(SHARE_CACHE);
      await Promise.all(
        files.map((file, index) => {
          const { url, headers } = sharedEntry(index, file);
          const fits = file.size <= room;
          if (fits) room -= file.size;
          return cache.put(url, new Response(fits ? file : null, { headers }));
        }),
      );
      return Response.redirect('/#request-service', 303);
    },
    'POST',
  );
}

const DOCUMENTS = '/documents/';

/** The path of a Firestore document or collection (`gallery/x`) in a REST v1 address. */
function documentPath(url: URL): string | undefined {
  if (url.origin !== config.firestoreOrigin) return undefined;
  const at = url.pathname.indexOf(DOCUMENTS);
  return at < 0 ? undefined : url.pathname.slice(at + DOCUMENTS.length);
}

/**
 * A work that is opened from the gallery is shown from its list and never read by itself: the list answers
 * for it. Of pictures that are not here the page shows the placeholders.
 */
async function listedWork(url: URL): Promise<Response | undefined> {
  const path = documentPath(url);
  if (path === undefined || !/^gallery\/[^/]+$/.test(path)) return undefined;
  const lists = await caches.open(GALLERY_CACHE);
  for (const request of await lists.keys()) {
    const list = (await (await lists.match(request))?.json()) as
      { documents?: { name?: string }[] } | undefined;
    const work = list?.documents?.find(({ name }) => name?.endsWith(`${DOCUMENTS}${path}`));
    const headers = { 'content-type': 'application/json' };
    if (work) return new Response(JSON.stringify(work), { headers });
  }
  return undefined;
}

const onlyJson = only(/^application\/json/);

/** Pages of the gallery's list that are kept: what an earlier answer led to goes by and by. */
const KEPT_PAGES = 12;

/** A list of several pages is kept to its end: where the next one is, each answer says anew. */
const nextPageToo: WorkboxPlugin = {
  async cacheDidUpdate({ request, newResponse, event }) {
    const next = nextPage(request.url, await newResponse.clone().json());
    if (next === undefined) return;
    const [, kept] = galleryPages.handleAll({ request: new Request(next, request), event });
    await kept;
  },
};

const galleryPages = new StaleWhileRevalidate({
  cacheName: GALLERY_CACHE,
  plugins: [onlyJson, nextPageToo, new ExpirationPlugin({ maxEntries: KEPT_PAGES })],
});

/**
 * A bucket's answers vary by `Origin`, which is part of the page's requests: by its address alone, as
 * Workbox throws out what is too old or too much, no image would be found.
 */
const matchOptions = { ignoreVary: true };

/** A cache of images and what is thrown out of it. */
const imageCache = (cacheName: string, limits: { maxEntries: number; maxAgeSeconds?: number }) => ({
  cacheName,
  matchOptions,
  plugins: [
    only(/^image\//),
    otherRendering(cacheName),
    new ExpirationPlugin({ ...limits, matchOptions, purgeOnQuotaError: true }),
  ],
});

/** The page's own images, whose addresses stay the same when they change. */
const isSiteImage = (url: URL): boolean =>
  url.origin === location.origin && /^\/(hero|icons)\//.test(url.pathname);

/**
 * The gallery's images, in CORS mode only: an opaque answer would cost megabytes of quota each.
 * Their names carry the content's hash, so what is kept stays true.
 */
function isGalleryImage(url: URL, request: Request): boolean {
  if (url.origin !== config.storageOrigin || request.mode !== 'cors') return false;
  return url.pathname.includes('/o/gallery%2F');
}

/** Runtime caches: gallery list, works and reviews, images. */
export function routeReads(): void {
  registerRoute(({ url }) => documentPath(url) === 'gallery', galleryPages);
  registerRoute(
    ({ url }) => /^(gallery\/|configurations\/configurations$)/.test(documentPath(url) ?? ''),
    new NetworkFirst({
      cacheName: DOCUMENTS_CACHE,
      // Then an older answer is shown.
      networkTimeoutSeconds: 4,
      plugins: [
        onlyJson,
        { handlerDidError: ({ request }) => listedWork(new URL(request.url)) },
        new ExpirationPlugin({ maxEntries: 120 }),
      ],
    }),
  );
  registerRoute(
    ({ url, request }) => request.mode !== 'navigate' && isSiteImage(url),
    new StaleWhileRevalidate(imageCache('site-pictures', { maxEntries: 60 })),
  );
  registerRoute(
    ({ url, request }) => request.mode !== 'navigate' && isGalleryImage(url, request),
    new CacheFirst(imageCache('pictures', { maxEntries: 240, maxAgeSeconds: 30 * 24 * 60 * 60 })),
  );
}
