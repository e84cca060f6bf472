import {
  addPlugins,
  addRoute,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precache,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { firstScreenFirst } from './firstScreen';
import { only } from './only';

/** The prerendered pages and the addresses (path and query) they answer. */
const SHELLS = [
  { page: '/index.html', path: /^\/(index\.html)?(\?|$)/ },
  { page: '/work.html', path: /^\/work\/[^/]+\/?(\?|$)/ },
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
  for (const { page, path } of SHELLS) {
    registerRoute(
      new NavigationRoute(firstScreenFirst(createHandlerBoundToURL(page)), {
        allowlist: [path],
        denylist: [/^\/__\//],
      }),
    );
  }
  // Behind them: it would answer for the landing page, too.
  addRoute({ cleanURLs: false });
}
