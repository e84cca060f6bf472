import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

/** The prerendered pages and the addresses (path and query) they answer. */
const SHELLS = [
  { page: '/index.html', path: /^\/(index\.html)?(\?|$)/ },
  { page: '/work.html', path: /^\/work\/[^/]+\/?(\?|$)/ },
];

/**
 * Precaches the built pages and answers navigations to the app's routes with them. Anything else,
 * `/__/*` (Firebase's reserved paths) above all, goes to the network.
 */
export function precacheShell(manifest: { url: string; revision: string | null }[]): void {
  precacheAndRoute(manifest, { cleanURLs: false });
  cleanupOutdatedCaches();
  for (const { page, path } of SHELLS) {
    registerRoute(
      new NavigationRoute(createHandlerBoundToURL(page), {
        allowlist: [path],
        denylist: [/^\/__\//],
      }),
    );
  }
}
