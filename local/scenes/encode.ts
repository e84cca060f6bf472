import { join } from 'node:path';
import sharp from 'sharp';
import { encode, encodeThumb, FORMATS, THUMB, WIDTHS } from '../../tools/gallery/renderings';
import { FULL, sourceFile } from './manifest';
import type { Picture } from './render/picture';

export const HERO_WIDTHS = [480, 800, 1200, 1600] as const;
/** Of the crop for phones, 4:5. */
export const HERO_TALL_WIDTHS = [480, 720, 960] as const;

/** A rendered picture as a lossless image of the full size. */
export async function fullSize({ width, height, pixels }: Picture): Promise<Buffer> {
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .resize(FULL.width, FULL.height, { kernel: 'lanczos3' })
    .png({ compressionLevel: 3 })
    .toBuffer();
}

/** Resizes to a ratio of height to width (3:4 by default) and crops at the sides what is too wide. */
async function writeWidth(
  image: Buffer,
  width: number,
  folder: string,
  name: string,
  ratio = 0.75,
) {
  const resized = sharp(image).resize(width, width * ratio, { kernel: 'lanczos3' });
  for (const format of FORMATS) {
    await encode(resized.clone(), format).toFile(join(folder, sourceFile(name, width, format)));
  }
}

/** Writes a picture in every width and format of the gallery. */
export async function writePicture(image: Buffer, folder: string, name: string): Promise<void> {
  for (const width of WIDTHS) await writeWidth(image, width, folder, name);
}

/** Writes one side of the landing's comparison, whole and as phones show it. */
export async function writeHero(image: Buffer, folder: string, phase: string): Promise<void> {
  for (const width of HERO_WIDTHS) await writeWidth(image, width, folder, phase);
  for (const width of HERO_TALL_WIDTHS) {
    await writeWidth(image, width, folder, `${phase}-tall`, 1.25);
  }
}

/** Writes the gallery card's picture. */
export async function writeThumb(image: Buffer, file: string): Promise<void> {
  const resized = sharp(image).resize(THUMB.width, THUMB.height, { kernel: 'lanczos3' });
  await encodeThumb(resized).toFile(file);
}
