/**
 * Pictures without their metadata, byte for byte the same picture: for a browser that can show a picture and not
 * draw it. What is left is the picture itself, its colours and how it is turned. Nothing behind the first image is
 * left: no film of a moving photo, no second picture, no unknown bytes.
 */
import { exifWith, orientationOf, textAt } from '../orientation';
import { orientationOfWebp, withoutMetadata as webpWithoutMetadata } from '../webp';

type Bytes = Uint8Array<ArrayBuffer>;

/** A file of this type without its metadata; undefined if the type is not known here. Rejects if there is no picture. */
export async function withoutMetadata(file: Blob, type: string): Promise<Blob | undefined> {
  const cut = CUTS[type];
  if (!cut) return undefined;
  const bytes = new Uint8Array(await file.arrayBuffer());
  return new Blob(cut(bytes), { type });
}

const CUTS: Record<string, (bytes: Bytes) => BlobPart[]> = {
  'image/jpeg': cutJpeg,
  'image/png': cutPng,
  'image/gif': cutGif,
  'image/webp': (bytes) => [webpWithoutMetadata(bytes, orientationOfWebp(bytes))],
};

const number16 = (bytes: Bytes, at: number) => (bytes[at]! << 8) | bytes[at + 1]!;

const START_OF_SCAN = 0xda;
const END = 0xd9;
const EXIF = 'Exif\0\0';

/**
 * JPEG (ITU-T T.81, annex B): segments of a marker and a length. Of the segments for applications and comments, the
 * colour profile (APP2) and Adobe's (APP14, how colours are stored) stay.
 */
function cutJpeg(bytes: Bytes): BlobPart[] {
  const kept: BlobPart[] = [];
  let orientation = 1;
  let at = 2;
  while (at + 4 <= bytes.length) {
    const marker = bytes[at + 1]!;
    // Other bytes may stand before a marker, and markers twice. Decoders pass over them.
    if (bytes[at] !== 0xff || marker === 0xff || marker === 0) {
      at += 1;
      continue;
    }
    if (marker === END) break;
    const end = at + 2 + number16(bytes, at + 2);
    const isExif = marker === 0xe1 && textAt(bytes, at + 4, EXIF.length) === EXIF;
    if (isExif && orientation === 1) orientation = orientationOf(bytes.subarray(at + 4, end));
    const next = marker === START_OF_SCAN ? endOfScan(bytes, end) : end;
    if (isPartOfPicture(bytes, at)) kept.push(bytes.subarray(at, next));
    at = next;
  }
  const exif = exifWith(orientation);
  const turned = [Uint8Array.of(0xff, 0xe1, 0, 2 + EXIF.length + exif.length), EXIF, exif];
  return [
    Uint8Array.of(0xff, 0xd8),
    ...(orientation > 1 ? turned : []),
    ...kept,
    Uint8Array.of(0xff, END),
  ];
}

/** Whether the JPEG's segment at `at` is no metadata, or metadata without which the colours are others. */
function isPartOfPicture(bytes: Bytes, at: number): boolean {
  const marker = bytes[at + 1]!;
  const isMetadata = (marker & 0xf0) === 0xe0 || marker === 0xfe;
  const isProfile = marker === 0xe2 && textAt(bytes, at + 4, 11) === 'ICC_PROFILE';
  const isAdobe = marker === 0xee && textAt(bytes, at + 4, 5) === 'Adobe';
  return !isMetadata || isProfile || isAdobe;
}

/** Where the picture data of a scan end: at the first marker that is not a restart, a stuffed or a filling byte. */
export function endOfScan(bytes: Bytes, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const marker = bytes[at + 1] ?? 0;
    if (marker !== 0 && marker !== 0xff && (marker & 0xf8) !== 0xd0) return at;
  }
  return bytes.length;
}

/** The chunks of a PNG that are the picture and its colours (https://www.w3.org/TR/png-3/#11Chunks). */
const PNG_KEPT = 'IHDR PLTE tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI IDAT IEND'.split(' ');

/** PNG: chunks of a length, a name, data and a checksum. An animation becomes its first image. */
function cutPng(bytes: Bytes): BlobPart[] {
  const view = new DataView(bytes.buffer);
  const kept: BlobPart[] = [bytes.subarray(0, 8)];
  let orientation = 1;
  let afterHeader = 1;
  for (let at = 8; at + 12 <= bytes.length;) {
    const name = textAt(bytes, at + 4, 4);
    const end = at + 12 + view.getUint32(at);
    if (name === 'eXIf') orientation = orientationOf(bytes.subarray(at + 8, end - 4));
    if (PNG_KEPT.includes(name)) kept.push(bytes.subarray(at, end));
    if (name === 'IHDR') afterHeader = kept.length;
    if (name === 'IEND') break;
    at = end;
  }
  if (orientation > 1) kept.splice(afterHeader, 0, ...pngChunk('eXIf', exifWith(orientation)));
  return kept;
}

function pngChunk(name: string, data: Bytes): BlobPart[] {
  const body = new Uint8Array([...name].map((letter) => letter.charCodeAt(0)).concat([...data]));
  const number32 = (value: number) => {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setUint32(0, value);
    return bytes;
  };
  return [number32(data.length), body, number32(checksum(body))];
}

/** CRC-32 as PNG has it. */
function checksum(bytes: Bytes): number {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum;
}

const GIF_EXTENSION = 0x21;
const GIF_CONTROL = 0xf9;
const GIF_IMAGE = 0x2c;
const GIF_END = 0x3b;

/** GIF (https://www.w3.org/Graphics/GIF/spec-gif89a.txt): the first image with its control block (transparency). */
function cutGif(bytes: Bytes): BlobPart[] {
  const colours = (flags: number) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);
  const first = 13 + colours(bytes[10]!);
  const kept: BlobPart[] = [bytes.subarray(0, first)];
  for (let at = first; at < bytes.length;) {
    const isImage = bytes[at] === GIF_IMAGE;
    if (!isImage && bytes[at] !== GIF_EXTENSION) break;
    const end = endOfBlocks(bytes, isImage ? at + 11 + colours(bytes[at + 9]!) : at + 2);
    if (isImage || bytes[at + 1] === GIF_CONTROL) kept.push(bytes.subarray(at, end));
    if (isImage) return [...kept, Uint8Array.of(GIF_END)];
    at = end;
  }
  throw new Error('There is no picture.');
}

/** Where a row of blocks ends. Each block begins with its length; the last one has length 0. */
function endOfBlocks(bytes: Bytes, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 0) at += 1 + bytes[at]!;
  return at + 1;
}
