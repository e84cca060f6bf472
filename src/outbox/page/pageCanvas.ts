import { isSentUndecoded } from '../../domain/imageTypes';
import type { Preparation } from '../delivery';
import { prepareImage as prepare, prepareUndecoded, type Canvas } from '../prepareImage';

/** Decoding by an `<img>`, which knows more kinds than workers do in some browsers. */
const canvas: Canvas = {
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
    const element = document.createElement('canvas');
    element.width = width;
    element.height = height;
    const context = element.getContext('2d');
    if (!context) throw new Error('No 2d context in the page.');
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

/** Prepares a chosen file in the page, which has the last word on what can be sent. */
export async function prepareImage(file: Blob): Promise<Preparation> {
  const unusable: Preparation = { type: 'unusable' };
  try {
    return await prepare(file, canvas, (type) =>
      type !== undefined && isSentUndecoded(type, file.size)
        ? prepareUndecoded(file, type, canvas)
        : unusable,
    );
  } catch {
    // Not small enough however it is encoded, or too large for this device's memory.
    return unusable;
  }
}
