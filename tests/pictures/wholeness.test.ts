import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { isWhole } from '../../src/pictures/wholeness';

const [width, height] = [300, 200];
/** Noise, so that every part of the file counts; the same in every run. */
const pixels = Buffer.from(
  Array.from(
    { length: width * height * 3 },
    (_, index) => (index * 7919 + (index >> 7) * 104_729) & 255,
  ),
);
const picture = sharp(pixels, { raw: { width, height, channels: 3 } });

const FILES: [string, string, Buffer][] = [
  ['a JPEG', 'image/jpeg', await picture.clone().jpeg().toBuffer()],
  [
    'a progressive JPEG',
    'image/jpeg',
    await picture.clone().jpeg({ progressive: true }).toBuffer(),
  ],
  [
    'a JPEG with EXIF',
    'image/jpeg',
    await picture
      .clone()
      .withExif({ IFD0: { Make: 'Tests' } })
      .jpeg()
      .toBuffer(),
  ],
  ['a PNG', 'image/png', await picture.clone().png().toBuffer()],
  ['a GIF', 'image/gif', await picture.clone().gif().toBuffer()],
  ['a WebP', 'image/webp', await picture.clone().webp().toBuffer()],
  ['an AVIF', 'image/avif', await picture.clone().avif().toBuffer()],
];

describe.each(FILES)('%s', (_, type, bytes) => {
  it('is whole, also with more behind its end', () => {
    expect(isWhole(bytes, type)).toBe(true);
    // Boxes of another file: a motion photo.
    const more = Buffer.concat([bytes, Buffer.from([0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65])]);
    expect(isWhole(more, type)).toBe(true);
  });

  it('is not, wherever it was cut', () => {
    for (const share of [0.2, 0.5, 0.9, 0.99]) {
      const cut = bytes.subarray(0, Math.floor(bytes.length * share));
      expect(isWhole(cut, type), String(share)).toBe(false);
    }
  });
});

it('a JPEG’s thumbnail in its EXIF is not taken for the picture', async () => {
  const thumbnail = await picture.clone().resize(60).jpeg().toBuffer();
  const jpeg = FILES[0]![2];
  const segment = Buffer.alloc(4);
  segment.writeUInt16BE(0xffe1);
  segment.writeUInt16BE(thumbnail.length + 2, 2);
  const whole = Buffer.concat([jpeg.subarray(0, 2), segment, thumbnail, jpeg.subarray(2)]);
  expect(isWhole(whole, 'image/jpeg')).toBe(true);
  expect(isWhole(whole.subarray(0, whole.length / 2), 'image/jpeg')).toBe(false);
});

it('a type whose end is not known counts as whole', () => {
  expect(isWhole(Buffer.from('BM'), 'image/bmp')).toBe(true);
});
