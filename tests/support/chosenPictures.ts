/** Pictures that the tests choose, and the check of how they arrive. */
import { expect } from '@playwright/test';
import sharp from 'sharp';
import { png } from './makePictures';
import type { StoredFile } from './serverContent';

/** A file as Playwright hands it to a file input. */
export interface InputFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** `count` different small pictures, one lighter than the other. */
export function smallPictures(count: number): Promise<InputFile[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => ({
      name: `door-${index}.png`,
      mimeType: 'image/png',
      buffer: await sharp(await png(400, 300, index + 11))
        .linear(0.4, 40 + 60 * index)
        .png()
        .toBuffer(),
    })),
  );
}

/** The longest side that leaves the device, and the height of a thumbnail, in pixels. */
const MAX_SIDE = 2048;
const THUMBNAIL_HEIGHT = 100;
/** Mean difference per channel, of 255, that JPEG and two ways of scaling make. */
const ALLOWED = 4;
/** The same where two colours meet at an edge that the encoding blurs; a picture turned wrong has 70 and more. */
const ALLOWED_AT_EDGES = 8;

/**
 * Asserts that two stored objects are what has to become of a chosen file: itself where nobody can
 * decode it; else a JPEG or PNG that looks like it, no larger than allowed and without EXIF.
 */
export async function expectPrepared(
  chosen: Buffer,
  image: StoredFile,
  thumb: StoredFile,
): Promise<void> {
  expect(await sharp(thumb.bytes).metadata()).toMatchObject({
    format: 'jpeg',
    height: THUMBNAIL_HEIGHT,
  });
  const original = await sharp(chosen)
    .metadata()
    .catch(() => undefined);
  if (!original) {
    expect(image.bytes.equals(chosen)).toBe(true);
    return;
  }
  const { width, height } = original.autoOrient;
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height));
  const { format, exif, ...size } = await sharp(image.bytes).metadata();
  expect(image.contentType).toBe(`image/${format}`);
  expect(exif).toBeUndefined();
  expect([size.width, size.height]).toEqual(
    [width, height].map((side) => Math.round(side * scale)),
  );
  const { width: thumbWidth } = await sharp(thumb.bytes).metadata();
  expect(thumbWidth).toBe(Math.round((width * THUMBNAIL_HEIGHT) / height));
  const expected = await small(chosen);
  expect(difference(expected, await small(image.bytes))).toBeLessThan(ALLOWED);
  expect(difference(expected, await small(thumb.bytes))).toBeLessThan(ALLOWED);
}

/** Asserts that two pictures show the same, both turned upright: their shape, and their colours on white. */
export async function expectAlike(
  chosen: Buffer,
  arrived: Buffer,
  allowed = ALLOWED_AT_EDGES,
): Promise<void> {
  const shapeOf = async (bytes: Buffer) => {
    const { width, height } = (await sharp(bytes).metadata()).autoOrient;
    return width / height;
  };
  expect(await shapeOf(arrived)).toBeCloseTo(await shapeOf(chosen), 1);
  expect(difference(await small(chosen), await small(arrived))).toBeLessThan(allowed);
}

const small = (bytes: Buffer) =>
  sharp(bytes)
    .autoOrient()
    .flatten({ background: 'white' })
    .resize(24, 18, { fit: 'fill' })
    .raw()
    .toBuffer();

const difference = (a: Buffer, b: Buffer) =>
  a.reduce((sum, value, at) => sum + Math.abs(value - b[at]!), 0) / a.length;
