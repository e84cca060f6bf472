/** What a photo becomes on the owner's phone, drawn by a canvas in Node. The engines draw in tests/engines. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { PLACEHOLDER_PATTERN } from '../../src/domain/constants';
import { maxWorkFileBytes } from '../../src/domain/workFiles';
import { prepareWorkPicture } from '../../src/pictures/prepareWorkPicture';
import { heic, pdf } from '../support/makePictures';
import { fakeCanvas } from './fakeCanvas';

type Options = Parameters<typeof fakeCanvas>[0];

const BYTES = [0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4];
const photo = new Blob([new Uint8Array(BYTES)]);

async function prepare(options: Options, file: Blob = photo, salt = 'salt') {
  const fake = fakeCanvas(options);
  const result = await prepareWorkPicture(file, fake.canvas, salt);
  if (!result.ok) throw new Error(result.problem);
  return { ...fake, picture: result.picture };
}

/** A photo that a cloud has not handed over: reading it fails with an error of this name. */
const unreadable = (name: string): Blob =>
  Object.assign(new Blob(['x']), {
    slice: () => unreadable(name),
    arrayBuffer: () => Promise.reject(new DOMException('', name)),
  });

const sizesOf = ({ encoded }: ReturnType<typeof fakeCanvas>) =>
  encoded.map(({ width, height }) => `${width}×${height}`);

it('becomes three renderings and the card’s picture in WebP, a placeholder, and a name', async () => {
  const fake = await prepare({ sizeOf: ({ width }) => width });
  expect(fake.picture).toEqual({
    hash: createHash('sha256')
      .update('phone 1:salt:')
      .update(new Uint8Array(BYTES))
      .digest('hex')
      .slice(0, 16),
    width: 1600,
    height: 1200,
    // Twelve pixels as blue, green, red.
    placeholder: Buffer.from(Array.from({ length: 12 }, () => [3, 2, 1]).flat()).toString('base64'),
    type: 'image/webp',
    renderings: [
      { width: 480, bytes: new ArrayBuffer(480) },
      { width: 960, bytes: new ArrayBuffer(960) },
      { width: 1600, bytes: new ArrayBuffer(1600) },
    ],
    thumb: new ArrayBuffer(640),
  });
  const webp = { type: 'image/webp', quality: 0.8 };
  expect(fake.encoded).toEqual([
    { width: 480, height: 360, ...webp },
    { width: 960, height: 720, ...webp },
    { width: 1600, height: 1200, ...webp },
    { width: 640, height: 480, ...webp },
  ]);
  expect(fake.closed()).toBe(1);
});

it('is JPEG where the canvas encodes no WebP, as on iPhones', async () => {
  const { picture, encoded } = await prepare({ lacks: ['image/webp'] });
  expect(picture.type).toBe('image/jpeg');
  expect(encoded.map(({ type }) => type)).toEqual(Array(4).fill('image/jpeg'));
});

it('has another name in another work and when its bytes are others, and the same for the same ones', async () => {
  const other = new Blob([new Uint8Array([...BYTES, 5])]);
  const copy = new File([new Uint8Array(BYTES)], 'copy.jpg', { type: 'image/jpeg' });
  const name = async (file: Blob, salt?: string) => (await prepare({}, file, salt)).picture.hash;
  expect(await name(copy)).toBe(await name(photo));
  expect(new Set([await name(photo), await name(other), await name(photo, 'other')]).size).toBe(3);
});

