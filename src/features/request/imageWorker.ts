/** Module worker: prepares pictures off the main thread. A File in, an `Answer` out. */
import { preparePicture, type PreparationResult, type Studio } from './preparePicture';

/** `failed`: this worker could not do it (no OffscreenCanvas, out of memory); the page may. */
export type Answer = PreparationResult | { ok: false; reason: 'failed'; message: string };

const studio: Studio = {
  async decode(file) {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    return {
      source: bitmap,
      width: bitmap.width,
      height: bitmap.height,
      close: () => bitmap.close(),
    };
  },
  make(width, height) {
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('No 2d context in the worker.');
    return {
      context,
      encode: (type, quality) =>
        canvas.convertToBlob(quality === undefined ? { type } : { type, quality }),
    };
  },
};

async function answer(file: File): Promise<void> {
  const result: Answer = await preparePicture(file, studio).catch((error: unknown) => ({
    ok: false,
    reason: 'failed',
    message: String(error),
  }));
  const transfer = result.ok ? [result.image.bytes, result.image.thumb.bytes] : [];
  self.postMessage(result, { transfer });
}

self.addEventListener('message', (event: MessageEvent<File>) => void answer(event.data));
