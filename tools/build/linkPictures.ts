/** The picture that links show: LinkedIn takes no WebP, and WhatsApp no large file. */
import { LINK_PICTURE } from '../../src/domain/constants';
import { openPicture } from '../openPicture';

/** WhatsApp leaves larger pictures out of its previews. */
export const MAX_BYTES = 300_000;

/** More than the owner's page and tools store. A small file may unfold to more than the machine holds. */
const MAX_PIXELS = 100_000_000;

/**
 * The most scans of a JPEG, which cameras write in a dozen. Each is painted over the whole picture before sharp's time
 * counts: 300 kB with 900 of them took a minute.
 */
const MAX_SCANS = 100;
const SCAN = Buffer.from([0xff, 0xda]);
/** How a JPEG begins, and a TIFF, which may have one in it. Elsewhere these two bytes are any two. */
const MAY_BE_JPEG = [0xff, 0x49, 0x4d];

function hasTooManyScans(file: Buffer): boolean {
  if (!MAY_BE_JPEG.includes(file[0]!)) return false;
  let count = 0;
  for (let at = file.indexOf(SCAN); at >= 0; at = file.indexOf(SCAN, at + 2)) count += 1;
  return count > MAX_SCANS;
}

/** Tried in this order. A noisy picture of this size takes less than 200 kB with the last. */
const QUALITIES = [82, 65, 45];

/** The middle of a work's cover as a JPEG; undefined if the file cannot be opened, or stays too large. */
export async function linkPictureOf(cover: Buffer): Promise<Buffer | undefined> {
  if (hasTooManyScans(cover)) return undefined;
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
