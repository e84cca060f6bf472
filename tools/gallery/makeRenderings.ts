/** The sizes and formats of a work's pictures, of the samples and of the owner's photos. */
import type { Sharp } from 'sharp';
import { PLACEHOLDER, WORK_WIDTHS } from '../../src/domain/constants';

/** The width of the widest rendering, in pixels. */
export const FULL_WIDTH = Math.max(...WORK_WIDTHS);

export const FORMATS = ['avif', 'webp'] as const;
export type Format = (typeof FORMATS)[number];

/** Raise this number when sizes or settings change: the hash in the names of the owner's pictures includes it. */
export const RECIPE = 2;

/**
 * Encodes a resized picture for the gallery. sharp's own tuning of AVIF, for pictures of less quality, makes these files a
 * third larger (0.35), and nobody sees a difference at this one. The small preview in the HTML keeps it (previews.ts).
 */
export function encode(image: Sharp, format: Format): Sharp {
  return format === 'avif'
    ? image.avif({ quality: 50, effort: 3, tune: 'ssim' })
    : image.webp({ quality: 74, effort: 4, smartSubsample: true });
}

export function encodeThumb(image: Sharp): Sharp {
  return image.webp({ quality: 74, effort: 6 });
}

/** The placeholder of a picture (`placeholderAddress` in src/ui/Picture.tsx). It is made from the picture's middle, the part that frames show. */
export async function placeholderOf(image: Sharp): Promise<string> {
  const pixels = await image
    .resize({ ...PLACEHOLDER, fit: 'cover' })
    .toColourspace('srgb')
    .removeAlpha()
    .flip()
    .raw()
    .toBuffer();
  // A bitmap stores the rows from bottom to top (`flip` above), and each pixel as blue, green, red.
  for (let at = 0; at < pixels.length; at += 3) pixels.subarray(at, at + 3).reverse();
  return pixels.toString('base64');
}
