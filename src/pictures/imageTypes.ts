import { MAX_IMAGE_BYTES } from '../domain/constants';
import type { RejectedFile } from '../domain/types';
import { attempt } from '../lib/browser';

/** What a file chooser offers, and the manifest for shared files. Extensions for systems that do not know HEIC. */
export const ACCEPT = 'image/*,.heic,.heif';

/** How many bytes at the start of a file are enough to tell its type. */
const HEAD_BYTES = 64;

const startsWith = (head: Uint8Array, bytes: readonly number[], at = 0) =>
  bytes.every((byte, index) => head[at + index] === byte);

const HEIF_BRANDS: Record<string, string> = {
  heic: 'image/heic',
  heix: 'image/heic',
  heim: 'image/heic',
  heis: 'image/heic',
  hevc: 'image/heic',
  hevx: 'image/heic',
  hevm: 'image/heic',
  hevs: 'image/heic',
  mif1: 'image/heif',
  msf1: 'image/heif',
  avif: 'image/avif',
  avis: 'image/avif',
};

/**
 * The type of a file that has none of the named ones: if the browser opens it, it is a picture (a BMP, a JPEG XL, in Safari
 * a TIFF), and it is re-encoded. A browser looks at the bytes, but not for SVG, which it opens only under its own type.
 */
export const OTHER = 'image/*';
/** The most bytes of a file of an unknown type in which a picture is looked for: a larger one may be a film. */
const MAX_OTHER_BYTES = 64 * 1024 * 1024;

/** The MIME type of a file by its first bytes (64 or more); undefined if it is not one of these. */
export function typeOfBytes(head: Uint8Array): string | undefined {
  if (startsWith(head, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (startsWith(head, [0x89, 0x50, 0x4e, 0x47])) return 'image/png';
  const text = String.fromCharCode(...head.subarray(0, HEAD_BYTES));
  if (text.startsWith('GIF8')) return 'image/gif';
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'image/webp';
  if (!text.startsWith('ftyp', 4)) return undefined;
  // The box begins with its length. The major brand comes first, then the compatible ones. A file with the major
  // brand mif1 may be HEIC or AVIF.
  const end = Math.min(HEAD_BYTES, new DataView(head.buffer, head.byteOffset).getUint32(0));
  const brands = [HEIF_BRANDS[text.slice(8, 12)]];
  for (let at = 16; at < end; at += 4) brands.push(HEIF_BRANDS[text.slice(at, at + 4)]);
  return brands.find((type) => type && type !== 'image/heif') ?? brands.find(Boolean);
}

/**
 * The MIME type by a file's first bytes: `OTHER` where only the browser can say; undefined if it is no image that we
 * accept.
 */
export async function sniff(file: Blob): Promise<string | undefined> {
  const type = typeOfBytes(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()));
  return type ?? (file.size <= MAX_OTHER_BYTES ? OTHER : undefined);
}

const SENT_UNDECODED = ['image/heic', 'image/heif', 'image/avif'];

/** Whether a file of this type and size (bytes) is sent unchanged if the browser cannot decode it. */
export const isSentUndecoded = (type: string, size: number): boolean =>
  SENT_UNDECODED.includes(type) && size <= MAX_IMAGE_BYTES;

/**
 * What a chosen file is, by its first bytes: its name and its given type do not count, because systems give photos
 * without extension, with an empty or a wrong type. Only a file of an unknown type is read further, by the browser.
 * `reasonIfEmpty`: why a file without bytes is rejected. Never rejects; a file in a cloud may take minutes.
 */
export async function judgeFile(
  file: File,
  reasonIfEmpty: RejectedFile['reason'] = 'empty',
): Promise<{ type: string } | { reason: RejectedFile['reason'] }> {
  if (file.size === 0) return { reason: reasonIfEmpty };
  // A file that cannot be read (moved away) cannot be sent either.
  const type = await sniff(file).catch(() => undefined);
  if (type === undefined || (type === OTHER && !(await isOpened(file))))
    return { reason: 'noImage' };
  return { type };
}

/** Whether this browser opens a file that is `OTHER`. */
const isOpened = (file: Blob): Promise<boolean> =>
  attempt(() => createImageBitmap(file.slice(0, file.size, OTHER))).then(
    (bitmap) => {
      bitmap.close();
      return true;
    },
    () => false,
  );
