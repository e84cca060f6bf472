/** The picture that a link to a work shows: LinkedIn takes no WebP, and WhatsApp no large file. */
import { LINK_PICTURE } from '../../src/contract/renderings';
import { openPicture } from '../openPicture';

/** WhatsApp leaves larger pictures out of its previews. */
export const MAX_BYTES = 300_000;

/** More than the owner's page and tools store. A small file may unfold to more than the machine holds. */
const MAX_PIXELS = 100_000_000;

/** Tried in this order. A noisy picture of this size takes less than 200 kB with the last. */
const QUALITIES = [82, 65, 45];

/** The middle of a work's cover as a JPEG; undefined if the file cannot be opened, or stays too large. */
export async function linkPictureOf(cover: Buffer): Promise<Buffer | undefined> {
  for (const quality of QUALITIES) {
    const jpeg = await openPicture(cover, { limitInputPixels: MAX_PIXELS })
      .resize({ ...LINK_PICTURE, fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality, mozjpeg: true })
      .toBuffer()
      .catch(() => undefined);
    if (!jpeg || jpeg.length < MAX_BYTES) return jpeg;
  }
  return undefined;
}
