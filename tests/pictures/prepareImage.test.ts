import sharp from 'sharp';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MAX_IMAGE_BYTES } from '../../src/domain/constants';
import { prepareImageInPage } from '../../src/pictures/page/pageCanvas';
import { prepareImage, prepareUndrawn, type Preparation } from '../../src/pictures/prepareImage';
import { sizeToSend, thumbnailSize } from '../../src/pictures/sizes';
import { prepareImageInWorker } from '../../src/pictures/worker/workerCanvas';
import { heic, pdf } from '../support/makePictures';
import { fakeCanvas } from './fakeCanvas';

const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0]);
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);
const jpeg = new Blob([JPEG], { type: 'image/jpeg' });
const png = new Blob([PNG], { type: 'image/png' });
const undecoded = { type: 'undecoded' } as const;

const prepare = (file: Blob, { canvas }: ReturnType<typeof fakeCanvas>) =>
  prepareImage(file, canvas, () => undecoded);

describe('the size', () => {
  it.each([
    [4000, 3000, 2048, 1536],
    [3840, 2160, 2048, 1152],
    [4000, 2000, 2048, 1024],
    [640, 480, 640, 480],
    [20_000, 14_000, 2048, 1434],
    // Long images: readable, and at most 2,048 × 2,048 pixels.
    [1179, 2556, 1024, 2220],
    [10_000, 2500, 4096, 1024],
    [1080, 20_000, 475, 8813],
    [1000, 4000, 1000, 4000],
    [2048, 10, 2048, 10],
    [4000, 5, 4000, 5],
    [50_000, 1, 16_384, 1],
  ])('of %i × %i becomes %i × %i', (width, height, w, h) => {
    expect(sizeToSend({ width, height })).toEqual({ width: w, height: h });
    expect(w * h).toBeLessThanOrEqual(2048 * 2048);
  });

  it.each([
    [4000, 3000, 133, 0],
    [3000, 4000, 75, 0],
    [10, 10, 100, 0],
    [1, 5000, 1, 0],
    [1000, 100, 1000, 0],
    [4000, 8, 1000, 24_500],
    [4000, 5, 1000, 39_500],
  ])('of the thumbnail of %i × %i is %i × 100, with %i cut off each side', (...row) => {
    const [width, height, shown, left] = row;
    expect(thumbnailSize({ width, height })).toEqual({ width: shown, height: 100, left });
  });
});

