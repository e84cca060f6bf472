import { MAX_IMAGE_BYTES } from '../domain/constants';
import type { RejectedFile } from '../domain/types';

/** The image types that storage.rules accepts, by extension. */
export const IMAGE_TYPES = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  heic: 'image/heic',
  heif: 'image/heif',
};
type ImageExtension = keyof typeof IMAGE_TYPES;

/** The extension for an image of this MIME type; undefined if the type is not accepted. */
function extensionOf(type: string): ImageExtension | undefined {
  const extensions = Object.keys(IMAGE_TYPES) as ImageExtension[];
  return extensions.find((extension) => IMAGE_TYPES[extension] === type);
}

/** Types that do not identify a file. Some Android pickers give them to HEIC and JPEG files. */
const VAGUE_TYPES = ['', 'application/octet-stream', 'image/jpg'];

/**
 * The MIME type of a chosen file by the type that the system gives or, if that is vague, by its extension.
 * Undefined if the file is no image that we accept. SVG is not accepted.
 */
function imageTypeOf(file: { name: string; type: string }): string | undefined {
  if (!VAGUE_TYPES.includes(file.type)) return extensionOf(file.type) && file.type;
  const extension = file.name.split('.').pop()?.toLowerCase() ?? '';
  return Object.keys(IMAGE_TYPES).includes(extension)
    ? IMAGE_TYPES[extension as ImageExtension]
    : undefined;
}

/** How many bytes at the start of a file are enough to find out its type. */
const HEAD_BYTES = 32;

const startsWith = (head: Uint8Array, bytes: readonly number[], at = 0) =>
  bytes.every((byte, index) => head[at + index] === byte);

const HEIF_BRANDS: Record<string, string> = {
  heic: 'image/heic',
  heix: 'image/heic',
  heim: 'image/heic',
  heis: 'image/heic',
  hevc: 'image/heic',
  hevx: 'image/heic',
  mif1: 'image/heif',
  msf1: 'image/heif',
  avif: 'image/avif',
  avis: 'image/avif',
};

/** The MIME type of a file by its first bytes (32 or more); undefined if it is no image that we accept. */
export function typeOfBytes(head: Uint8Array): string | undefined {
  if (startsWith(head, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (startsWith(head, [0x89, 0x50, 0x4e, 0x47])) return 'image/png';
  const text = String.fromCharCode(...head.subarray(0, HEAD_BYTES));
  if (text.startsWith('GIF8')) return 'image/gif';
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'image/webp';
  if (!text.startsWith('ftyp', 4)) return undefined;
  // The major brand comes first, then the compatible ones. A file with the major brand mif1 may be HEIC or AVIF.
  const brands = [8, 16, 20, 24, 28].map((at) => HEIF_BRANDS[text.slice(at, at + 4)]);
  return brands.find((type) => type && type !== 'image/heif') ?? brands.find(Boolean);
}

/** Reads a file's first bytes and returns its MIME type; undefined if it is no image that we accept. */
export async function sniff(file: Blob): Promise<string | undefined> {
  return typeOfBytes(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()));
}

/**
 * Divides files into images, with their types by their first bytes, and rejected files. `reasonIfEmpty`: why a
 * file without bytes is rejected.
 */
export async function sortFiles(
  files: readonly File[],
  reasonIfEmpty: RejectedFile['reason'] = 'empty',
) {
  const types = await Promise.all(
    files.map(async (file) => {
      if (imageTypeOf(file) === undefined) return undefined;
      // A file that cannot be read (moved away, cloud-only) cannot be sent either.
      return sniff(file).catch(() => undefined);
    }),
  );
  const images: { file: File; type: string }[] = [];
  const rejected: RejectedFile[] = [];
  for (const [index, file] of files.entries()) {
    const type = types[index];
    if (type) images.push({ file, type });
    else rejected.push({ name: file.name, reason: file.size === 0 ? reasonIfEmpty : 'noImage' });
  }
  return { images, rejected };
}

/** Types that are sent unchanged if the browser cannot decode them. */
const SENT_UNDECODED = ['image/heic', 'image/heif', 'image/avif'];

/** Whether a file of this type and size (bytes) is sent unchanged if the browser cannot decode it. */
export const isSentUndecoded = (type: string, size: number): boolean =>
  SENT_UNDECODED.includes(type) && size <= MAX_IMAGE_BYTES;
