/**
 * The names that the built HTML, the gate, the app and the service worker share. `tools/build/prerender.ts` and
 * `src/start/prerender.tsx` write the attributes; the comment says who reads each.
 */

/** On the gate's script: addresses of the app's scripts, in their order. The gate and `update/newBuild.ts`. */
export const SCRIPTS_ATTRIBUTE = 'data-app';
/** On `#root`: which shell was rendered, so that the app hydrates no other page. `main.tsx`. */
export const SHELL_ATTRIBUTE = 'data-shell';
/** On `#root`: the app has started. The gate, tests and tools. */
export const STARTED_ATTRIBUTE = 'data-started';
/** On tags of the head that a function has written (functions/src/core/livePages.ts): the app writes its own. `main.tsx`. */
export const LIVE_ATTRIBUTE = 'data-live';
/** The font of the headings, as CSS writes it. The gate and `main.tsx`. */
export const FACES = '600 1em Fraunces';
/**
 * On each heading, then on `<html>`: the font of the headings has loaded. With the value `fallback` a heading keeps the
 * fallback font, because the loaded one would break it into other lines (`showFaces` in `main.tsx`). `ui/base.css`.
 */
export const FACES_ATTRIBUTE = 'data-faces';
/** On the first element below the first screen (`landing/QuickLinks.tsx`). The service worker. */
export const FOLD_ATTRIBUTE = 'data-fold';
/** The id that the gate's script gives itself: the engine can read it. `start/failedStart.ts`. */
export const GATE_ID = 'gate';
/** The event that the gate sends when the start has failed, and the id of the words that say so. */
export const FAILED = 'start-failed';
/** The id of the data block with the works of the page: the gallery's first cards, all works, or one. `main.tsx`. */
export const WORKS_ID = 'works';

/** The lock that makes one context of this origin the deliverer. */
export const DELIVERY_LOCK = 'outbox';
/** The tag of Background Sync: with it the browser wakes the worker when the network is back. */
export const SYNC_TAG = 'outbox';

/** The cache of the copies of waiting requests, which page and worker write (outbox/store/spares.ts). */
export const SPARES_CACHE = 'outbox-spares';

/** A cache without entries: a window of the installed app has been open, so there is an icon that may have a badge. */
export const INSTALLED_CACHE = 'installed';

/** The worker's cache of the gallery's list. The page keeps later pages in it, too (gallery/data/galleryPages.ts). */
export const GALLERY_CACHE = 'gallery';
/** The end of the address of a page that has only the cards of its works. The worker finds no work in it. */
export const CARDS_ONLY = '&cards';
/** The worker's cache of single works, reviews and the configuration with the service types. */
export const DOCUMENTS_CACHE = 'documents';