describe('preparing a picture', () => {
  it('limits it to 2,048 pixels and makes a thumbnail', async () => {
    const fake = fakeCanvas({});
    expect(await prepare(jpeg, fake)).toMatchObject({
      type: 'prepared',
      image: { type: 'image/jpeg', thumb: { type: 'image/jpeg' } },
    });
    expect(fake.encoded).toEqual([
      { width: 2048, height: 1536, type: 'image/jpeg', quality: 0.85 },
      { width: 133, height: 100, type: 'image/jpeg', quality: 0.4 },
    ]);
    expect(fake.closed()).toBe(1);
  });

  it('keeps a transparent PNG a PNG, and makes an opaque one a JPEG', async () => {
    const clear = await prepare(png, fakeCanvas({ alpha: () => 10 }));
    const opaque = await prepare(png, fakeCanvas({}));
    expect(clear).toMatchObject({ image: { type: 'image/png', thumb: { type: 'image/jpeg' } } });
    expect(opaque).toMatchObject({ image: { type: 'image/jpeg' } });
  });

  // 2,048 × 1,536 pixels; 1 of 2,000 is 1,573.
  it.each<[string, (pixel: number) => number, string]>([
    ['one pixel of alpha 254', (pixel) => (pixel === 7 ? 254 : 255), 'image/jpeg'],
    ['one hole', (pixel) => (pixel === 7 ? 0 : 255), 'image/jpeg'],
    ['alpha 254 everywhere', () => 254, 'image/jpeg'],
    ['rounded corners', (pixel) => (pixel < 400 ? 0 : 255), 'image/jpeg'],
    ['a hole of 40 × 40 pixels', (pixel) => (pixel < 1600 ? 0 : 255), 'image/png'],
    ['a half-transparent shadow', (pixel) => (pixel < 100_000 ? 128 : 255), 'image/png'],
  ])('knows what can be seen as transparent: %s', async (_, alpha, type) => {
    expect(await prepare(png, fakeCanvas({ alpha }))).toMatchObject({ image: { type } });
  });

  it('lowers quality and size until it may be stored', async () => {
    const tooLarge = MAX_IMAGE_BYTES + 1;
    const fake = fakeCanvas({
      alpha: () => 10,
      sizeOf: ({ width, type }) => (type === 'image/png' || width > 1600 ? tooLarge : 10),
    });
    expect(await prepare(png, fake)).toMatchObject({ image: { type: 'image/jpeg' } });
    expect(fake.encoded.map(({ width, quality }) => [width, quality])).toEqual([
      [2048, undefined],
      [2048, 0.85],
      [2048, 0.7],
      [1536, 0.6],
      [133, 0.4],
    ]);
  });

  it.each<[string, Parameters<typeof fakeCanvas>[0]]>([
    ['too large to be stored', { sizeOf: ({ height }) => (height === 100 ? 300_000 : 100) }],
    ['more than the canvas can hold', { fails: ({ height }) => height === 100 }],
  ])('does not lose it for its thumbnail, which is %s', async (_, options) => {
    const result = await prepare(jpeg, fakeCanvas(options));
    expect(result).toMatchObject({ type: 'prepared', image: { type: 'image/jpeg' } });
    const { bytes } = (result as Extract<Preparation, { image: unknown }>).image.thumb;
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', height: 100 });
  });

  it('reports a file that cannot be decoded, and a film without having it decoded', async () => {
    const asked: unknown[] = [];
    const pdfAsJpeg = new Blob([new Uint8Array(pdf)], { type: 'image/jpeg' });
    const film = new Blob(['\0\0\0\x18ftypmp42', new Uint8Array(64 * 1024 * 1024)]);
    for (const [file, decodes] of [
      [jpeg, false],
      [pdfAsJpeg, false],
      [film, true],
    ] as const) {
      await prepareImage(file, fakeCanvas({ decodes }).canvas, (...asks) => {
        asked.push(asks);
        return undecoded;
      });
    }
    expect(asked).toEqual([
      ['image/jpeg', false],
      ['image/*', false],
      [undefined, false],
    ]);
  });

  it('sends a file that cannot be drawn as it is, with a placeholder', async () => {
    const original = new Uint8Array(heic());
    const result = await prepareUndrawn(new Blob([original]), 'image/heic');
    expect(result).toMatchObject({ type: 'prepared', image: { type: 'image/heic' } });
    const { bytes, thumb } = (result as Extract<Preparation, { image: unknown }>).image;
    expect(new Uint8Array(bytes)).toEqual(original);
    expect(thumb.type).toBe('image/jpeg');
    expect(await sharp(thumb.bytes).metadata()).toMatchObject({ width: 133, height: 100 });
  });
});

describe('a file that cannot be opened', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it('is left to a page by a worker', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no HEIC here')));
    expect(await prepareImageInWorker(new Blob([new Uint8Array(heic())]))).toEqual(undecoded);
    vi.stubGlobal('createImageBitmap', async () => ({ width: 4, height: 3, close: () => {} }));
    vi.stubGlobal('OffscreenCanvas', undefined);
    expect(await prepareImageInWorker(jpeg)).toEqual(undecoded);
  });

  it.each([
    ['a broken JPEG', jpeg],
    ['a HEIC over 10 MiB', new Blob([new Uint8Array(heic()), new Uint8Array(MAX_IMAGE_BYTES)])],
    ['a file that is not a picture', new Blob([new Uint8Array(pdf)])],
  ])('is called unusable by a page if it is %s', async (_, file) => {
    vi.stubGlobal(
      'Image',
      class {
        decode = () => Promise.reject(new Error('not decodable'));
      },
    );
    expect(await prepareImageInPage(file)).toMatchObject({ type: 'unusable' });
  });
});
