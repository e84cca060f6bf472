// The picture that a link to a work shows.
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { linkPictureOf, MAX_BYTES } from '../../tools/build/linkPictures';

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

test('a file that is not a picture becomes none', async () => {
  expect(await linkPictureOf(Buffer.from('<svg'))).toBeUndefined();
});
