import { attempt } from '../../lib/browser';
import { isSentUndecoded } from '../imageTypes';
import { prepareImage, prepareUndecoded, type Canvas, type Preparation } from '../prepareImage';

/** Decodes with an `<img>`, which in some browsers opens more image types than a worker does. */
const canvas: Canvas = {
  async decode(file) {
    const url = URL.createObjectURL(file);
    const image = new Image();
    const loaded = new Promise<void>((resolve, reject) => {
      image.addEventListener('load', () => resolve());
      image.addEventListener('error', () => reject(new Error('The picture cannot be opened.')));
    });
    // It is awaited only where `decode` is broken.
    loaded.catch(() => undefined);
    image.src = url;
    const close = () => URL.revokeObjectURL(url);
    try {
      await attempt(() => image.decode()).catch((error: unknown) => {
        // Only this error is about the picture.
        if ((error as DOMException).name === 'EncodingError') throw error;
        return loaded;
      });
    } catch (error) {
      close();
      throw error;
    }
    return { source: image, width: image.naturalWidth, height: image.naturalHeight, close };
  },
  make(width, height) {
    const element = document.createElement('canvas');
    element.width = width;
    element.height = height;
    const context = element.getContext('2d');
    if (!context) throw new Error('The page has no 2d context.');
    return {
      context,
      encode: (type, quality) =>
        new Promise((resolve, reject) => {
          element.toBlob(
            (blob) =>
              blob ? resolve(blob) : reject(new Error('The canvas could not be encoded.')),
            type,
            quality,
          );
        }),
    };
  },
};

/** Prepares a chosen file in the page. If the page finds the file unusable, that is final. */
export async function prepareImageInPage(file: Blob): Promise<Preparation> {
  const unusable: Preparation = { type: 'unusable' };
  try {
    return await prepareImage(file, canvas, (type) =>
      type !== undefined && isSentUndecoded(type, file.size)
        ? prepareUndecoded(file, type, canvas)
        : unusable,
    );
  } catch {
    // The image is too large in every encoding, or too large for this device's memory.
    return unusable;
  }
}
