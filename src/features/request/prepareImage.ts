import type { PreparedImage } from '../../domain/outbox';
import type { Answer } from './imageWorker';
import { preparePicture, type Studio } from './preparePicture';
import { UnusablePicture } from './unusablePicture';

/** Decoding by an `<img>` and drawing on a canvas, for browsers that cannot do it in a worker. */
const pageStudio: Studio = {
  async decode(file) {
    const url = URL.createObjectURL(file);
    const image = new Image();
    image.src = url;
    const close = () => URL.revokeObjectURL(url);
    try {
      await image.decode();
    } catch (error) {
      close();
      throw error;
    }
    return { source: image, width: image.naturalWidth, height: image.naturalHeight, close };
  },
  make(width, height) {
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('No 2d context in the page.');
    return {
      context,
      encode: (type, quality) =>
        new Promise((resolve, reject) => {
          canvas.toBlob(
            (blob) =>
              blob ? resolve(blob) : reject(new Error('The canvas could not be encoded.')),
            type,
            quality,
          );
        }),
    };
  },
};

/** One picture in a worker of its own; rejects when the worker cannot do it. */
function prepareInWorker(file: File): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./imageWorker.ts', import.meta.url), { type: 'module' });
    const settle = (end: () => void) => {
      worker.terminate();
      end();
    };
    worker.addEventListener('message', (event: MessageEvent<Answer>) =>
      settle(() => resolve(event.data)),
    );
    for (const failure of ['error', 'messageerror'] as const) {
      worker.addEventListener(failure, () => settle(() => reject(new Error(`worker ${failure}`))));
    }
    worker.postMessage(file, []);
  });
}

/** `ImagePort.prepare`: off the main thread where that works, in the page otherwise. */
export async function prepareImage(file: File): Promise<PreparedImage> {
  const inWorker = await prepareInWorker(file).catch(() => undefined);
  // An old worker may decode less than the page's own <img>: its "undecodable" is not the last word.
  const settled = inWorker?.ok || (inWorker && inWorker.reason === 'tooLarge');
  const result = settled ? inWorker : await preparePicture(file, pageStudio);
  if (result.ok) return result.image;
  if (result.reason === 'failed') throw new Error(result.message);
  throw new UnusablePicture(result.reason);
}
