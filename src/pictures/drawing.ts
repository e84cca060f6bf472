/**
 * Decoding and drawing pictures, upright. A page and a worker do it in different ways: each brings a `Canvas`. WebP is
 * turned here, because browsers differ in whether they turn it themselves.
 */
import { isOnItsSide, matrixFor } from './orientation';
import type { Size } from './sizes';
import { orientationOfWebp, withoutMetadata } from './webp';

/** A decoded image. Sizes are in pixels. */
export interface Decoded extends Size {
  source: CanvasImageSource;
  close(): void;
}

/** The part that the contexts of both kinds of canvas have in common. */
type Context = Omit<OffscreenCanvasRenderingContext2D, 'canvas'>;

/** A drawing surface. */
export interface Surface {
  context: Context;
  /** `quality` is 0 to 1; PNG has none. A canvas that cannot encode a type gives a PNG instead. */
  encode(type: 'image/jpeg' | 'image/png' | 'image/webp', quality?: number): Promise<Blob>;
}

/**
 * What a worker and a page do differently. `decode` rejects if it cannot decode the file; it turns a JPEG, HEIC or
 * AVIF upright.
 */
export interface Canvas {
  decode(file: Blob): Promise<Decoded>;
  make(width: number, height: number): Surface;
}

/** A decoded image whose pixels are still to be turned (orientation.ts). Its size is the one that it has upright. */
export interface Turned extends Decoded {
  orientation: number;
}

/** Decodes a file of this type (by its bytes). Rejects if `canvas` cannot open it. */
export async function decode(file: Blob, type: string, canvas: Canvas): Promise<Turned> {
  if (type !== 'image/webp') return { ...(await canvas.decode(file)), orientation: 1 };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const orientation = orientationOfWebp(bytes);
  // A browser that turns WebP must not turn this one, too.
  const decoded = await canvas.decode(orientation === 1 ? file : withoutMetadata(bytes));
  if (!isOnItsSide(orientation)) return { ...decoded, orientation };
  return { ...decoded, orientation, width: decoded.height, height: decoded.width };
}

/**
 * Draws the image upright, `whole` pixels large. `left` of them are outside the surface at each side, `top` of them above
 * and below it.
 */
export function draw(
  { make }: Canvas,
  { source, orientation }: Turned,
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
  return surface;
}

/** The mean of a channel (0 to 3: red, green, blue, alpha) over all pixels, 0 to 255. */
export function meanOf(data: Uint8ClampedArray, channel: number): number {
  let sum = 0;
  for (let at = channel; at < data.length; at += 4) sum += data[at]!;
  return sum / (data.length / 4);
}
