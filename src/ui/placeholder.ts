/** A picture as 4 × 3 pixels, to show until it is there: browsers blur it when they enlarge it. */

/** What a bitmap of 4 × 3 pixels and 24 bits starts with (BITMAPFILEHEADER and BITMAPINFOHEADER, 54 bytes). */
const HEADER = 'Qk1aAAAAAAAAADYAAAAoAAAABAAAAAMAAAABABgAAAAAACQAAAAAAAAAAAAAAAAAAAAAAAAA';

/** The address that shows it: its bytes behind the header's, with nothing to decode. */
export const placeholderAddress = (placeholder: string): string =>
  `data:image/bmp;base64,${HEADER}${placeholder}`;

/** What is stored of the placeholder whose address a style names; undefined where it names none. */
export const storedPlaceholder = (style: string): string | undefined =>
  style.split(HEADER)[1]?.slice(0, 48);
