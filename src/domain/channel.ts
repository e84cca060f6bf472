/** The BroadcastChannel on which whoever delivers (worker or page) tells every page about it. */
export const OUTBOX_CHANNEL = 'outbox';

/** The Background Sync tag that wakes the worker when the network is back. */
export const SYNC_TAG = 'outbox';

/** Worker to page, on the port that came with a request to deliver: the worker is on it. */
export const ACCEPTED = 'outbox.accepted';

/** Page to worker: the first screen was painted, and the rest of the page may follow. */
export const PAINTED = 'page.painted';

/** What workbox-window, too, posts to a waiting worker that may take over. */
export const SKIP_WAITING = 'SKIP_WAITING';

/** The worker's cache of the gallery's list. */
export const GALLERY_CACHE = 'gallery';

/** The worker's cache of single works, reviews and service types. */
export const DOCUMENTS_CACHE = 'documents';
