/**
 * Pictures whose headers browsers follow in different ways, or which no list of formats names: turned, cut off, with PQ
 * (HDR), BMP and JPEG XL.
 */
import { byPhone, quarters, svg } from '../support/makePictures';
import { afterHeader, afterStart, behindExif, bmp, pngChunk, segment, XMP } from './madeUp';
import type { Kind } from './pictureKinds';

const [W, H] = [320, 240];
const photo = () => quarters(W, H);
const XMP_SEGMENT = segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${XMP}`);
const TURNS = [2, 3, 4, 5, 6, 7, 8];

/** `photo` as avifenc 0.11 encodes it, its white at 203 nits (`--cicp 9/16/9 -d 10`). */
const PQ_AVIF =
  'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUEAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAA' +
  'AAAAAGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAAIQAAAAoaWluZgAAAAAAAQAA' +
  'ABppbmZlAgAAAAABAABhdjAxQ29sb3IAAAAAamlwcnAAAABLaXBjbwAAABRpc3BlAAAAAAAAAUAAAADwAAAAEHBpeGkAAAAA' +
  'AwoKCgAAAAxhdjFDgSBAAAAAABNjb2xybmNseAAJABAACYAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAAIxtZGF0EgAKCTgh' +
  '5/3sYSIBMjJ1RIwBFFFEULSA8VTeAznW7bGyUPuQaZVtYjeN07TzyJt28McjfpYMdAt2IaV2kXxD4ZsTvuOCp0bngEI6Kenz' +
  'hb1b90Veb1NquHKLCyA7s1UUeJ/isnW++z7hFXgfz7MdOQCFhAM1phTbynAvszy247t6cpzs';
/** `photo` as cjxl 0.7 encodes it (`-d 8 -e 9`). */
const JPEG_XL =
  '/wr7QEJxIQoBAADwBgA4AFgAWApEOAKNlaOjoiKZvR0D2ldAt9VApu+vVj4ndEc6Y3j9kObfkSUAuAS5ku2wIpNQSq8ZB1cK' +
  'QGYHoBRb4sQQz8AJED4hjiTaRpZkSY6kKFHFxIBqmhSDV8cwht2KxMaIIjqiMXiRkBQ2jJGNiI2xMUarsUR5c5c5P9hpxOiI' +
  'iBgsHR2DmTjhNSACsLmUtQMnoOih7MnZvwUaXzZub0C1danRAORDDp7WDfir0MEJBdYjsN9Cflke7eaLV8DeufOuMmTbzCRK' +
  '3+HBrQE6Phq3T54jWS8ZI6sg75S1/XCqFNEHOsZg8B1XqiEybLS7fvCIcyn/K0aoyxDbPLKO59wau4FpYMz2Zy+UnZXMd9ma' +
  '2zRsWt2+Zi1aRSo/ReT7P/jf/fv/DPtnyZVnvq0p2JXLp9oSQoV1R7/3gnMjbPWVQTYb7Tba3en7SgsK5BLNSeQsJFEHJ/5a' +
  'tL2zLkBfdlxlxmWnKIAGVcMikiZeR1bi/FP1/9/033iQj6cWJBQoAhQoAgxMIwO/MfgDAxcwcAEClhHwQOgbeRVywx3CYtdN' +
  'r9tuc5eY5xDjz1/A7Q+W9KiWfmSPY+NEAuDDBKIBABxBEGAAGUwASVEZAIAKlVHGDV7O9Xz5ocNi2sZ1hrbatgAAAAAewL8S' +
  'xibfAc0CACgZ5nnugNSwMcbY2CgqRsUYYIwxIpqipxgMxTCGEQFAGJAIBoDBKkKPAh7wHoiP4gTuU7Cfwhax6XvSLZR1wwGV' +
  '/ye++utpAShOugHEvsIrGBhR/3vc/X7xe9pCBQ2QOAkULfwfzI8FgBaSUZDRFiIRyqp5l/EtAXvtBAD+L7VL7jiRkil5A0IQ' +
  'sonWcXxI0y69ah2DZ8/2IjBiBHQlgYHEalwe+h/awb2yY+DuaKT3L97cznr1UaW+gqQB2OwzSHcffNAo5t+GH8EOE+3k8aGJ' +
  'psPq7rOIwU4aTjzYljOdzSyLtmh06rAafo2ll4Eq';
export const jpegXl = () => Buffer.from(JPEG_XL, 'base64');

/** A BMP that shows `photo`. */
export const photoAsBmp = async () => bmp(await photo().raw().toBuffer(), W, H);

export async function headerKinds(): Promise<Kind[]> {
  const plain = await photo().png().toBuffer();
  return [...(await turnedKinds()), ...(await cutKinds(plain)), ...(await otherKinds(plain))];
}

async function turnedKinds(): Promise<Kind[]> {
  const kinds: Kind[] = [];
  const add = (name: string, type: string, bytes: Buffer) => kinds.push({ name, type, bytes });
  for (const turn of TURNS) {
    const jpeg = await turnedJpeg(turn);
    const png = await byPhone(photo().png(), turn).toBuffer();
    const avif = await byPhone(photo().avif({ quality: 80 }), turn).toBuffer();
    add(`JPEG turned ${turn} with XMP first`, 'image/jpeg', afterStart(jpeg, XMP_SEGMENT));
    add(`PNG turned ${turn}`, 'image/png', png);
    add(`AVIF turned ${turn}`, 'image/avif', avif);
  }
  const jpeg = await turnedJpeg(6);
  const other = await turnedJpeg(8);
  const otherExif = other.subarray(2, 4 + other.readUInt16BE(4));
  const before = {
    MPF: segment(0xe2, 'MPF\0'),
    'a comment': segment(0xfe, 'a comment'),
    'filling bytes': Buffer.from([0xff, 0xff]),
  };
  add('JPEG with EXIF twice', 'image/jpeg', behindExif(jpeg, otherExif));
  for (const [name, bytes] of Object.entries(before)) {
    add(`JPEG with ${name} first`, 'image/jpeg', afterStart(jpeg, bytes));
  }
  return kinds;
}

const turnedJpeg = (turn: number) => byPhone(photo().jpeg({ quality: 92 }), turn).toBuffer();

async function cutKinds(plain: Buffer): Promise<Kind[]> {
  const jpeg = await turnedJpeg(6);
  const progressive = await photo().jpeg({ progressive: true }).toBuffer();
  const cut = (name: string, whole: Buffer, missing: number, more: Partial<Kind>): Kind => {
    const type = whole === plain ? 'image/png' : 'image/jpeg';
    return { name, type, bytes: whole.subarray(0, -missing), ...more };
  };
  return [
    cut('JPEG without its end', jpeg, 2, { shows: jpeg }),
    cut('progressive JPEG without its end', progressive, 2, { shows: progressive }),
    cut('PNG without its end', plain, 12, { shows: plain }),
    cut('JPEG that ends in its last rows', jpeg, 100, { shows: jpeg }),
    cut('JPEG that ends in the middle', jpeg, 400, { isCutOff: true }),
    cut('progressive JPEG that ends in its last scan', progressive, 200, { isCutOff: true }),
  ];
}

async function otherKinds(plain: Buffer): Promise<Kind[]> {
  const image = await photoAsBmp();
  const shows = plain;
  const srgb = pngChunk('cICP', Buffer.from([1, 13, 0, 1]));
  return [
    { name: 'PNG that says sRGB', type: 'image/png', bytes: afterHeader(plain, srgb) },
    // Its brightest colours are compressed.
    {
      name: 'AVIF with PQ',
      type: 'image/avif',
      bytes: Buffer.from(PQ_AVIF, 'base64'),
      shows,
      allowed: 35,
      isPageOnly: true,
    },
    { name: 'BMP', type: 'image/bmp', bytes: image, shows, isOther: true },
    { name: 'BMP without a type', type: '', bytes: image, shows, isOther: true },
    { name: 'BMP that is called a JPEG', type: 'image/jpeg', bytes: image, shows, isOther: true },
    {
      name: 'JPEG XL',
      type: 'image/jxl',
      bytes: jpegXl(),
      shows,
      isOther: true,
      isOpenedBySome: true,
    },
    {
      name: 'JPEG XL without a type',
      type: '',
      bytes: jpegXl(),
      shows,
      isOther: true,
      isOpenedBySome: true,
    },
    { name: 'SVG', type: 'image/svg+xml', bytes: svg, isOther: true, isRefused: true },
    {
      name: 'SVG that is called a BMP',
      type: 'image/bmp',
      bytes: svg,
      isOther: true,
      isRefused: true,
    },
  ];
}
