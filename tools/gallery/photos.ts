import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp, { type ResizeOptions, type Sharp } from 'sharp';
import { WORK_CARD } from '../../src/domain/constants';
import { takeHeader } from '../../src/pictures/header';
import { sniff } from '../../src/pictures/imageTypes';
import { fromPq } from '../../src/pictures/pq';
import { openPicture } from '../openPicture';
import { ToolError } from '../toolErrors';
import { pool } from '../pool';
import { FULL_WIDTH, placeholderOf, RECIPE } from './makeRenderings';

export interface PhotoFiles {
  before: string[];
  after: string[];
  /** What else lies in the folder, and is not used. */
  leftOut: string[];
}

export interface Photo {
  file: string;
  /** The size of its full-size rendering, upright, in pixels. */
  width: number;
  height: number;
  /** A hash of the photo's bytes and of `RECIPE`. The names of its renderings start with it. */
  hash: string;
  placeholder: string;
}

/** What WebP can have, in pixels. */
const MAX_HEIGHT = 16_383;

const PICTURE = /\.(jpe?g|jfif|png|webp|avif|tiff?|heic|heif)$/i;
const byNumber = new Intl.Collator('en', { numeric: true });

/**
 * Finds the photos: files whose names start with `before` and `after`, and files in folders whose names do. They are
 * sorted by name, with numbers in their order (2 before 10). Throws `ToolError` if there is no after photo.
 */
export async function findPhotos(folder: string): Promise<PhotoFiles> {
  const found: PhotoFiles = { before: [], after: [], leftOut: [] };
  for (const entry of await list(folder)) {
    const place = path.join(folder, entry.name);
    const name = entry.name.toLowerCase();
    const phase = (['before', 'after'] as const).find((each) => name.startsWith(each));
    const inside = phase && entry.isDirectory() ? await list(place) : [];
    const files = inside.map((file) => path.join(place, file.name));
    for (const file of phase && entry.isDirectory() ? files : [place]) {
      found[phase && PICTURE.test(file) ? phase : 'leftOut'].push(file);
    }
  }
  for (const files of Object.values(found) as string[][]) files.sort(byNumber.compare);
  if (found.after.length === 0) {
    throw new ToolError(
      `${folder} has no photos of the finished work. Put them into a folder "after" within it (and the older ones\n` +
        'into a folder "before"), or name them after-1.jpg, before-1.jpg, … JPEG, PNG, WebP, AVIF and TIFF can be used.',
    );
  }
  return found;
}

async function list(folder: string) {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter(({ name }) => !name.startsWith('.'));
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new ToolError(
      isMissing
        ? `There is no folder ${folder}. Check how it is spelled.`
        : `${folder} cannot be read: ${(error as Error).message}`,
    );
  }
}

/** Decodes every photo. Throws one `ToolError` that names all broken photos, so that no half of a work is published. */
export async function checkPhotos(
  files: readonly string[],
  advance: () => void,
): Promise<Map<string, Photo>> {
  const photos = new Map<string, Photo>();
  const broken = new Map<string, string>();
  await pool(files, 2, async (file) => {
    try {
      photos.set(file, await checkPhoto(file));
    } catch (error) {
      broken.set(file, (error as Error).message);
    }
    advance();
  });
  if (broken.size === 0) return photos;
  const lines = files.flatMap((file) => {
    const reason = broken.get(file);
    return reason === undefined ? [] : [`  ${file}: ${explain(file, reason)}`];
  });
  throw new ToolError(
    `${broken.size} of ${files.length} photos cannot be used, so nothing was changed:\n${lines.join('\n')}\n` +
      'Replace these photos, or take them out of the folder, then run the same command again.',
  );
}

async function checkPhoto(file: string): Promise<Photo> {
  const bytes = await readFile(file);
  const { width, height, pixels } = await decode(bytes);
  if (height > MAX_HEIGHT) {
    throw new Error(
      `it is too tall (${width} × ${height} pixels); its height may be ${MAX_HEIGHT.toLocaleString('en-US')} pixels`,
    );
  }
  const placeholder = await placeholderOf(pixels);
  const hash = createHash('sha256').update(`${RECIPE}:`).update(bytes).digest('hex').slice(0, 16);
  return { file, width, height, hash, placeholder };
}

/**
 * The photo on the work's card: the one with this name, or else the first after photo that has no before. Throws
 * `ToolError` if there is none with this name, or it is smaller than the card's picture.
 */
export function coverOf(
  name: string | undefined,
  { before, after }: Record<'before' | 'after', readonly Photo[]>,
  folder: string,
): Photo {
  const hasName = ({ file }: Photo) => file.endsWith(path.normalize(`/${name}`));
  const cover =
    name === undefined
      ? (after[before.length] ?? after[0])
      : [...after, ...before].find((photo) => hasName(photo));
  if (!cover) {
    throw new ToolError(
      `The cover ${name} is not one of the photos. Name one that is in ${folder}.`,
    );
  }
  if (cover.width < WORK_CARD.width || cover.height < WORK_CARD.height) {
    throw new ToolError(
      `${cover.file} is too small for the cover: ${cover.width} × ${cover.height} pixels, at least ${WORK_CARD.width} × ${WORK_CARD.height} are needed.\n` +
        'Use a larger photo, or name another one: --cover NAME.',
    );
  }
  return cover;
}

/**
 * The photo turned upright as its EXIF data say, in sRGB, at most as wide as the full size unless `size` says
 * otherwise. Its metadata, such as the place where it was taken, are left out.
 */
export async function upright(
  photo: string | Buffer,
  size: ResizeOptions = { width: FULL_WIDTH, withoutEnlargement: true },
): Promise<Sharp> {
  const bytes = typeof photo === 'string' ? await readFile(photo) : photo;
  const picture = openPicture(bytes, { failOn: 'error' })
    .resize({ ...size, kernel: 'lanczos3' })
    .flatten({ background: '#ffffff' });
  if (!(await isPq(bytes))) return picture;
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  fromPq(data, info.channels);
  return sharp(data, { raw: info });
}

/** sharp takes such values for sRGB. */
async function isPq(bytes: Buffer): Promise<boolean> {
  const file = new Blob([new Uint8Array(bytes)]);
  return (await takeHeader(file, (await sniff(file)) ?? '')).isPq;
}

/** Decodes a photo once, upright; all its renderings are made from these pixels. */
export async function decode(photo: string | Buffer) {
  const picture = await upright(photo);
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { width, height, pixels: sharp(data, { raw: { width, height, channels } }) };
}

function explain(file: string, reason: string): string {
  if (/\.hei[cf]$/i.test(file)) return 'HEIC cannot be used here; export the photo as JPEG';
  if (reason.startsWith('ENOENT')) return 'there is no such file';
  if (/unsupported image format/.test(reason))
    return 'this is not a picture, or its beginning is damaged';
  const [line = reason] = reason.split('\n');
  return line;
}
