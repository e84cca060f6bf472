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

test.each([
  ['no picture', () => Buffer.from('<svg')],
  ['a drawing, which may take minutes', () => Buffer.from(SVG)],
  [
    'cut off',
    async () => (await openPicture(COVER).resize(200).avif().toBuffer()).subarray(0, 900),
  ],
  ['more than the machine holds', () => pngOf(30_000, 30_000)],
])('a file that is %s becomes none', async (_, cover) => {
  expect(await linkPictureOf(await cover())).toBeUndefined();
});
