/**
 * How EXIF turns a picture: tag 0x0112 of the first directory of its TIFF data, 1 (upright) to 8 (CIPA DC-008,
 * section 4.6.4). From 5 on, width and height change places.
 */

const ORIENTATION_TAG = 0x0112;

/** The orientation in EXIF data, with or without the introduction "Exif"; 1 if there is none that can be read. */
export function orientationOf(exif: Uint8Array): number {
  const tiff = textAt(exif, 0, 4) === 'Exif' ? exif.subarray(6) : exif;
  const isLittle = textAt(tiff, 0, 2) === 'II';
  if (!isLittle && textAt(tiff, 0, 2) !== 'MM') return 1;
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const number16 = (at: number) => (at + 2 <= tiff.length ? view.getUint16(at, isLittle) : 0);
  const directory = tiff.length < 8 ? 0 : view.getUint32(4, isLittle);
  const entries = number16(directory);
  for (let at = directory + 2; at < directory + 2 + entries * 12; at += 12) {
    if (number16(at) !== ORIENTATION_TAG) continue;
    // Some phones write a number of 32 bits: its lower half is the second one in a big-endian file.
    const value = number16(at + 8) || number16(at + 10);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** EXIF data (TIFF) that say nothing but this orientation. */
export function exifWith(orientation: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(26);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x4d4d002a);
  view.setUint32(4, 8);
  // A directory of one entry: one number of 16 bits.
  view.setUint16(8, 1);
  view.setUint16(10, ORIENTATION_TAG);
  view.setUint16(12, 3);
  view.setUint32(14, 1);
  view.setUint16(18, orientation);
  return bytes;
}

/** The matrix that draws the stored pixels upright on a surface of this size; see `setTransform`. */
export function matrixFor(orientation: number, width: number, height: number): Matrix {
  switch (orientation) {
    case 2:
      return [-1, 0, 0, 1, width, 0];
    case 3:
      return [-1, 0, 0, -1, width, height];
    case 4:
      return [1, 0, 0, -1, 0, height];
    case 5:
      return [0, 1, 1, 0, 0, 0];
    case 6:
      return [0, 1, -1, 0, width, 0];
    case 7:
      return [0, -1, -1, 0, width, height];
    case 8:
      return [0, -1, 1, 0, 0, height];
    default:
      return [1, 0, 0, 1, 0, 0];
  }
}
type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number];

export const isOnItsSide = (orientation: number): boolean => orientation >= 5;

export const textAt = (bytes: Uint8Array, from: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(from, from + length));
