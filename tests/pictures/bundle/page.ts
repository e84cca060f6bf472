/** In the browser: prepares files in the page and in a worker, as the site does, for `tests/engines`. */
import { prepareImageInPage } from '../../../src/pictures/page/pageCanvas';
import type { Preparation } from '../../../src/pictures/prepareImage';

const worker = new Worker('/test-pictures-worker.js', { type: 'module' });

function prepareInWorker(file: Blob): Promise<Preparation> {
  return new Promise((resolve) => {
    worker.addEventListener('message', ({ data }) => resolve(data as Preparation), { once: true });
    worker.postMessage(file);
  });
}

Object.assign(globalThis, { prepareIn: { page: prepareImageInPage, worker: prepareInWorker } });
document.documentElement.dataset['ready'] = '';