describe('the sizes', () => {
  it.each<[width: number, height: number, expected: string[]]>([
    [3000, 4000, ['480×640', '960×1280', '1600×2133', '640×480']],
    [1600, 1067, ['480×320', '960×640', '1600×1067', '640×480']],
    [1200, 900, ['480×360', '960×720', '1200×900', '640×480']],
    [961, 721, ['480×360', '960×720', '961×721', '640×480']],
    [960, 720, ['480×360', '960×720', '640×480']],
    [640, 480, ['480×360', '640×480', '640×480']],
    // Too small for the card.
    [639, 480, ['480×361', '639×480']],
    [640, 479, ['480×359', '640×479']],
    // Panoramas: the card's picture is drawn from the photo, not from its widest rendering.
    [4000, 1100, ['480×132', '960×264', '1600×440', '640×480']],
    [14_500, 2900, ['480×96', '960×192', '1600×320', '640×480']],
    [20_000, 479, ['480×11', '960×23', '1600×38']],
    [480, 480, ['480×480']],
    [300, 200, ['300×200']],
    [1, 1, ['1×1']],
    [4000, 5, ['480×1', '960×1', '1600×2']],
    // The screenshot of a whole page, and longer.
    [1080, 9000, ['480×4000', '960×8000', '1080×9000', '640×480']],
    [1080, 20_000, ['480×8886', '885×16383', '640×480']],
    [3200, 30_000, ['480×4499', '960×8997', '1335×12512', '640×480']],
  ])('of a photo of %i × %i', async (width, height, expected) => {
    const fake = await prepare({ size: { width, height } });
    expect(sizesOf(fake)).toEqual(expected);
    const { picture } = fake;
    const hasCard = expected.length > picture.renderings.length;
    expect(picture.thumb === null).toBe(!hasCard);
    const full = expected[picture.renderings.length - 1];
    expect(`${picture.width}×${picture.height}`).toBe(full);
    expect(picture.renderings.at(-1)!.width).toBe(picture.width);
    expect(picture.placeholder).toMatch(PLACEHOLDER_PATTERN);
  });

  it('fit the widths and heights of the rules, and a canvas of every browser', async () => {
    for (let width = 1; width < 12_000; width = Math.ceil(width * 1.7)) {
      for (let height = 1; height < 60_000; height = Math.ceil(height * 1.6)) {
        const { picture, encoded } = await prepare({ size: { width, height } });
        const widths = picture.renderings.map((rendering) => rendering.width);
        expect(widths, `${width}×${height}`).toEqual(
          [...new Set(widths)].toSorted((one, other) => one - other),
        );
        expect(widths.length).toBeGreaterThanOrEqual(1);
        expect(widths.length).toBeLessThanOrEqual(3);
        for (const one of encoded) {
          expect(Math.min(one.width, one.height)).toBeGreaterThanOrEqual(1);
          expect(one.width).toBeLessThanOrEqual(1600);
          // WebP's own limit.
          expect(one.height).toBeLessThanOrEqual(16_383);
          // Safari's on an iPhone: a larger canvas stays empty.
          expect(one.width * one.height).toBeLessThanOrEqual(4096 * 4096);
        }
      }
    }
  });
});

it('lowers the quality of a file until it may be stored', async () => {
  const { encoded } = await prepare({
    // The one with 640 is the card's.
    sizeOf: ({ width, quality }) =>
      maxWorkFileBytes(width === 640 ? 'thumb' : width) + (quality! > 0.7 ? 1 : 0),
  });
  expect(encoded.map(({ width, quality }) => [width, quality])).toEqual(
    [480, 960, 1600, 640].flatMap((width) => [0.8, 0.7].map((quality) => [width, quality])),
  );
});

const UNDECODED = { decodes: false };

describe('a file that becomes no picture', () => {
  it.each<[string, Blob, Options, problem: string]>([
    ['an empty one', new Blob([]), {}, 'empty'],
    ['a PDF that calls itself a JPEG', new Blob([new Uint8Array(pdf)]), UNDECODED, 'noImage'],
    ['one that is shorter than a name', new Blob(['x']), UNDECODED, 'noImage'],
    ['one that cannot be read', unreadable('NotReadableError'), {}, 'unreadable'],
    ['one that has vanished', unreadable('NotFoundError'), {}, 'unreadable'],
    ['a HEIC in Chrome', new Blob([new Uint8Array(heic())]), UNDECODED, 'undecoded'],
    [
      'any, where the canvas gives back noise',
      photo,
      { encode: (_, x, y) => [(x * 7) % 256, (y * 31) % 256, (x * y) % 256, 255] },
      'canvas',
    ],
  ])('%s', async (_, file, options, problem) => {
    const fake = fakeCanvas(options);
    expect(await prepareWorkPicture(file, fake.canvas, 'salt')).toEqual({ ok: false, problem });
    expect(fake.encoded).toEqual([]);
    expect(fake.closed()).toBe(problem === 'canvas' ? 1 : 0);
  });

  it.each<[string, Options, message: string]>([
    [
      'is too large in every quality',
      { sizeOf: () => maxWorkFileBytes(1600) + 1 },
      'The picture cannot be made small enough to be stored.',
    ],
    [
      'is more than the canvas can hold',
      { fails: ({ width }) => width === 1600 },
      'The canvas is too large.',
    ],
  ])('rejects if it %s, and lets the decoded photo go', async (_, options, message) => {
    const fake = fakeCanvas(options);
    await expect(prepareWorkPicture(photo, fake.canvas, 'salt')).rejects.toThrow(message);
    expect(fake.closed()).toBe(1);
  });
});
