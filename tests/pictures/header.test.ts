/** What a header says is taken out of the file, and the pixels stay. */
import { assert, asyncProperty, constantFrom, integer, nat, record } from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { takeHeader } from '../../src/pictures/header';
import { fromPq } from '../../src/pictures/pq';
import { upright } from '../../tools/gallery/photos';
import { expectAlike } from '../support/chosenPictures';
import { byPhone, quarters } from '../support/makePictures';
import { headerKinds } from './headerKinds';
import { afterStart, behindExif, segment } from './madeUp';

const blobOf = (bytes: Buffer) => new Blob([new Uint8Array(bytes)]);
const pixelsOf = (bytes: Buffer) => sharp(bytes).raw().toBuffer();

/** What the header says, the bytes without it, and whether Firefox's workers decode them. */
async function taken(bytes: Buffer, type: string) {
  const { bare, ...says } = await takeHeader(blobOf(bytes), type);
  expect(bare.type).toBe(type);
  return { says, bare: Buffer.from(await bare.arrayBuffer()) };
}

const FORMATS = ['jpeg', 'png', 'webp', 'avif'] as const;
const turns = FORMATS.flatMap((format) =>
  [1, 2, 3, 4, 5, 6, 7, 8].map((turn) => [format, turn] as const),
);

describe('a header', () => {
  it.each(turns)(
    'of a %s that is turned %i is read, and nothing turns the file any more',
    async (format, turn) => {
      const lossless = { quality: 100, lossless: true };
      const plain = await quarters(64, 48).toFormat(format, lossless).toBuffer();
      const turned = await byPhone(quarters(64, 48).toFormat(format, lossless), turn).toBuffer();
      const { says, bare } = await taken(turned, `image/${format}`);
      expect(says).toEqual({ orientation: turn, isPq: false });
      const { width, height } = (await sharp(bare).metadata()).autoOrient;
      expect([width, height]).toEqual([64, 48]);
      const upright = await sharp(bare).autoOrient().raw().toBuffer();
      expect(upright.equals(await pixelsOf(plain))).toBe(true);
    },
  );

  it('of a JPEG counts behind other segments, and the first of two', async () => {
    const [six, eight] = await Promise.all(
      [6, 8].map((turn) => byPhone(quarters(64, 48).jpeg(), turn).toBuffer()),
    );
    const second = eight!.subarray(2, 4 + eight!.readUInt16BE(4));
    const both = afterStart(
      behindExif(six!, second),
      segment(0xe1, 'http://ns.adobe.com/xap/1.0/'),
    );
    const { says, bare } = await taken(both, 'image/jpeg');
    expect(says.orientation).toBe(6);
    expect(bare.toString('latin1').match(/exif/gi)).toEqual(['EXif', 'EXif']);
  });

  it.each([
    ['little', 'II*\0\x08\0\0\0\x01\0\x12\x01\x04\0\x01\0\0\0\x06\0\0\0\0\0\0\0'],
    ['big', 'MM\0*\0\0\0\x08\0\x01\x01\x12\0\x04\0\0\0\x01\0\0\0\x06\0\0\0\0'],
  ])('says 6 with 32 bits, in %s-endian order', async (_, tiff) => {
    const plain = await quarters(64, 48).jpeg().toBuffer();
    const { says } = await taken(afterStart(plain, segment(0xe1, `Exif\0\0${tiff}`)), 'image/jpeg');
    expect(says.orientation).toBe(6);
  });

  it('that is damaged anywhere fails no picture', async () => {
    const kinds = (await headerKinds()).filter(({ type }) => /jpeg|png|avif/.test(type));
    const damage = record({
      kind: constantFrom(...kinds),
      at: nat(900),
      value: integer({ min: 0, max: 255 }),
      cut: nat(1000),
    });
    await assert(
      asyncProperty(damage, async ({ kind, at, value, cut }) => {
        const bytes = Buffer.from(kind.bytes.subarray(0, Math.max(64, kind.bytes.length - cut)));
        bytes[12 + (at % (bytes.length - 12))] = value;
        const { says } = await taken(bytes, kind.type);
        expect(says.orientation).toBeGreaterThanOrEqual(1);
        expect(says.orientation).toBeLessThanOrEqual(8);
      }),
      { numRuns: 300 },
    );
  });
});

describe('PQ', () => {
  it('is read from an AVIF, whose values are sRGB from then on', async () => {
    const kind = (await headerKinds()).find(({ name }) => name === 'AVIF with PQ')!;
    const { says, bare } = await taken(kind.bytes, 'image/avif');
    expect(says).toEqual({ orientation: 1, isPq: true });
    expect((await taken(bare, 'image/avif')).says.isPq).toBe(false);
  });

  it('is shown as bright by gallery:add', async () => {
    const kind = (await headerKinds()).find(({ name }) => name === 'AVIF with PQ')!;
    await expectAlike(kind.shows!, await (await upright(kind.bytes)).png().toBuffer(), 32);
    // sharp by itself shows it so far from that.
    await expect(expectAlike(kind.shows!, kind.bytes, 45)).rejects.toThrow('Expected: < 45');
  });

  it('becomes sRGB: black, dark, the white of paper, what is brighter, the brightest', () => {
    // The values of 0, 10, 203, 1,000 and 10,000 nits, and an alpha that stays.
    const pixels = Uint8ClampedArray.from([0, 77, 148, 9, 192, 255, 255, 9]);
    fromPq(pixels, 4);
    expect([...pixels]).toEqual([0, 62, 191, 9, 255, 255, 255, 9]);
  });
});
