/**
 * Turns a chosen file into the picture that leaves the device, and its thumbnail. The picture is upright, has at most
 * so many pixels (sizes.ts) and no EXIF, so it does not say where it was taken. The worker and the page decode and draw
 * in different ways (drawing.ts).
 */
import { MAX_IMAGE_BYTES, MAX_THUMBNAIL_BYTES, THUMBNAIL_QUALITY } from '../domain/constants';
import { decode, draw, type Canvas, type Surface, type Turned } from './drawing';
import { sniff } from './imageTypes';
import { placeholder } from './placeholderThumbnail';
import { isTrue } from './probe';
import { scaled, sizeToSend, thumbnailSize, type Size } from './sizes';

export interface PreparedImage {
  type: string;
  bytes: ArrayBuffer;
  thumb: { type: string; bytes: ArrayBuffer };
}

export type Preparation =
  | { type: 'prepared'; image: PreparedImage }
  /** This worker cannot open or draw the file, but a page may. */
  | { type: 'undecoded' }
  /** The file is lost, or this browser cannot make a picture of it that may be sent. */
  | { type: 'unusable' };

/**
 * Prepares a file with `canvas`. If that cannot decode it, or does not give back what is drawn on it, the result is
 * that of `otherwise`.
 */
export async function prepareImage(
  file: Blob,
  canvas: Canvas,
  otherwise: (type: string | undefined, isDecoded: boolean) => Promise<Preparation> | Preparation,
): Promise<Preparation> {
  const type = await sniff(file).catch(() => undefined);
  const decoded =
    type === undefined ? undefined : await decode(file, type, canvas).catch(() => undefined);
  if (type === undefined || !decoded) return otherwise(type, false);
  try {
    if (!(await isTrue(canvas))) return await otherwise(type, true);
    const image = await renderImage(decoded, type, canvas);
    return await toPrepared(image.type, image, await renderThumbnail(decoded, canvas));
  } finally {
    decoded.close();
  }
}

/** Uses the bytes of a file as they are, with the placeholder as its thumbnail. */
export const prepareUndrawn = (file: Blob, type: string): Promise<Preparation> =>
  toPrepared(type, file, placeholder());

async function toPrepared(type: string, image: Blob, thumb: Blob): Promise<Preparation> {
  const [bytes, thumbBytes] = await Promise.all([image.arrayBuffer(), thumb.arrayBuffer()]);
  return {
    type: 'prepared',
    image: { type, bytes, thumb: { type: thumb.type, bytes: thumbBytes } },
  };
}

const JPEG = 'image/jpeg';
const PNG = 'image/png';
/** JPEG quality and scale, tried in turn until the image is small enough to be stored. */
const ATTEMPTS = [
  [0.85, 1],
  [0.7, 1],
  [0.6, 0.75],
  [0.5, 0.5],
] as const;

/** One of so many pixels that is less than nine tenths opaque makes an image transparent. */
const PIXELS_PER_HOLE = 2000;
const OPAQUE = 0.9 * 255;

/** Whether it can be seen that the image is transparent. Single pixels, or a little of all, cannot. */
function isTransparent(surface: Surface, { width, height }: Size): boolean {
  const { data } = surface.context.getImageData(0, 0, width, height);
  let holes = 0;
  for (let alpha = 3; alpha < data.length; alpha += 4) if (data[alpha]! < OPAQUE) holes += 1;
  return holes * PIXELS_PER_HOLE >= width * height;
}

const mayBeTransparent = (type: string) =>
  type !== JPEG && type !== 'image/heic' && type !== 'image/heif';

/**
 * Re-encodes an image: as a PNG if it is transparent, otherwise as a JPEG. This drops EXIF, and with it the place where
 * the image was taken.
 */
async function renderImage(image: Turned, type: string, canvas: Canvas): Promise<Blob> {
  const size = sizeToSend(image);
  if (mayBeTransparent(type)) {
    const surface = draw(canvas, image, size);
    if (isTransparent(surface, size)) {
      const png = await surface.encode(PNG);
      if (png.size <= MAX_IMAGE_BYTES) return png;
    }
  }
  for (const [quality, scale] of ATTEMPTS) {
    const smaller = scaled(size, scale);
    const jpeg = await draw(canvas, image, smaller, WHITE).encode(JPEG, quality);
    if (jpeg.size <= MAX_IMAGE_BYTES) return jpeg;
  }
  throw new Error('The image cannot be made small enough to be stored.');
}

const WHITE = { background: 'white' };

/** Draws the thumbnail. A failure never costs the image: the placeholder is there. */
async function renderThumbnail(image: Turned, canvas: Canvas): Promise<Blob> {
  try {
    const { width, height, left } = thumbnailSize(image);
    const whole = { width: width + 2 * left, height };
    const thumb = await draw(canvas, image, whole, { ...WHITE, left }).encode(
      JPEG,
      THUMBNAIL_QUALITY,
    );
    if (thumb.size <= MAX_THUMBNAIL_BYTES) return thumb;
  } catch {
    // Too large for this canvas.
  }
  return placeholder();
}
