/** Files as systems give them, in whatever way they are chosen: their names, types and bytes, and what they are. */
import sharp from 'sharp';
import { heic, pdf, quarters, svg } from '../support/makePictures';
import { jpegXl, photoAsBmp } from './headerKinds';
import { afterHeader, pngChunk, segment, afterStart } from './madeUp';

interface GivenFile {
  name: string;
  type: string;
  bytes: Buffer;
  /** The type that it has by its bytes; or why it is not added. */
  is: string | 'empty' | 'noImage';
}

const JPEG = 'image/jpeg';
const HEIC = 'image/heic';

/** A HEIF file of these brands, by its first box. */
const heif = (...brands: string[]): Buffer => {
  const box = `ftyp${brands[0]}\0\0\0\0${brands.slice(1).join('')}`;
  const length = String.fromCharCode(4 + box.length);
  return Buffer.concat([Buffer.from(`\0\0\0${length}${box}`, 'latin1'), heic().subarray(24)]);
};

/** Pictures first, the others behind them. */
export async function givenFiles(): Promise<GivenFile[]> {
  const jpeg = await quarters(80, 60).jpeg().toBuffer();
  const png = await quarters(80, 60).png().toBuffer();
  const webp = await quarters(80, 60).webp().toBuffer();
  const gif = await quarters(80, 60).gif().toBuffer();
  const avif = await quarters(80, 60).avif().toBuffer();
  const image = await photoAsBmp();
  const tiff = await sharp(jpeg).tiff().toBuffer();
  const mpo = Buffer.concat([afterStart(jpeg, segment(0xe2, 'MPF\0')), jpeg]);
  const apng = afterHeader(png, pngChunk('acTL', '\0\0\0\x01\0\0\0\0'));
  const rows: [name: string, type: string, bytes: Buffer, is: string][] = [
    ['kitchen.jpg', JPEG, jpeg, JPEG],
    // Android's pickers give these.
    ['1000012345', '', jpeg, JPEG],
    ['1000012346', 'image/*', jpeg, JPEG],
    ['1000012347', 'application/octet-stream', heif('heic', 'mif1', 'heic'), HEIC],
    ['image', 'image/jpg', jpeg, JPEG],
    ['old.jpg', 'image/pjpeg', jpeg, JPEG],
    ['photo.jpg_large', '', jpeg, JPEG],
    ['photo.jfif', '', jpeg, JPEG],
    ['photo.jpg.', '', jpeg, JPEG],
    ['photo.jpg ', '', jpeg, JPEG],
    ['photo.bmp', 'image/bmp', jpeg, JPEG],
    ['scan.tif', 'image/tiff', jpeg, JPEG],
    ['notes.txt', 'text/plain', jpeg, JPEG],
    ['both-eyes.mpo', 'image/mpo', mpo, JPEG],
    ['moves.png', 'image/apng', apng, 'image/png'],
    ['wrong.jpg', JPEG, png, 'image/png'],
    ['Küche 厨房.webp', '', webp, 'image/webp'],
    ['door.gif', 'image/gif', gif, 'image/gif'],
    ['door', '', avif, 'image/avif'],
    ['IMG_1.HEIC', '', heif('heic', 'mif1', 'heic'), HEIC],
    ['burst.heics', 'image/heic-sequence', heif('msf1', 'msf1', 'hevc'), HEIC],
    ['burst.heic', HEIC, heif('mif1', 'miaf', 'MiHB', 'MiHA', 'heix', 'mif1', 'tmap'), HEIC],
    ['any.hif', 'image/heif-sequence', heif('mif1', 'mif1', 'miaf'), 'image/heif'],
    // The browser opens them (Chromium does), whatever they are called.
    ['paint.bmp', 'image/bmp', image, 'image/*'],
    ['screen', '', image, 'image/*'],
    ['door.jxl', 'image/jxl', jpegXl(), 'image/*'],

    ['empty.jpg', JPEG, Buffer.alloc(0), 'empty'],
    ['plan.jpg', JPEG, pdf, 'noImage'],
    ['note.png', 'image/png', Buffer.from('hello'), 'noImage'],
    ['door.svg', 'image/svg+xml', svg, 'noImage'],
    ['door.webp', 'image/webp', svg, 'noImage'],
    ['real.tif', 'image/tiff', tiff, 'noImage'],
    ['film.heic', HEIC, heif('isom', 'iso2', 'avc1'), 'noImage'],
    ['song.webp', 'image/webp', Buffer.from('RIFF\x04\0\0\0WAVE'), 'noImage'],
  ];
  return rows.map(([name, type, bytes, is]) => ({ name, type, bytes, is }));
}
