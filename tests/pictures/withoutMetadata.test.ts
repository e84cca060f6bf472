/** Pictures that are sent without being drawn: their pixels stay, and nothing tells where they were taken. */
import exifr from 'exifr';
import sharp, { type JpegOptions } from 'sharp';
import { describe, expect, it } from 'vitest';
import { withoutMetadata } from '../../src/pictures/page/withoutMetadata';
import { byPhone, quarters } from '../support/makePictures';
import { afterHeader, afterStart, chunkNames, markers, pngChunk, segment, XMP } from './madeUp';

// oxlint-disable-next-line import/no-named-as-default-member -- Node finds no names in it
const { parse } = exifr;

/** Everything that exifr can find. */
const EVERYTHING = {
  tiff: true,
  xmp: true,
  icc: false,
  iptc: true,
  jfif: true,
  ihdr: false,
  gps: true,
  interop: true,
  makerNote: true,
  userComment: true,
  translateValues: false,
} as const;

async function cut(picture: Buffer, type: string): Promise<Buffer> {
  const rest = await withoutMetadata(new Blob([new Uint8Array(picture)]), type);
  expect(rest!.type).toBe(type);
  return Buffer.from(await rest!.arrayBuffer());
}

const pixels = (picture: Buffer) => sharp(picture).autoOrient().raw().toBuffer();

/** What of a picture is left: the same pixels, upright, and of all metadata only how it is turned. */
async function expectCut(picture: Buffer, type: string, orientation = 6): Promise<Buffer> {
  const rest = await cut(picture, type);
  expect((await pixels(rest)).equals(await pixels(picture))).toBe(true);
  const turned = orientation > 1 ? { Orientation: orientation } : undefined;
  // exifr reads no metadata of WebP and GIF as files.
  const found = await parse(rest, EVERYTHING).catch(() => turned);
  expect(found).toEqual(turned);
  expect(rest.toString('latin1')).not.toMatch(/GPS|Phone|adobe:ns|secret|ftyp/);
  return rest;
}

const XMP_SEGMENT = segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${XMP}`);
const FILM = Buffer.from('\0\0\0\x18ftypmp42 and a film that is secret', 'latin1');

describe('a JPEG', () => {
  const photo = (options: JpegOptions = {}, orientation = 6) =>
    byPhone(quarters(64, 48).jpeg(options), orientation).toBuffer();

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('keeps orientation %i', async (orientation) => {
    await expectCut(await photo({}, orientation), 'image/jpeg', orientation);
  });

  it.each<[string, JpegOptions]>([
    ['progressive', { progressive: true }],
    ['4:4:4', { chromaSubsampling: '4:4:4' }],
    ['with optimised scans', { mozjpeg: true }],
  ])('%s keeps its pixels', async (_, options) => {
    await expectCut(await photo(options), 'image/jpeg');
  });

  it('loses comments, XMP, captions, previews and everything behind its first image', async () => {
    const more = [
      segment(0xe0, `JFIF\0\x01\x02\0\0\x01\0\x01\x01\x01secret`),
      XMP_SEGMENT,
      segment(0xe2, 'MPF\0 secret'),
      segment(0xed, 'Photoshop 3.0\0 secret'),
      segment(0xef, 'secret'),
      segment(0xfe, 'secret'),
      Buffer.from([0xff]),
    ];
    const second = await photo();
    const picture = Buffer.concat([afterStart(await photo(), ...more), second, FILM]);
    const rest = await expectCut(picture, 'image/jpeg');
    expect(markers(rest)).toEqual(['e1', 'e2', 'db', 'db', 'c0', 'c4', 'c4', 'c4', 'c4']);
    expect(rest.indexOf(Buffer.from([0xff, 0xd9]))).toBe(rest.length - 2);
  });

  it('keeps its colour profile and Adobe’s marker', async () => {
    const wide = await quarters(64, 48).withIccProfile('p3').jpeg().toBuffer();
    const rest = await cut(wide, 'image/jpeg');
    expect((await sharp(rest).metadata()).icc).toEqual((await sharp(wide).metadata()).icc);
    const cmyk = await quarters(64, 48).toColourspace('cmyk').jpeg().toBuffer();
    const restOfCmyk = await expectCut(cmyk, 'image/jpeg', 1);
    expect(markers(restOfCmyk)).toContain('ee');
  });

  it('that ends in the middle is what is there of it', async () => {
    const whole = await photo({ progressive: true });
    const half = whole.subarray(0, whole.length - 200);
    const rest = await cut(half, 'image/jpeg');
    expect(rest.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]));
    expect(markers(rest)).toEqual(['e1', 'e2', 'db', 'db', 'c2', 'c4', 'c4']);
  });
});

describe('a PNG', () => {
  it('loses texts, times and EXIF, and everything behind its end', async () => {
    const drawing = await quarters(64, 48).ensureAlpha(0.5).withIccProfile('p3').png().toBuffer();
    const more = [
      pngChunk('tEXt', 'Comment\0secret'),
      pngChunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0${XMP}`),
      pngChunk('tIME', '\x07\xea\x0b\x19\x04\x1e\0'),
      pngChunk('eXIf', TURNED),
      pngChunk('prVt', 'secret'),
    ];
    const picture = Buffer.concat([afterHeader(drawing, ...more), FILM]);
    const rest = await cut(picture, 'image/png');
    expect(chunkNames(rest)).toEqual(['IHDR', 'eXIf', 'iCCP', 'IDAT', 'IEND']);
    const plain = (png: Buffer) => sharp(png).raw().toBuffer();
    expect((await plain(rest)).equals(await plain(drawing))).toBe(true);
    expect(await parse(rest, EVERYTHING)).toEqual({ Orientation: 6 });
    expect(rest.toString('latin1')).not.toMatch(/secret|adobe|Phone/);
  });

  it('that moves becomes its first image', async () => {
    const drawing = await quarters(64, 48).png().toBuffer();
    const animation = afterHeader(drawing, pngChunk('acTL', '\0\0\0\x02\0\0\0\0'));
    const rest = await expectCut(animation, 'image/png', 1);
    expect(chunkNames(rest)).toEqual(['IHDR', 'IDAT', 'IEND']);
  });

  it('keeps the transparent colour of a palette', async () => {
    const drawing = await quarters(64, 48).ensureAlpha(0.5).png({ palette: true }).toBuffer();
    expect(chunkNames(await cut(drawing, 'image/png'))).toEqual(
      chunkNames(drawing).filter((name) => name !== 'pHYs'),
    );
  });
});

