// The picture that a link to a work shows.
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { linkPictureOf, MAX_BYTES } from '../../tools/build/linkPictures';
import { openPicture } from '../../tools/openPicture';

const COVER = 'tools/seed/pictures/orchard-avenue-island-before-2-1600.webp';

test.each([
  ['a cover', () => sharp(COVER).toBuffer()],
  [
    'a small cover with transparency',
    () => sharp(COVER).resize(300).ensureAlpha(0.5).png().toBuffer(),
  ],
  [
    'noise, which no encoder makes small,',
    () =>
      sharp({
        create: {
          width: 1600,
          height: 1200,
          channels: 3,
          background: '#777',
          noise: { type: 'gaussian', mean: 128, sigma: 40 },
        },
      })
        .png()
        .toBuffer(),
  ],
])('%s becomes a JPEG that every network shows', async (_, cover) => {
  const jpeg = await linkPictureOf(await cover());
  expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  expect(jpeg!.length).toBeLessThan(MAX_BYTES);
});

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200"/>';

/** A picture that says of itself that it is this large. */
async function pngOf(width: number, height: number): Promise<Buffer> {
  const png = await openPicture(COVER).resize(10).png().toBuffer();
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

/** A grey progressive JPEG whose every coefficient is refined bit by bit, in 882 scans of one byte. */
function manyScans(): Buffer {
  const bits = Array.from({ length: 14 }, (_, index) => 13 - index);
  const scans = Array.from({ length: 63 }, (_, index) =>
    bits.map((bit) => [index + 1, index + 1, ((bit + 1) % 14) * 16 + bit]),
  );
  const hex = (numbers: number[]) => Buffer.from(numbers).toString('hex');
  const oneCode = (table: string) => `ffc40014${table}01${'00'.repeat(16)}`;
  const painted = [[0, 0, 0], ...scans.flat()].map((scan) => `ffda0008010100${hex(scan)}7f`);
  const tables = `ffdb004300${'01'.repeat(64)}ffc2000b080008000801011100${oneCode('00')}${oneCode('10')}`;
  return Buffer.from(`ffd8${tables}${painted.join('')}ffd9`, 'hex');
}

test.each([
  ['no picture', () => Buffer.from('<svg')],
  ['a drawing, which may take minutes', () => Buffer.from(SVG)],
  [
    'cut off',
    async () => (await openPicture(COVER).resize(200).avif().toBuffer()).subarray(0, 900),
  ],
  ['more than the machine holds', () => pngOf(30_000, 30_000)],
  ['painted over hundreds of times, which no timeout ends', manyScans],
])('a file that is %s becomes none', async (_, cover) => {
  expect(await linkPictureOf(await cover())).toBeUndefined();
});
