/**
 * Decoding and drawing pictures, upright. A page and a worker do it in different ways: each brings a `Canvas`. What the
 * file's header says is done here, because browsers differ in what they do themselves (header.ts).
 */
import { takeHeader, type Header } from './header';
import { isOnItsSide, matrixFor } from './orientation';
import type { Size } from './sizes';

/** A decoded image. Sizes are in pixels. */
export interface Decoded extends Size {
  source: CanvasImageSource;
  close(): void;
}

type Context = Omit<OffscreenCanvasRenderingContext2D, 'canvas'>;

export interface Surface {
  context: Context;
  /** `quality` is 0 to 1; PNG has none. A canvas that cannot encode a type gives a PNG instead. */
  encode(type: 'image/jpeg' | 'image/png' | 'image/webp', quality?: number): Promise<Blob>;
}

/** What a worker and a page do differently. `decode` rejects if it cannot decode the file; it turns HEIC upright. */
export interface Canvas {
  decode(file: Blob): Promise<Decoded>;
  make(width: number, height: number): Surface;
  /** Changes PQ into sRGB (pq.ts). A canvas without it leaves such pictures to others. */
  fromPq?(pixels: ImageData): void;
}

/** A decoded image of which this is still to be done. Its size is the one that it has upright. */
export interface Turned extends Decoded, Header {}

/** Decodes a file that is of this type by its bytes. Rejects if `canvas` cannot open it. */
export async function decode(file: Blob, type: string, canvas: Canvas): Promise<Turned> {
  const { bare, ...header } = await takeHeader(file, type);
  if (header.isPq && !canvas.fromPq) throw new Error('This canvas does not know PQ.');
  const decoded = { ...(await canvas.decode(bare)), ...header };
  if (!isOnItsSide(header.orientation)) return decoded;
  return { ...decoded, width: decoded.height, height: decoded.width };
}

/**
 * Draws the image upright, `whole` pixels large. `left` of them are outside the surface at each side, `top` of them above
 * and below it.
 */
export function draw(
  { make, fromPq }: Canvas,
  { source, orientation, isPq }: Turned,
  whole: Size,
  { background, left = 0, top = 0 }: { background?: string; left?: number; top?: number } = {},
): Surface {
  const { width, height } = whole;
  const surface = make(width - 2 * left, height - 2 * top);
  const { context } = surface;
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = 'high';
  if (background !== undefined) {
    context.fillStyle = background;
    context.fillRect(0, 0, width, height);
  }
  context.translate(-left, -top);
  context.transform(...matrixFor(orientation, width, height));
  const stored = isOnItsSide(orientation) ? ([height, width] as const) : ([width, height] as const);
  context.drawImage(source, 0, 0, ...stored);
  if (isPq) {
    const pixels = context.getImageData(0, 0, width - 2 * left, height - 2 * top);
    fromPq!(pixels);
    context.putImageData(pixels, 0, 0);
  }
  return surface;
}

/** The mean of a channel (0 to 3: red, green, blue, alpha) over all pixels, 0 to 255. */
export function meanOf(data: Uint8ClampedArray, channel: number): number {
  let sum = 0;
  for (let at = channel; at < data.length; at += 4) sum += data[at]!;
  return sum / (data.length / 4);
}
