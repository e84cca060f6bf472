/** The worker's cache of the gallery's list. */
export const GALLERY_CACHE = 'gallery';

/** The worker's cache of single works, reviews and service types. */
export const DOCUMENTS_CACHE = 'documents';
