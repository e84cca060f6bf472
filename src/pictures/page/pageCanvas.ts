import { MAX_IMAGE_BYTES } from '../../domain/constants';
import { attempt } from '../../lib/browser';
import { isSentUndecoded } from '../imageTypes';
import type { Canvas } from '../drawing';
import { fromPq } from '../pq';
import { prepareImage, prepareUndrawn, type Preparation } from '../prepareImage';
import { withoutMetadata } from './withoutMetadata';

/** Decodes with an `<img>`, which in some browsers opens more image types than a worker does. */
export const pageCanvas: Canvas = {
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
  fromPq: ({ data }) => fromPq(data, 4),
};

/** Prepares a chosen file in the page. If the page finds the file unusable, that is final. */
export async function prepareImageInPage(file: Blob): Promise<Preparation> {
  try {
    return await prepareImage(file, pageCanvas, (type, isDecoded) =>
      sendUndrawn(file, type, isDecoded),
    );
  } catch {
    // The image is too large in every encoding, or too large for this device's memory.
    return UNUSABLE;
  }
}

const UNUSABLE: Preparation = { type: 'unusable' };

/**
 * Sends a file that cannot be drawn: HEIC, HEIF and AVIF as they are, the other types without their metadata if the
 * browser can show them.
 */
async function sendUndrawn(
  file: Blob,
  type: string | undefined,
  isDecoded: boolean,
): Promise<Preparation> {
  if (type === undefined) return UNUSABLE;
  if (isSentUndecoded(type, file.size)) return prepareUndrawn(file, type);
  if (!isDecoded) return UNUSABLE;
  const rest = await withoutMetadata(file, type);
  return rest && rest.size <= MAX_IMAGE_BYTES ? prepareUndrawn(rest, type) : UNUSABLE;
}
