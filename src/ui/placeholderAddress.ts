/**
 * A placeholder is a picture of 4 × 3 pixels, shown until the real one has loaded. Browsers blur it when they
 * enlarge it.
 */

/**
 * The header of a bitmap of 4 × 3 pixels and 24 bits, in base64 (BITMAPFILEHEADER and BITMAPINFOHEADER, 54
 * bytes).
 */
const HEADER = 'Qk1aAAAAAAAAADYAAAAoAAAABAAAAAMAAAABABgAAAAAACQAAAAAAAAAAAAAAAAAAAAAAAAA';

/** The data address of a placeholder. Header and stored bytes are joined as base64, so nothing needs decoding. */
export const placeholderAddress = (placeholder: string): string =>
  `data:image/bmp;base64,${HEADER}${placeholder}`;
