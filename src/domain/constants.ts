/**
 * Business constants and limits (specification, section 9). Sizes are bytes, times milliseconds. The limits of the
 * request's text fields stand with the fields, in `requestFields.ts`.
 */

/** The version of this client; the update dialog opens when the stored version is higher. */
export const CLIENT_VERSION = 0.62;
export const UPDATE_COUNTDOWN_SECONDS = 10;

export const MAX_IMAGES = 2;
/** The height of a thumbnail in image pixels. The width is scaled proportionally. */
export const THUMBNAIL_HEIGHT = 100;
/** The JPEG quality of a thumbnail, 0 to 1. */
export const THUMBNAIL_QUALITY = 0.4;
/** The longer side of a re-encoded image has at most this many pixels, unless the image is long. */
export const MAX_IMAGE_SIDE = 2048;
/** A long re-encoded image has at most this many pixels. */
export const MAX_IMAGE_PIXELS = MAX_IMAGE_SIDE * MAX_IMAGE_SIDE;
/** The widest thumbnail, in image pixels: it shows the middle of an image that would need a wider one. */
export const MAX_THUMBNAIL_WIDTH = 1000;
/** Storage refuses larger objects (storage.rules). */
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024;
export const MAX_THUMBNAIL_BYTES = 256 * 1024;

export const REQUEST_ID_DIGITS = 10;
export const RANDOM_ID_LENGTH = 10;
export const RECEIPT_LENGTH = 22;
export const INITIAL_REQUEST_STATUS = 1;
export const ANSWERED_REQUEST_STATUS = 2;

export const MIN_STARS = 1;
export const MAX_STARS = 5;

export const REVIEW_KEY_PREFIX = 'review/';
/** The longest text of a review, in characters; `firestore.rules` has the same limit. */
export const MAX_REVIEW_TEXT = 2000;
/** The longest text of the honeypot that is kept, in characters. */
export const MAX_HONEYPOT = 200;
export const MAX_CATEGORIES = 20;
/** The longest id of a service type, in characters. */
export const MAX_CATEGORY_LENGTH = 64;

/** The gallery's order: by this field, the oldest work first, and by their ids where two have the same time. */
export const GALLERY_ORDER = 'created';
/** The widths in pixels of the files of a work's picture; the last is the full size. */
export const WORK_WIDTHS = [480, 960, 1600] as const;
/** The size in pixels of the picture on the gallery's card. */
export const WORK_CARD = { width: 640, height: 480 } as const;
/** The most pictures of a work that an owner publishes (firestore.rules); `gallery:add` has no limit. */
export const MAX_WORK_PICTURES = 8;
export const MAX_WORK_TITLE = 200;

/** After this time, a visitor who waits for the server is told that it takes longer than usual. */
export const SLOW_AFTER = 4_000;

export const MAX_QUOTES = 2;
/** Characters of a review that can be quoted: no quote is cut, and longer ones nobody reads. */
export const MAX_QUOTE_LENGTH = 220;

/** The size of an upload chunk is a multiple of this (Firebase Storage resumable protocol). */
export const UPLOAD_CHUNK_UNIT = 256 * 1024;

/** The size in pixels of a placeholder: the tiny version of a picture that is shown until the picture has loaded. */
export const PLACEHOLDER = { width: 4, height: 3 } as const;

/** A stored placeholder: 36 bytes in base64, the rows from the bottom up, each pixel as blue, green, red. */
export const PLACEHOLDER_PATTERN = /^[A-Za-z0-9+/]{48}$/;

/** The alternative texts of sample pictures start with this. Pages mark them (src/ui/Picture.module.css). */
export const SAMPLE = 'Sample illustration';

/** The size in pixels of a picture that links show (Open Graph). */
export const LINK_PICTURE = { width: 1200, height: 630 } as const;
