import {
  MAX_IMAGE_BYTES,
  MAX_IMAGE_SIDE,
  THUMBNAIL_HEIGHT,
  THUMBNAIL_QUALITY,
} from '../../domain/limits';

/** A decoded picture, upright. Sizes are pixels. */
export interface Decoded {
  source: CanvasImageSource;
  width: number;
  height: number;
}

/** A drawing surface: an OffscreenCanvas in the worker, a canvas element in the page. */
export interface Surface {
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
  /** `quality` is 0 to 1 and counts for JPEG only. */
  encode(type: 'image/jpeg' | 'image/png', quality?: number): Promise<Blob>;
}
export type MakeSurface = (width: number, height: number) => Surface;

const JPEG = 'image/jpeg';
const PNG = 'image/png';
/** Tried in turn until the picture is small enough to be stored: JPEG quality, share of the size. */
const ATTEMPTS = [
  [0.85, 1],
  [0.7, 1],
  [0.6, 0.75],
  [0.5, 0.5],
] as const;

/** The size of a picture whose longer side is at most `side`; never larger than it is. */
export function fitWithin(width: number, height: number, side = MAX_IMAGE_SIDE) {
  const scale = Math.min(1, side / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/** The size of a thumbnail: exactly 100 px high, the width in proportion. */
export function thumbnailSize(width: number, height: number) {
  return {
    width: Math.max(1, Math.round((width * THUMBNAIL_HEIGHT) / height)),
    height: THUMBNAIL_HEIGHT,
  };
}

function draw(
  make: MakeSurface,
  picture: Decoded,
  size: { width: number; height: number },
  ground?: string,
) {
  const surface = make(size.width, size.height);
  const { context } = surface;
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = 'high';
  if (ground !== undefined) {
    context.fillStyle = ground;
    context.fillRect(0, 0, size.width, size.height);
  }
  context.drawImage(picture.source, 0, 0, size.width, size.height);
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
 * The picture at most 2048 px on its longer side and at most 10 MiB: a JPEG, or a PNG where it is
 * transparent. Re-encoding leaves EXIF, and with it the place where it was taken, behind.
 */
export async function renderPicture(
  picture: Decoded,
  type: string,
  make: MakeSurface,
): Promise<Blob> {
  const size = fitWithin(picture.width, picture.height);
  if (mayBeTransparent(type)) {
    const surface = draw(make, picture, size);
    if (isTransparent(surface, size)) {
      const png = await surface.encode(PNG);
      if (png.size <= MAX_IMAGE_BYTES) return png;
    }
  }
  for (const [quality, share] of ATTEMPTS) {
    const smaller = fitWithin(size.width, size.height, Math.max(size.width, size.height) * share);
    const jpeg = await draw(make, picture, smaller, 'white').encode(JPEG, quality);
    if (jpeg.size <= MAX_IMAGE_BYTES) return jpeg;
  }
  throw new Error('The picture does not become small enough to be stored.');
}

/** The thumbnail: 100 px high, JPEG of quality 0.4. */
export function renderThumbnail(picture: Decoded, make: MakeSurface): Promise<Blob> {
  const size = thumbnailSize(picture.width, picture.height);
  return draw(make, picture, size, 'white').encode(JPEG, THUMBNAIL_QUALITY);
}

/** A drawn stand-in for the thumbnail of a picture that this browser cannot decode. */
export function renderPlaceholder(label: string, make: MakeSurface): Promise<Blob> {
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