/** EXIF with orientation 6 and the telephone's name. */
const TURNED = Buffer.concat([
  Buffer.from(
    '49492a0008000000020012010300010000000600000010010200060000002600000000000000',
    'hex',
  ),
  Buffer.from('Phone\0', 'latin1'),
]);

describe('a WebP', () => {
  const open = async (webp: Buffer) => {
    const { orientation, width, height, hasAlpha, icc, exif, xmp, pages } =
      await sharp(webp).metadata();
    return { orientation, width, height, hasAlpha, icc, hasExif: !!exif, xmp, pages };
  };

  it.each([1, 2, 6, 8])('keeps orientation %i, its profile and its transparency', async (turn) => {
    const picture = await byPhone(
      quarters(64, 48)
        .ensureAlpha(0.5)
        .webp({ lossless: turn === 2 })
        .withIccProfile('p3'),
      turn,
    )
      .withXmp(XMP)
      .toBuffer();
    const rest = await expectCut(Buffer.concat([picture, FILM]), 'image/webp', turn);
    const before = await open(picture);
    const orientation = turn === 1 ? undefined : turn;
    const left = { ...before, xmp: undefined, orientation, hasExif: turn > 1 };
    expect(await open(rest)).toEqual(left);
  });

  it('without more than its picture stays as it is', async () => {
    const picture = await quarters(64, 48).webp().toBuffer();
    expect((await cut(picture, 'image/webp')).equals(picture)).toBe(true);
  });

  it('that moves becomes its first image', async () => {
    const frames = await Promise.all(
      [quarters(64, 48), quarters(64, 48).negate()].map((one) => one.png().toBuffer()),
    );
    const animation = await sharp(frames, { join: { animated: true } })
      .webp({ lossless: true })
      .toBuffer();
    expect((await sharp(animation).metadata()).pages).toBe(2);
    const rest = await cut(animation, 'image/webp');
    expect((await pixels(rest)).equals(await pixels(frames[0]!))).toBe(true);
  });
});

describe('a GIF', () => {
  it('loses comments and everything behind its first image, and keeps its transparency', async () => {
    const drawing = await quarters(64, 48).gif().toBuffer();
    const comment = Buffer.from('\x21\xfe\x06secret\0', 'latin1');
    // Behind the header and the colours of the whole file.
    const at = 13 + (3 << ((drawing[10]! & 7) + 1));
    const picture = Buffer.concat([drawing.subarray(0, at), comment, drawing.subarray(at), FILM]);
    const rest = await expectCut(picture, 'image/gif', 1);
    expect(rest.at(-1)).toBe(0x3b);
    expect(rest.length).toBeLessThanOrEqual(drawing.length);
  });
});

it('other types are not cut, and a file without a picture is refused', async () => {
  const blob = (bytes: string) => new Blob([Buffer.from(bytes, 'latin1')]);
  expect(await withoutMetadata(blob('\0\0\0\x18ftypheic'), 'image/heic')).toBeUndefined();
  await expect(withoutMetadata(blob('GIF89a\0\0\0\0\0\0\0;'), 'image/gif')).rejects.toThrow();
  await expect(withoutMetadata(blob('RIFF\0\0\0\0WEBP'), 'image/webp')).rejects.toThrow();
});
