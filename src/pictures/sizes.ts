/** The sizes of prepared pictures and thumbnails, in pixels. */
import {
  MAX_IMAGE_PIXELS,
  MAX_IMAGE_SIDE,
  MAX_THUMBNAIL_WIDTH,
  THUMBNAIL_HEIGHT,
} from '../domain/constants';

export interface Size {
  width: number;
  height: number;
}

/** No side is longer, because browsers differ in how long a canvas may be (Firefox: 32,767). */
const MAX_CANVAS_SIDE = 16_384;
/** The shorter side of a long picture stays this long, as far as `MAX_IMAGE_PIXELS` allows. */
const READABLE_SIDE = MAX_IMAGE_SIDE / 2;

/**
 * The size in which an image is sent. Its longer side is at most `MAX_IMAGE_SIDE`. A long image (more than 2 to 1, such
 * as the screenshot of a whole page) would be too narrow then: it is as wide as is readable and has at most
 * `MAX_IMAGE_PIXELS`. No image is scaled up.
 */
export function sizeToSend({ width, height }: Size): Size {
  const [longer, shorter] = [Math.max(width, height), Math.min(width, height)];
  const readable = Math.min(
    READABLE_SIDE / shorter,
    Math.sqrt(MAX_IMAGE_PIXELS / (longer * shorter)),
  );
  const scale = Math.min(Math.max(MAX_IMAGE_SIDE / longer, readable), MAX_CANVAS_SIDE / longer, 1);
  const size = scaled({ width, height }, scale);
  const isTooLarge = size.width * size.height > MAX_IMAGE_PIXELS;
  return isTooLarge ? scaled({ width, height }, scale, Math.floor) : size;
}

export const scaled = ({ width, height }: Size, scale: number, round = Math.round): Size => ({
  width: Math.max(1, round(width * scale)),
  height: Math.max(1, round(height * scale)),
});

/**
 * The size of a thumbnail: 100 px high, with the width in proportion. Of an image whose thumbnail would be too wide,
 * `left` pixels are cut off at each side.
 */
export function thumbnailSize({ width, height }: Size): Size & { left: number } {
  const whole = Math.max(1, Math.round((width * THUMBNAIL_HEIGHT) / height));
  const shown = Math.min(whole, MAX_THUMBNAIL_WIDTH);
  return { width: shown, height: THUMBNAIL_HEIGHT, left: (whole - shown) / 2 };
}
