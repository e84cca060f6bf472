import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

/**
 * Precaches the built shell and answers navigations to the app's routes with it. Anything else,
 * `/__/*` (Firebase's reserved paths) above all, goes to the network.
 */
export function precacheShell(manifest: { url: string; revision: string | null }[]): void {
  precacheAndRoute(manifest, { cleanURLs: false });
  cleanupOutdatedCaches();
  registerRoute(
    new NavigationRoute(createHandlerBoundToURL('/index.html'), {
      allowlist: [/^\/(index\.html)?(\?|$)/, /^\/work\/[^/]+\/?(\?|$)/],
      denylist: [/^\/__\//],
    }),
  );
}
