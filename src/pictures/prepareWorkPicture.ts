/**
 * Turns a photo that the owner has chosen into the pictures of a work: upright, without metadata, in the widths that the
 * gallery shows, with the card's picture and the placeholder. `gallery:add` does the same with sharp
 * (tools/gallery/makeRenderings.ts), and makes AVIF, too, which no canvas encodes.
 */
import { PLACEHOLDER, WORK_CARD, WORK_WIDTHS } from '../domain/constants';
import { maxWorkFileBytes } from '../domain/workFiles';
import { decode, draw, meanOf, type Canvas, type Turned } from './drawing';
import { OTHER, sniff } from './imageTypes';
import { isTrue } from './probe';
import { scaled, type Size } from './sizes';

/** The type of all pictures that one photo becomes: WebP, or JPEG where the canvas cannot encode WebP (iPhones). */
export type WorkPictureType = 'image/webp' | 'image/jpeg';

export interface PreparedWorkPicture {
  /** 16 hexadecimal digits by the work's salt and the photo's bytes: the names of its files begin with them. */
  hash: string;
  /** The size of the widest rendering, in pixels. */
  width: number;
  height: number;
  /** The placeholder, as `PLACEHOLDER_PATTERN` describes it. */
  placeholder: string;
  type: WorkPictureType;
  /** The renderings from narrow to wide: at most three. */
  renderings: { width: number; bytes: ArrayBuffer }[];
  /** The picture of the gallery's card (`WORK_CARD`). Null if the photo is smaller: then it cannot be on the card. */
  thumb: ArrayBuffer | null;
}

/**
 * Why there is no picture. `noImage`: no image that we accept. `unreadable`: the file's bytes do not come. `undecoded`:
 * this browser cannot open it. `canvas`: this browser changes what is drawn.
 */
export type WorkPictureFailure = 'empty' | 'noImage' | 'unreadable' | 'undecoded' | 'canvas';

export type WorkPicturePreparation =
  { ok: true; picture: PreparedWorkPicture } | { ok: false; problem: WorkPictureFailure };

/** Raise this number when widths or settings change: the names of the files depend on it. */
const RECIPE = 'phone 1';
/** JPEG and WebP quality, tried in turn until a file is small enough to be stored. */
const QUALITIES = [0.8, 0.7, 0.55, 0.4];
/** What WebP can have, in pixels. */
const MAX_HEIGHT = 16_383;
/** A canvas of Safari that has more than 4,096 × 4,096 stays empty. A little less, for what rounding adds. */
const MAX_PIXELS = 16_700_000;

/**
 * Prepares a photo of the work that has this salt. Rejects only if the device runs out of memory, or a canvas breaks.
 */
export async function prepareWorkPicture(
  file: Blob,
  canvas: Canvas,
  salt: string,
): Promise<WorkPicturePreparation> {
  if (file.size === 0) return { ok: false, problem: 'empty' };
  const read = await readFile(file, salt);
  if ('problem' in read) return { ok: false, ...read };
  const { type, hash } = read;
  const image = await decode(file, type, canvas).catch(() => undefined);
  if (!image) return { ok: false, problem: type === OTHER ? 'noImage' : 'undecoded' };
  try {
    if (!(await isTrue(canvas))) return { ok: false, problem: 'canvas' };
    return { ok: true, picture: { hash, ...(await render(image, canvas)) } };
  } finally {
    image.close();
  }
}

/** The errors of the File API: the file has gone, has changed, or its cloud does not hand it over. */
const READ_ERRORS = ['NotFoundError', 'NotReadableError', 'SecurityError'];

/**
 * The type and the hash of an image. The whole file is read before a decoder reads it, because a decoder gives no
 * causes.
 */
async function readFile(
  file: Blob,
  salt: string,
): Promise<{ type: string; hash: string } | { problem: WorkPictureFailure }> {
  try {
    const type = await sniff(file);
    return type === undefined ? { problem: 'noImage' } : { type, hash: await hashOf(file, salt) };
  } catch (error) {
    if (READ_ERRORS.includes((error as Error).name)) return { problem: 'unreadable' };
    throw error;
  }
}

