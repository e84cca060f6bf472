/** How much a screen reads and keeps at once. The page, the build and the owner's tools share these numbers. */

/** How many works the gallery's first page has, and each press of "Show more works" adds. */
export const WORKS_PER_PAGE = 40;
/** How many works are kept for a visit without the network, although nobody has asked for them. */
export const WORKS_KEPT_AHEAD = 3 * WORKS_PER_PAGE;
/**
 * The page of all works lists at most so many, the newest ones: the build writes them, and a browser reads them anew.
 */
export const MAX_LISTED_WORKS = 1000;
/**
 * How many reviews are read at once. A work with fewer is one list, as it always was: complete in the worker's cache,
 * and counted by the page itself.
 */
export const REVIEWS_PER_PAGE = 100;
