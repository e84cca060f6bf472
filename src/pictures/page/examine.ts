/** Looks at a chosen file beside its preview: whether it is whole, and what its preview needs. Import lazily only. */
import { isOnItsSide, textAt } from '../orientation';
import { orientationOfWebp } from '../webp';

type Bytes = Uint8Array<ArrayBuffer>;

export interface Examined {
  /** Whether the file ends where its format says. A picture that is not complete is sent all the same. */
  isComplete: boolean;
  /** How the preview is to be turned, because browsers do not: a CSS transform. */
  turn: string;
  /** Whether width and height change places; then `turn` expects the preview's corner in the middle. */
  isOnItsSide: boolean;
}

/** `type`: the type by the file's bytes. Rejects if the file cannot be read. */
export async function examine(file: Blob, type: string): Promise<Examined> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const orientation = type === 'image/webp' ? orientationOfWebp(bytes) : 1;
  return {
    isComplete: (IS_COMPLETE[type] ?? hasAllBoxes)(bytes),
    turn: TURNS[orientation - 1]!,
    isOnItsSide: isOnItsSide(orientation),
  };
}

const MIDDLE = 'translate(-50%, -50%)';

/** For each orientation from 1 on. */
const TURNS = [
  '',
  'scaleX(-1)',
  'rotate(180deg)',
  'scaleY(-1)',
  `${MIDDLE} rotate(90deg) scaleY(-1)`,
  `${MIDDLE} rotate(90deg)`,
  `${MIDDLE} rotate(-90deg) scaleY(-1)`,
  `${MIDDLE} rotate(-90deg)`,
];

const IS_COMPLETE: Record<string, (bytes: Bytes) => boolean> = {
  'image/jpeg': hasJpegEnd,
  'image/png': (bytes) => textAt(bytes, lastChunk(bytes) + 4, 4) === 'IEND',
  'image/gif': hasGifEnd,
  'image/webp': (bytes) => bytes.length >= 8 + viewOf(bytes).getUint32(4, true),
};

const viewOf = (bytes: Bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Whether the marker for the end of a JPEG stands behind its first scan; before that it may be a preview's. */
function hasJpegEnd(bytes: Bytes): boolean {
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at + 1] !== 0xda) {
    const isSegment = bytes[at] === 0xff && bytes[at + 1] !== 0xff && bytes[at + 1] !== 0;
    at += isSegment ? 2 + viewOf(bytes).getUint16(at + 2) : 1;
  }
  for (at = bytes.indexOf(0xff, at); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    if (bytes[at + 1] === 0xd9) return true;
  }
  return false;
}

/** Whether a GIF's row of images and extensions comes to its end. */
function hasGifEnd(bytes: Bytes): boolean {
  const colours = (flags = 0) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);
  let at = 13 + colours(bytes[10]);
  while (bytes[at] === 0x2c || bytes[at] === 0x21) {
    at += bytes[at] === 0x2c ? 11 + colours(bytes[at + 9]) : 2;
    while (bytes[at]) at += 1 + bytes[at]!;
    at += 1;
  }
  return bytes[at] === 0x3b;
}

/** Where the last chunk of a PNG begins of which all bytes are there. */
function lastChunk(bytes: Bytes): number {
  let last = 0;
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 12 + viewOf(bytes).getUint32(at);
    if (end > bytes.length) break;
    last = at;
    if (textAt(bytes, at + 4, 4) === 'IEND') break;
    at = end;
  }
  return last;
}

/** Whether all bytes of the outermost boxes of a HEIC, HEIF or AVIF file are there (ISO/IEC 14496-12, 4.2). */
function hasAllBoxes(bytes: Bytes): boolean {
  const view = viewOf(bytes);
  let at = 0;
  while (at + 16 <= bytes.length) {
    const length = view.getUint32(at);
    // 0: to the end of the file. 1: the length has 64 bits.
    if (length === 0) return true;
    at += length === 1 ? Number(view.getBigUint64(at + 8)) : length;
    if (length !== 1 && length < 8) return true;
  }
  return at <= bytes.length;
}
