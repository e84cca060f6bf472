/** Page to worker: the first screen was painted, and the rest of the page may follow. */
export const PAINTED = 'page.painted';

/** What workbox-window, too, posts to a waiting worker that may take over. */
export const SKIP_WAITING = 'SKIP_WAITING';

/** The worker's cache of the gallery's list. */
export const GALLERY_CACHE = 'gallery';

/** The worker's cache of single works, reviews and service types. */
export const DOCUMENTS_CACHE = 'documents';
