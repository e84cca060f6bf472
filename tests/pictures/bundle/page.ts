/** In the browser: prepares files as the site does, in the page and in a worker, and as the owner's page does. */
import type { Canvas } from '../../../src/pictures/drawing';
import { pageCanvas, prepareImageInPage } from '../../../src/pictures/page/pageCanvas';
import type { Preparation } from '../../../src/pictures/prepareImage';
import {
  prepareWorkPicture,
  type WorkPicturePreparation,
} from '../../../src/pictures/prepareWorkPicture';
import type { WorkPhoto } from '../../../src/pictures/worker/workPictureWorker';

/** Asks a worker; each answers one message by one. */
function asking<Given, Answer>(address: string): (given: Given) => Promise<Answer> {
  const worker = new Worker(address, { type: 'module' });
  return (given) =>
    new Promise((resolve) => {
      worker.addEventListener('message', ({ data }) => resolve(data as Answer), { once: true });
      worker.postMessage(given);
    });
}

const prepareInWorker = asking<Blob, Preparation>('/test-pictures-worker.js');
const prepareInOwnWorker = asking<WorkPhoto, WorkPicturePreparation | null>('/test-work-worker.js');

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

function base64Of(buffer: ArrayBuffer): string {
  let letters = '';
  for (const byte of new Uint8Array(buffer)) letters += String.fromCharCode(byte);
  return btoa(letters);
}

const WAYS = {
  page: prepareImageInPage,
  worker: prepareInWorker,
  own: (file: Blob) => prepareWorkPicture(file, pageCanvas, ''),
  ownWorker: (file: Blob) => prepareInOwnWorker({ file, salt: '' }),
  withoutWebp: (file: Blob) => prepareWorkPicture(file, withoutWebp, ''),
};

/** The result for a file in base64, as JSON in which all bytes are in base64. */
async function prepareIn(way: keyof typeof WAYS, base64: string, type: string): Promise<string> {
  const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return JSON.stringify(await WAYS[way](new Blob([data], { type })), (_, value: unknown) =>
    value instanceof ArrayBuffer ? base64Of(value) : value,
  );
}
Object.assign(globalThis, { prepareIn });
document.documentElement.dataset['ready'] = '';
