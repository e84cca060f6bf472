/** In the browser: prepares files as the site does, in the page and in a worker, and as the owner's page does. */
import type { Canvas } from '../../../src/pictures/drawing';
import { pageCanvas, prepareImageInPage } from '../../../src/pictures/page/pageCanvas';
import type { Preparation } from '../../../src/pictures/prepareImage';
import { prepareWorkPicture } from '../../../src/pictures/prepareWorkPicture';

const worker = new Worker('/test-pictures-worker.js', { type: 'module' });

function prepareInWorker(file: Blob): Promise<Preparation> {
  return new Promise((resolve) => {
    worker.addEventListener('message', ({ data }) => resolve(data as Preparation), { once: true });
    worker.postMessage(file);
  });
}

/** The canvas of a browser that encodes no WebP, such as Safari's: it gives a PNG instead. */
const withoutWebp: Canvas = {
  ...pageCanvas,
  make(...size) {
    const surface = pageCanvas.make(...size);
    return {
      ...surface,
      encode: (type, quality) =>
        surface.encode(type === 'image/webp' ? 'image/png' : type, quality),
    };
  },
};

Object.assign(globalThis, {
  prepareIn: { page: prepareImageInPage, worker: prepareInWorker },
  prepareWorkIn: {
    own: (file: Blob) => prepareWorkPicture(file, pageCanvas, ''),
    withoutWebp: (file: Blob) => prepareWorkPicture(file, withoutWebp, ''),
  },
});
document.documentElement.dataset['ready'] = '';
