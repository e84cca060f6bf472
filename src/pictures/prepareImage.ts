/**
 * Turns a chosen file into the picture that leaves the device, and its thumbnail. The picture is at most 2048 px
 * on its longer side and has no EXIF, so it does not say where it was taken. The worker and the page decode and
 * draw in different ways; see `Canvas`.
 */
import {
  MAX_IMAGE_BYTES,
  MAX_IMAGE_SIDE,
  THUMBNAIL_HEIGHT,
  THUMBNAIL_QUALITY,
} from '../domain/constants';
import { sniff } from './imageTypes';

/** An image as it leaves the device: its re-encoded bytes and its thumbnail. */
export interface PreparedImage {
  type: string;
  bytes: ArrayBuffer;
  thumb: { type: string; bytes: ArrayBuffer };
}

/** The result of preparing a chosen file. */
export type Preparation =
  | { type: 'prepared'; image: PreparedImage }
  /** This worker cannot open the file, but a page may. */
  | { type: 'undecoded' }
  /** The file is lost, or this browser cannot make a picture of it that may be sent. */
  | { type: 'unusable' };

/** A decoded image, turned upright. Sizes are in pixels. */
interface Decoded {
  source: CanvasImageSource;
  width: number;
  height: number;
  close(): void;
}

/** The part that the contexts of both kinds of canvas have in common. */
type Context = Omit<OffscreenCanvasRenderingContext2D, 'canvas'>;

/** A drawing surface. */
interface Surface {
  context: Context;
  /** `quality` is 0 to 1 and counts for JPEG only. */
  encode(type: 'image/jpeg' | 'image/png', quality?: number): Promise<Blob>;
}
type MakeSurface = (width: number, height: number) => Surface;

/** What a worker and a page do differently. `decode` rejects if it cannot decode the file. */
export interface Canvas {
  decode(file: Blob): Promise<Decoded>;
  make: MakeSurface;
}

/** Prepares a file with `canvas`. If `canvas` cannot decode it, the result is that of `undecoded`. */
export async function prepareImage(
  file: Blob,
  canvas: Canvas,
  undecoded: (type: string | undefined) => Promise<Preparation> | Preparation,
): Promise<Preparation> {
  const type = await sniff(file).catch(() => undefined);
  const decoded = type === undefined ? undefined : await canvas.decode(file).catch(() => undefined);
  if (type === undefined || !decoded) return undecoded(type);
  try {
    const image = await renderImage(decoded, type, canvas.make);
    return await toPrepared(image.type, image, await renderThumbnail(decoded, canvas.make));
  } finally {
    decoded.close();
  }
}

/** Uses the file unchanged, with a drawn placeholder as its thumbnail. */
export async function prepareUndecoded(
  file: Blob,
  type: string,
  canvas: Canvas,
): Promise<Preparation> {
  const label = type.slice('image/'.length).toUpperCase();
  return toPrepared(type, file, await renderPlaceholder(label, canvas.make));
}

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

/** The size of an image scaled down so that its longer side is at most `side`. It is never scaled up. */
export function fitWithin(width: number, height: number, side = MAX_IMAGE_SIDE) {
  const scale = Math.min(1, side / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/** The size of a thumbnail: exactly 100 px high, with the width in proportion. */
export function thumbnailSize(width: number, height: number) {
  return {
    width: Math.max(1, Math.round((width * THUMBNAIL_HEIGHT) / height)),
    height: THUMBNAIL_HEIGHT,
  };
}

function draw(
  make: MakeSurface,
  image: Decoded,
  size: { width: number; height: number },
  background?: string,
) {
  const surface = make(size.width, size.height);
  const { context } = surface;
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = 'high';
  if (background !== undefined) {
    context.fillStyle = background;
    context.fillRect(0, 0, size.width, size.height);
  }
  context.drawImage(image.source, 0, 0, size.width, size.height);
  return surface;
}

function isTransparent(
  surface: Surface,
  { width, height }: { width: number; height: number },
): boolean {
  const { data } = surface.context.getImageData(0, 0, width, height);
  for (let alpha = 3; alpha < data.length; alpha += 4) if (data[alpha]! < 255) return true;
  return false;
}

const mayBeTransparent = (type: string) =>
  type !== JPEG && type !== 'image/heic' && type !== 'image/heif';

/**
 * Re-encodes an image, at most 2048 px on its longer side and at most 10 MiB: as a PNG if it is transparent,
 * otherwise as a JPEG. Re-encoding drops EXIF, and with it the place where the image was taken.
 */
async function renderImage(image: Decoded, type: string, make: MakeSurface): Promise<Blob> {
  const size = fitWithin(image.width, image.height);
  if (mayBeTransparent(type)) {
    const surface = draw(make, image, size);
    if (isTransparent(surface, size)) {
      const png = await surface.encode(PNG);
      if (png.size <= MAX_IMAGE_BYTES) return png;
    }
  }
  for (const [quality, scale] of ATTEMPTS) {
    const smaller = fitWithin(size.width, size.height, Math.max(size.width, size.height) * scale);
    const jpeg = await draw(make, image, smaller, 'white').encode(JPEG, quality);
    if (jpeg.size <= MAX_IMAGE_BYTES) return jpeg;
  }
  throw new Error('The image cannot be made small enough to be stored.');
}

/** Draws the thumbnail: 100 px high, a JPEG of quality 0.4. */
function renderThumbnail(image: Decoded, make: MakeSurface): Promise<Blob> {
  const size = thumbnailSize(image.width, image.height);
  return draw(make, image, size, 'white').encode(JPEG, THUMBNAIL_QUALITY);
}

/** Draws a placeholder as the thumbnail of an image that this browser cannot decode. */
function renderPlaceholder(label: string, make: MakeSurface): Promise<Blob> {
  const width = Math.round((THUMBNAIL_HEIGHT * 4) / 3);
  const surface = make(width, THUMBNAIL_HEIGHT);
  const { context } = surface;
  context.fillStyle = '#dfe5dd';
  context.fillRect(0, 0, width, THUMBNAIL_HEIGHT);
  context.strokeStyle = '#2f4a43';
  context.lineWidth = 3;
  context.strokeRect(width / 2 - 24, 18, 48, 38);
  context.beginPath();
  context.moveTo(width / 2 - 18, 50);
  context.lineTo(width / 2 - 5, 34);
  context.lineTo(width / 2 + 4, 44);
  context.lineTo(width / 2 + 10, 38);
  context.lineTo(width / 2 + 18, 50);
  context.stroke();
  context.fillStyle = '#2f4a43';
  context.font = '600 16px sans-serif';
  context.textAlign = 'center';
  context.fillText(label, width / 2, 82);
  return surface.encode(JPEG, THUMBNAIL_QUALITY);
}
