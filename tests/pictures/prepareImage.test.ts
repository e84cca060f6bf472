import { afterEach, describe, expect, it, vi } from 'vitest';
import { MAX_IMAGE_BYTES } from '../../src/domain/constants';
import { prepareImageInPage } from '../../src/pictures/page/pageCanvas';
import {
  fitWithin,
  prepareImage,
  prepareUndecoded,
  thumbnailSize,
  type Canvas,
} from '../../src/pictures/prepareImage';
import { prepareImageInWorker } from '../../src/pictures/worker/workerCanvas';
import { heic, pdf } from '../support/makePictures';

const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0]);
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);
const jpeg = new Blob([JPEG], { type: 'image/jpeg' });
const png = new Blob([PNG], { type: 'image/png' });
const undecoded = { type: 'undecoded' } as const;

interface Drawn {
  width: number;
  height: number;
  type: string;
  quality: number | undefined;
}

/** A canvas that records every encoding. `sizeOf` gives the encoded size. */
function fakeCanvas(options: {
  alpha?: number;
  decodes?: boolean;
  sizeOf?: (drawn: Drawn) => number;
}) {
  const { alpha = 255, decodes = true, sizeOf = () => 100 } = options;
  const drawn: Drawn[] = [];
  let closed = 0;
  const canvas: Canvas = {
    decode: () =>
      decodes
        ? Promise.resolve({
            source: {} as never,
            width: 4000,
            height: 3000,
            close: () => (closed += 1),
          })
        : Promise.reject(new Error('not decodable')),
    make: (width, height) => ({
      context: new Proxy({} as CanvasRenderingContext2D, {
        set: () => true,
        get: (_, name) =>
          name === 'getImageData'
            ? () => ({ data: new Uint8ClampedArray([1, 2, 3, alpha]) })
            : () => undefined,
      }),
      encode: (type, quality) => {
        const image = { width, height, type, quality };
        drawn.push(image);
        return Promise.resolve(new Blob([new Uint8Array(sizeOf(image))], { type }));
      },
    }),
  };
  return { canvas, drawn, closed: () => closed };
}

const prepare = (file: Blob, { canvas }: ReturnType<typeof fakeCanvas>) =>
  prepareImage(file, canvas, () => undecoded);

describe('the size', () => {
  it.each([
    [4000, 3000, 2048, 1536],
    [1000, 4000, 512, 2048],
    [2048, 10, 2048, 10],
    [640, 480, 640, 480],
    [50_000, 1, 2048, 1],
  ])('of %i × %i becomes %i × %i', (width, height, w, h) => {
    expect(fitWithin(width, height)).toEqual({ width: w, height: h });
  });

  it.each([
    [4000, 3000, 133],
    [3000, 4000, 75],
    [10, 10, 100],
    [1, 5000, 1],
  ])('of the thumbnail of %i × %i is %i × 100', (width, height, w) => {
    expect(thumbnailSize(width, height)).toEqual({ width: w, height: 100 });
  });
});

describe('preparing a picture', () => {
  it('limits it to 2,048 pixels and makes a thumbnail', async () => {
    const fake = fakeCanvas({});
    expect(await prepare(jpeg, fake)).toMatchObject({
      type: 'prepared',
      image: { type: 'image/jpeg', thumb: { type: 'image/jpeg' } },
    });
    expect(fake.drawn).toEqual([
      { width: 2048, height: 1536, type: 'image/jpeg', quality: 0.85 },
      { width: 133, height: 100, type: 'image/jpeg', quality: 0.4 },
    ]);
    expect(fake.closed()).toBe(1);
  });

  it('keeps a transparent PNG a PNG, and makes an opaque one a JPEG', async () => {
    const clear = await prepare(png, fakeCanvas({ alpha: 10 }));
    const opaque = await prepare(png, fakeCanvas({}));
    expect(clear).toMatchObject({ image: { type: 'image/png', thumb: { type: 'image/jpeg' } } });
    expect(opaque).toMatchObject({ image: { type: 'image/jpeg' } });
  });

  it('lowers quality and size until it may be stored', async () => {
    const tooLarge = MAX_IMAGE_BYTES + 1;
    const fake = fakeCanvas({
      alpha: 10,
      sizeOf: ({ width, type }) => (type === 'image/png' || width > 1600 ? tooLarge : 10),
    });
    expect(await prepare(png, fake)).toMatchObject({ image: { type: 'image/jpeg' } });
    expect(fake.drawn.map(({ width, quality }) => [width, quality])).toEqual([
      [2048, undefined],
      [2048, 0.85],
      [2048, 0.7],
      [1536, 0.6],
      [133, 0.4],
    ]);
  });

  it('reports a file that cannot be decoded or is not a picture', async () => {
    const asked: (string | undefined)[] = [];
    for (const [file, decodes] of [
      [jpeg, false],
      [new Blob([new Uint8Array(pdf)], { type: 'image/jpeg' }), true],
    ] as const) {
      await prepareImage(file, fakeCanvas({ decodes }).canvas, (type) => {
        asked.push(type);
        return undecoded;
      });
    }
    expect(asked).toEqual(['image/jpeg', undefined]);
  });

  it('sends a file that cannot be decoded as it is, with a placeholder', async () => {
    const original = new Uint8Array(heic());
    const { canvas, drawn } = fakeCanvas({ decodes: false });
    const result = await prepareUndecoded(new Blob([original]), 'image/heic', canvas);
    expect(result).toMatchObject({ type: 'prepared', image: { type: 'image/heic' } });
    expect(result.type === 'prepared' && new Uint8Array(result.image.bytes)).toEqual(original);
    expect(drawn).toEqual([{ width: 133, height: 100, type: 'image/jpeg', quality: 0.4 }]);
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
