/** Whether a picture's file has its end: a download or a copy that was cut leaves the first part of it. */

/**
 * Whether the bytes end where their own format says. A type whose end is not known here counts as whole. What comes
 * behind the end does not matter: motion photos and gain maps put more there.
 */
export function isWhole(bytes: Uint8Array, type: string): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return (ENDS[type] ?? isAnything)(view);
  } catch (error) {
    // A length led behind the end.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

const isAnything = () => true;

const ENDS: Record<string, ((view: DataView) => boolean) | undefined> = {
  'image/jpeg': isWholeJpeg,
  'image/png': isWholePng,
  'image/gif': isWholeGif,
  // RIFF: four letters, then the length of all that follows.
  'image/webp': (view) => view.getUint32(4, true) + 8 <= view.byteLength,
  'image/heic': isWholeIsoMedia,
  'image/heif': isWholeIsoMedia,
  'image/avif': isWholeIsoMedia,
};

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

/**
 * JPEG (ITU-T T.81, B.1): segments with lengths up to the first scan. In the scans no byte FF is followed by D9, which
 * is the end of the image. A thumbnail in the EXIF segment has an end of its own, so the segments are skipped.
 */
function isWholeJpeg(view: DataView): boolean {
  let at = 2;
  for (;;) {
    if (view.getUint8(at) !== 0xff) return true;
    const marker = view.getUint8(at + 1);
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
    if (marker === START_OF_SCAN) break;
  }
  // Searched natively: a phone would be busy for a while with a loop over megabytes.
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  for (at = bytes.indexOf(0xff, at); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    if (bytes[at + 1] === END_OF_IMAGE) return true;
  }
  return false;
}

const IEND = 0x49454e44;

/** PNG (ISO/IEC 15948, 5.3): chunks of length, name, data and checksum, the last one with the name IEND. */
function isWholePng(view: DataView): boolean {
  let at = 8;
  while (view.getUint32(at + 4) !== IEND) at += 12 + view.getUint32(at);
  return at + 12 <= view.byteLength;
}

/** GIF (89a): a row of images and extensions, each in blocks that begin with their length, and then its end. */
function isWholeGif(view: DataView): boolean {
  const colours = (flags: number) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);
  let at = 13 + colours(view.getUint8(10));
  for (;;) {
    const kind = view.getUint8(at);
    if (kind !== 0x2c && kind !== 0x21) return kind === 0x3b;
    at += kind === 0x2c ? 11 + colours(view.getUint8(at + 9)) : 2;
    for (let length = -1; length !== 0; at += 1 + length) length = view.getUint8(at);
  }
}

/** HEIF (ISO/IEC 14496-12, 4.2): boxes that begin with their length; 0 means up to the end, 1 a length of 64 bits. */
function isWholeIsoMedia(view: DataView): boolean {
  let at = 0;
  while (at + 8 <= view.byteLength) {
    const short = view.getUint32(at);
    if (short === 0) return true;
    at += short === 1 ? Number(view.getBigUint64(at + 8)) : short;
    if (at > view.byteLength) return false;
  }
  return true;
}
