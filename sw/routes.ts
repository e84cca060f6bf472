/** Which requests the worker answers, and from which cache. `version/current` is never cached. */
import type { WorkboxPlugin } from 'workbox-core/types';
import { ExpirationPlugin } from 'workbox-expiration';
import { PrecacheController } from 'workbox-precaching';
import { NavigationRoute, Route, Router } from 'workbox-routing';
import { CacheFirst, NetworkFirst, StaleWhileRevalidate } from 'workbox-strategies';
import { SHARE_PATH } from '../src/contract/sharedImages';
import { CARDS_ONLY, DOCUMENTS_CACHE, GALLERY_CACHE } from '../src/contract/names';
import { config } from './backendConfig';
import { firstScreenFirst } from './firstScreen';
import { listening } from './tellPages';
import { otherRendering } from './otherRendering';
import { answerShare } from './shares';

/** Workbox's own one would also cache whatever a page asks it to. */
const router = new Router();
router.addFetchListener();
const answer = (...route: ConstructorParameters<typeof Route>) =>
  router.registerRoute(new Route(...route));

/**
 * Only accepts answers with status 200 and this content type, both when a cache is written and when it is read. So a
 * captive portal's "200 OK, here is my login page" is not cached, and never used if it got into a cache otherwise.
 */
function onlyType(contentType: RegExp | ((request: Request) => RegExp)): WorkboxPlugin {
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

/** The prerendered pages, and the addresses (path and query) that get them. */
const SHELLS = [
  // With a `#` that was encoded on its way (src/start/meantAddress.ts).
  { page: '/index.html', path: /^\/(index\.html)?(%23[^?]*)?(\?|$)/, hasFold: true },
  { page: '/work/index.html', path: /^\/work\/?(%23[^?]*)?(\?|$)/, hasFold: false },
  { page: '/work.html', path: /^\/work\/[^/]+\/?(\?|$)/, hasFold: false },
];

/** The content types of the files of a build, by the ends of their names. */
const TYPES: [name: RegExp, type: RegExp][] = [
  [/\.js$/, /^(text|application)\/javascript\b/],
  [/\.css$/, /^text\/css\b/],
  [/\.html$/, /^text\/html\b/],
];

/**
 * The content type that a file of the build must have. A page in place of a script would not run, and would stay in
 * the cache until the next release.
 */
function expectedType({ url }: Request): RegExp {
  const { pathname } = new URL(url);
  return TYPES.find(([name]) => name.test(pathname))?.[1] ?? /^(?!text\/html)/;
}

const INSTALL = 'install';

/**
 * The built pages and scripts. Where one has to be fetched, somebody has cleared the caches and left the worker: then
 * all that is missing comes back, as it came when the worker was installed. It ends at the first file that the server
 * does not have any more; the pages are the last, so none of a newer build gets between older scripts.
 */
function createShell(): PrecacheController {
  let restoring: Promise<unknown> | undefined;
  const restore = (event: ExtendableEvent) => {
    const installing = { type: INSTALL, waitUntil: event.waitUntil.bind(event) };
    restoring ??= shell.install(installing as ExtendableEvent).catch(() => {
      restoring = undefined;
    });
  };
  const restoresMissing: WorkboxPlugin = {
    async fetchDidSucceed({ event, response }) {
      if (event.type !== INSTALL) restore(event);
      return response;
    },
  };
  const shell = new PrecacheController({ plugins: [onlyType(expectedType), restoresMissing] });
  return shell;
}

/**
 * Precaches the built pages, and answers navigations to the app's routes with them. All other navigations go to the
 * network, above all those to `/__/*` (Firebase's reserved paths).
 */
export function precacheShell(manifest: { url: string; revision: string | null }[]): void {
  const shell = createShell();
  shell.precache(manifest);
  for (const { page, path, hasFold } of SHELLS) {
    const whole = shell.createHandlerBoundToURL(page);
    router.registerRoute(
      new NavigationRoute(hasFold ? firstScreenFirst(whole) : whole, { allowlist: [path] }),
    );
  }
  // Added after the routes above, because it would answer for the pages' own addresses, too.
  answer(({ request }) => {
    const cacheKey = shell.getCacheKeyForURL(request.url);
    return cacheKey !== undefined && { cacheKey };
  }, shell.strategy);
}

export function routeShares(): void {
  answer(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === SHARE_PATH,
    ({ request }) => answerShare(request),
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
 * The answer for a single work, made from the cached pages of the gallery that have whole works. A work that was
 * opened from such a page was shown from it and never read by itself. For pictures that are not cached, the page shows
 * placeholders.
 */
async function listedWork(url: URL): Promise<Response | undefined> {
  const path = documentPath(url);
  if (path === undefined || !/^gallery\/[^/]+$/.test(path)) return undefined;
  const lists = await caches.open(GALLERY_CACHE);
  for (const request of await lists.keys()) {
    if (request.url.endsWith(CARDS_ONLY)) continue;
    const list = (await (await lists.match(request))?.json()) as
      { documents?: { name?: string }[] } | undefined;
    const work = list?.documents?.find(({ name }) => name?.endsWith(`${DOCUMENTS}${path}`));
    const headers = { 'content-type': 'application/json' };
    if (work) return new Response(JSON.stringify(work), { headers });
  }
  return undefined;
}

const onlyJson = onlyType(/^application\/json/);

/**
 * A bucket's answers have `Vary: Origin`, and the page's requests have that header. Workbox throws old images out by
 * their address alone, so without this option it would not find them.
 */
const matchOptions = { ignoreVary: true };

const imageCache = (cacheName: string, limits: { maxEntries: number; maxAgeSeconds?: number }) => ({
  cacheName,
  matchOptions,
  plugins: [
    onlyType(/^image\//),
    otherRendering(cacheName),
    new ExpirationPlugin({ ...limits, matchOptions, purgeOnQuotaError: true }),
  ],
});

/** Whether this is one of the site's own images. Their addresses stay the same when they change. */
const isSiteImage = (url: URL): boolean =>
  url.origin === location.origin && /^\/(hero|icons)\//.test(url.pathname);

/**
 * Whether this is an image of the gallery, asked for in CORS mode: without it each answer would be opaque and cost
 * megabytes of quota. The names contain the content's hash, so a cached image never becomes outdated.
 */
function isGalleryImage(url: URL, request: Request): boolean {
  if (url.origin !== config.storageOrigin || request.mode !== 'cors') return false;
  return url.pathname.includes('/o/gallery%2F');
}

/**
 * How many entries each cache keeps. Only pictures of the gallery are large. `src/shared/works/cachePictures.ts` says
 * which of them a page fetches ahead.
 */
const KEPT = { documents: 120, sitePictures: 60, galleryPictures: 240 };
/** Seconds (30 days) for which a picture of the gallery is kept. */
const PICTURE_LIFETIME = 30 * 24 * 60 * 60;

export function routeReads(): void {
  answer(
    ({ url }) => documentPath(url) === 'gallery',
    new StaleWhileRevalidate({
      cacheName: GALLERY_CACHE,
      plugins: [
        listening,
        onlyJson,
        // Lists of earlier versions of the site go. What the page keeps there is its own affair.
        new ExpirationPlugin({ maxEntries: 1 }),
      ],
    }),
  );
  answer(
    ({ url }) => /^(gallery\/|configurations\/configurations$)/.test(documentPath(url) ?? ''),
    new NetworkFirst({
      cacheName: DOCUMENTS_CACHE,
      // After that, a cached answer is used.
      networkTimeoutSeconds: 4,
      plugins: [
        listening,
        onlyJson,
        { handlerDidError: ({ request }) => listedWork(new URL(request.url)) },
        new ExpirationPlugin({ maxEntries: KEPT.documents }),
      ],
    }),
  );
  answer(
    ({ url, request }) => request.mode !== 'navigate' && isSiteImage(url),
    new StaleWhileRevalidate(imageCache('site-pictures', { maxEntries: KEPT.sitePictures })),
  );
  answer(
    ({ url, request }) => request.mode !== 'navigate' && isGalleryImage(url, request),
    new CacheFirst(
      imageCache('pictures', {
        maxEntries: KEPT.galleryPictures,
        maxAgeSeconds: PICTURE_LIFETIME,
      }),
    ),
  );
}