async function render(image: Turned, canvas: Canvas): Promise<Omit<PreparedWorkPicture, 'hash'>> {
  const full = fullSize(image);
  const widths = [...WORK_WIDTHS.filter((width) => width < full.width), full.width];
  const type = await typeOf(canvas);
  const renderings: PreparedWorkPicture['renderings'] = [];
  for (const width of widths) {
    const size = scaled(full, width / full.width);
    const surface = draw(canvas, image, size, WHITE);
    renderings.push({ width, bytes: await encodeSmall(surface, type, width) });
  }
  // Of the photo itself: the widest rendering of a panorama is less high than the card.
  const hasCard = image.width >= WORK_CARD.width && image.height >= WORK_CARD.height;
  const card = hasCard ? draw(canvas, image, ...covering(image, WORK_CARD)) : undefined;
  return {
    ...full,
    type,
    placeholder: placeholderOf(image, canvas),
    renderings,
    thumb: card ? await encodeSmall(card, type, 'thumb') : null,
  };
}

/** A transparent picture stands on white. */
const WHITE = { background: 'white' };

/** The size of the widest rendering, never scaled up. A picture that is far too long is narrower. */
function fullSize({ width, height }: Size): Size {
  const scale = Math.min(
    1,
    Math.max(...WORK_WIDTHS) / width,
    MAX_HEIGHT / height,
    Math.sqrt(MAX_PIXELS / (width * height)),
  );
  return scaled({ width, height }, scale);
}

function covering(image: Size, frame: Size) {
  const scale = Math.max(frame.width / image.width, frame.height / image.height);
  const whole = { width: image.width * scale, height: image.height * scale };
  return [
    whole,
    { ...WHITE, left: (whole.width - frame.width) / 2, top: (whole.height - frame.height) / 2 },
  ] as const;
}

/** A canvas that cannot encode WebP gives a PNG. */
async function typeOf(canvas: Canvas): Promise<WorkPictureType> {
  const { type } = await canvas.make(1, 1).encode('image/webp', 0.8);
  return type === 'image/webp' ? type : 'image/jpeg';
}

/** Rejects if no quality is small enough. */
async function encodeSmall(
  surface: ReturnType<Canvas['make']>,
  type: WorkPictureType,
  width: number | 'thumb',
): Promise<ArrayBuffer> {
  for (const quality of QUALITIES) {
    const blob = await surface.encode(type, quality);
    if (blob.size <= maxWorkFileBytes(width)) return blob.arrayBuffer();
  }
  throw new Error('The picture cannot be made small enough to be stored.');
}

/**
 * The middle of the picture in twelve pixels: the rows from the bottom up, each pixel as blue, green, red, in base64.
 */
function placeholderOf(image: Turned, canvas: Canvas): string {
  // By way of a small picture: a canvas that shrinks at once by a hundred takes single pixels.
  const frame = { width: PLACEHOLDER.width * BLOCK, height: PLACEHOLDER.height * BLOCK };
  const { context } = draw(canvas, image, ...covering(image, frame));
  const bytes: number[] = [];
  for (let row = PLACEHOLDER.height - 1; row >= 0; row -= 1) {
    for (let column = 0; column < PLACEHOLDER.width; column += 1) {
      const { data } = context.getImageData(column * BLOCK, row * BLOCK, BLOCK, BLOCK);
      bytes.push(...[2, 1, 0].map((channel) => Math.round(meanOf(data, channel))));
    }
  }
  return btoa(String.fromCharCode(...bytes));
}

/** One pixel of the placeholder is made of so many, in each direction. */
const BLOCK = 16;

async function hashOf(file: Blob, salt: string): Promise<string> {
  const bytes = await new Blob([`${RECIPE}:${salt}:`, file]).arrayBuffer();
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...hash.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
