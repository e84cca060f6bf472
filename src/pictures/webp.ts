/**
 * WebP files: chunks in a RIFF container, each with a name, a length and an even number of bytes
 * (https://developers.google.com/speed/webp/docs/riff_container). Browsers do not turn them by their EXIF:
 * drawing.ts does.
 */
import { exifWith, orientationOf, textAt } from './orientation';

interface Chunk {
  name: string;
  data: Uint8Array<ArrayBuffer>;
}

/** The chunks of a file or, with `from`, of a frame. The last one is cut off where the bytes end. */
export function chunksOf(bytes: Uint8Array<ArrayBuffer>, from = 12): Chunk[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: Chunk[] = [];
  for (let at = from; at + 8 <= bytes.length;) {
    const length = view.getUint32(at + 4, true);
    chunks.push({ name: textAt(bytes, at, 4), data: bytes.subarray(at + 8, at + 8 + length) });
    at += 8 + length + (length & 1);
  }
  return chunks;
}

/** The file without what may stand behind its container. */
export function inContainer(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true);
  return bytes.subarray(0, 8 + length);
}

export function orientationOfWebp(bytes: Uint8Array<ArrayBuffer>): number {
  const exif = chunksOf(inContainer(bytes)).find(({ name }) => name === 'EXIF');
  return exif ? orientationOf(exif.data) : 1;
}

/** The chunks of a still picture that are no metadata, in the order of the format. */
const KEPT = ['ICCP', 'ALPH', 'VP8 ', 'VP8L'];
const HAS_EXIF = 0x08;
const HAS_ANIMATION_OR_METADATA = 0x02 | 0x04 | HAS_EXIF;

/**
 * The file without metadata, apart from the colour profile and, with `orientation` from 2 on, how it is turned. An
 * animation becomes its first frame. Throws if there is no picture.
 */
export function withoutMetadata(bytes: Uint8Array<ArrayBuffer>, orientation = 1): Blob {
  const all = chunksOf(inContainer(bytes));
  const frame = all.find(({ name }) => name === 'ANMF')?.data;
  const chunks = [...all.filter(({ name }) => name === 'ICCP' || !frame), ...framesChunks(frame)];
  const kept = chunks.filter(({ name }) => KEPT.includes(name));
  if (!kept.some(({ name }) => name.startsWith('VP8'))) throw new Error('There is no picture.');
  const header = all.find(({ name }) => name === 'VP8X')?.data.slice();
  const isTurned = header && orientation > 1;
  if (header) {
    header[0] = (header[0]! & ~HAS_ANIMATION_OR_METADATA) | (isTurned ? HAS_EXIF : 0);
    // Width and height of a frame, less 1, lie behind its place.
    if (frame) header.set(frame.subarray(6, 12), 4);
    kept.unshift({ name: 'VP8X', data: header });
  }
  if (isTurned) kept.push({ name: 'EXIF', data: exifWith(orientation) });
  return fileOf(kept);
}

const FRAME_HEADER = 16;
const framesChunks = (frame?: Uint8Array<ArrayBuffer>) =>
  frame ? chunksOf(frame, FRAME_HEADER) : [];

/** One piece of bytes: Firefox's workers do not decode a Blob that is made of pieces. */
function fileOf(chunks: Chunk[]): Blob {
  const sizeOf = ({ length }: Uint8Array) => 8 + length + (length & 1);
  const size = chunks.reduce((sum, { data }) => sum + sizeOf(data), 12);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  const write = (at: number, name: string, length: number) => {
    for (let index = 0; index < 4; index += 1) bytes[at + index] = name.charCodeAt(index);
    view.setUint32(at + 4, length, true);
  };
  write(0, 'RIFF', size - 8);
  write(8, 'WEBP', 0);
  let at = 12;
  for (const { name, data } of chunks) {
    write(at, name, data.length);
    bytes.set(data, at + 8);
    at += sizeOf(data);
  }
  return new Blob([bytes], { type: 'image/webp' });
}
