import { describe, expect, it } from 'vitest';
import { MAX_IMAGE_BYTES } from '../../../../src/domain/limits';
import { preparePicture } from '../../../../src/features/request/preparePicture';
import { fitWithin, thumbnailSize } from '../../../../src/features/request/renderPicture';
import { heic, pdf } from '../../../pictures';
import { fakeStudio } from './fakeStudio';

const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0]);
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);
const jpeg = new File([JPEG], 'a.jpg', { type: 'image/jpeg' });
const png = new File([PNG], 'a.png', { type: 'image/png' });

describe('sizes', () => {
  it.each([
    [4000, 3000, 2048, 1536],
    [1000, 4000, 512, 2048],
    [2048, 10, 2048, 10],
    [640, 480, 640, 480],
    [50_000, 1, 2048, 1],
  ])('%i × %i becomes %i × %i', (width, height, w, h) => {
    expect(fitWithin(width, height)).toEqual({ width: w, height: h });
  });

  it.each([
    [4000, 3000, 133],
    [3000, 4000, 75],
    [10, 10, 100],
    [1, 5000, 1],
  ])('the thumbnail of %i × %i is %i × 100', (width, height, w) => {
    expect(thumbnailSize(width, height)).toEqual({ width: w, height: 100 });
  });
});

describe('preparePicture', () => {
  it('re-encodes to at most 2048 px and makes a thumbnail of quality 0.4', async () => {
    const { studio, drawn, closed } = fakeStudio({});
    const result = await preparePicture(jpeg, studio);
    expect(result).toMatchObject({
      ok: true,
      image: { name: 'a.jpg', type: 'image/jpeg', thumb: { type: 'image/jpeg' } },
    });
    expect(drawn).toEqual([
      { width: 2048, height: 1536, type: 'image/jpeg', quality: 0.85 },
      { width: 133, height: 100, type: 'image/jpeg', quality: 0.4 },
    ]);
    expect(closed()).toBe(1);
  });

  it('keeps a transparent PNG a PNG, and makes an opaque one a JPEG', async () => {
    const clear = await preparePicture(png, fakeStudio({ alpha: 10 }).studio);
    const opaque = await preparePicture(png, fakeStudio({}).studio);
    expect(clear).toMatchObject({ image: { type: 'image/png', thumb: { type: 'image/jpeg' } } });
    expect(opaque).toMatchObject({ image: { type: 'image/jpeg' } });
  });

  it('lowers quality and size until the picture may be stored', async () => {
    const tooLarge = MAX_IMAGE_BYTES + 1;
    const { studio, drawn } = fakeStudio({
      alpha: 10,
      sizeOf: ({ width, type }) => (type === 'image/png' || width > 1600 ? tooLarge : 10),
    });
    const result = await preparePicture(png, studio);
    expect(result).toMatchObject({ ok: true, image: { type: 'image/jpeg' } });
    expect(drawn.map(({ width, quality }) => [width, quality])).toEqual([
      [2048, undefined],
      [2048, 0.85],
      [2048, 0.7],
      [1536, 0.6],
      [133, 0.4],
    ]);
  });

  it('sends a HEIC that cannot be decoded as it is, with a placeholder 100 px high', async () => {
    const original = new Uint8Array(heic());
    const { studio, drawn } = fakeStudio({ decodes: false });
    const result = await preparePicture(new File([original], 'IMG_1.HEIC'), studio);
    expect(result).toMatchObject({ ok: true, image: { type: 'image/heic' } });
    expect(result.ok && new Uint8Array(result.image.bytes)).toEqual(original);
    expect(drawn).toEqual([{ width: 133, height: 100, type: 'image/jpeg', quality: 0.4 }]);
  });

  it('refuses an undecodable HEIC over 10 MiB', async () => {
    const large = new File([new Uint8Array(heic()), new Uint8Array(MAX_IMAGE_BYTES)], 'a.heic');
    expect(await preparePicture(large, fakeStudio({ decodes: false }).studio)).toEqual({
      ok: false,
      reason: 'tooLarge',
    });
  });

  it('refuses what claims to be a picture and is none', async () => {
    const plan = new File([new Uint8Array(pdf)], 'plan.jpg', { type: 'image/jpeg' });
    const broken = await preparePicture(jpeg, fakeStudio({ decodes: false }).studio);
    expect(await preparePicture(plan, fakeStudio({}).studio)).toEqual({
      ok: false,
      reason: 'undecodable',
    });
    expect(broken).toEqual({ ok: false, reason: 'undecodable' });
  });
});
