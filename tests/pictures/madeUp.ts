/** Parts of picture files, byte by byte, that no encoder here writes. */
import { crc32 } from 'node:zlib';

const number16 = (value: number) => Buffer.from([value >> 8, value & 255]);

/** A segment of a JPEG. */
export const segment = (marker: number, data: Buffer | string): Buffer => {
  const body = Buffer.from(data as string, 'latin1');
  return Buffer.concat([Buffer.from([0xff, marker]), number16(body.length + 2), body]);
};

/** A JPEG with more behind its start. */
export const afterStart = (jpeg: Buffer, ...more: Buffer[]): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), ...more, jpeg.subarray(2)]);

/** A JPEG that begins with its EXIF, with more behind that. */
export const behindExif = (jpeg: Buffer, ...more: Buffer[]): Buffer => {
  const end = 4 + jpeg.readUInt16BE(4);
  return Buffer.concat([jpeg.subarray(0, end), ...more, jpeg.subarray(end)]);
};

/** A chunk of a PNG. */
export function pngChunk(name: string, data: Buffer | string): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), Buffer.from(data as string, 'latin1')]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** The length of a PNG's signature and its chunk IHDR. */
const PNG_START = 33;

/** A PNG with more chunks behind IHDR. */
export const afterHeader = (png: Buffer, ...chunks: Buffer[]): Buffer =>
  Buffer.concat([png.subarray(0, PNG_START), ...chunks, png.subarray(PNG_START)]);

/** The names of a PNG's chunks. */
export function chunkNames(png: Buffer): string[] {
  const names: string[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    names.push(png.toString('latin1', at + 4, at + 8));
  }
  return names;
}

/** The markers of a JPEG up to its first scan, in hexadecimal. */
export function markers(jpeg: Buffer): string[] {
  const found: string[] = [];
  for (let at = 2; jpeg[at + 1] !== 0xda; at += 2 + jpeg.readUInt16BE(at + 2)) {
    found.push(jpeg[at + 1]!.toString(16));
  }
  return found;
}

/** A BMP of 24 bits of these pixels (red, green, blue), whose rows have a multiple of four bytes. */
export function bmp(pixels: Buffer, width: number, height: number): Buffer {
  const head = Buffer.alloc(54);
  head.write('BM');
  head.writeUInt32LE(head.length + pixels.length, 2);
  head.writeUInt32LE(head.length, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(width, 18);
  // Below zero: from the top down.
  head.writeInt32LE(-height, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(24, 28);
  const body = Buffer.from(pixels);
  for (let at = 0; at < body.length; at += 3) body.subarray(at, at + 3).reverse();
  return Buffer.concat([head, body]);
}

/** XMP with a position. */
export const XMP =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="40,28.0N"/></rdf:RDF></x:xmpmeta>';
