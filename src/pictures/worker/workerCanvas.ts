import type { Canvas } from '../drawing';
import { prepareImage, type Preparation } from '../prepareImage';

export const workerCanvas: Canvas = {
  async decode(file) {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const { width, height } = bitmap;
    return { source: bitmap, width, height, close: () => bitmap.close() };
  },
  make(width, height) {
    const element = new OffscreenCanvas(width, height);
    // If there is no context, drawing throws.
    const context = element.getContext('2d')!;
    return {
      context,
      encode: (type, quality) =>
        element.convertToBlob(quality === undefined ? { type } : { type, quality }),
    };
  },
};

/** Prepares a chosen file in the worker. If this fails (no canvas or an untrue one, HEIC), a page tries again. */
export function prepareImageInWorker(file: Blob): Promise<Preparation> {
  const undecoded: Preparation = { type: 'undecoded' };
  return prepareImage(file, workerCanvas, () => undecoded).catch(() => undecoded);
}
