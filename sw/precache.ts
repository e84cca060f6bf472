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
    const answer = createHandlerBoundToURL(page);
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
