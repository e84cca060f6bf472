import { join } from 'node:path';
import sharp from 'sharp';
import { FULL, sourceFile, THUMB, WIDTHS } from './manifest';
import type { Picture } from './render/picture';

const HERO_WIDTHS = [480, 800, 1200, 1600] as const;

/** A rendered picture as an image of the full size. */
export async function fullSize(picture: Picture): Promise<Buffer> {
  const { width, height, pixels } = picture;
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .resize(FULL.width, FULL.height, { kernel: 'lanczos3' })
    .png({ compressionLevel: 3 })
    .toBuffer();
}

async function rendering(
  image: Buffer,
  width: number,
  format: 'avif' | 'webp',
  file: string,
): Promise<void> {
  // Small pictures are shown on dense screens or tiny: they bear a little more compression.
  const small = width < 700;
  const resized = sharp(image).resize(width, (width * 3) / 4, { kernel: 'lanczos3' });
  const encoded =
    format === 'avif'
      ? resized.avif({ quality: small ? 50 : 52, effort: 5 })
      : resized.webp({ quality: small ? 74 : 76, effort: 6, smartSubsample: true });
  await encoded.toFile(file);
}

/** Writes a picture in every width and format of the gallery. */
export async function writePicture(image: Buffer, folder: string, name: string): Promise<void> {
  for (const width of WIDTHS) {
    for (const format of ['avif', 'webp'] as const) {
      await rendering(image, width, format, join(folder, sourceFile(name, width, format)));
    }
  }
}

export async function writeThumb(image: Buffer, file: string): Promise<void> {
  await sharp(image)
    .resize(THUMB.width, THUMB.height, { kernel: 'lanczos3' })
    .webp({ quality: 74, effort: 6 })
    .toFile(file);
}

/** Writes one side of the landing's comparison. */
export async function writeHero(image: Buffer, folder: string, phase: string): Promise<void> {
  for (const width of HERO_WIDTHS) {
    for (const format of ['avif', 'webp'] as const) {
      await rendering(image, width, format, join(folder, sourceFile(phase, width, format)));
    }
  }
}
