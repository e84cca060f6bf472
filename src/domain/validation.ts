import type { KeptReview } from './ports';
import type { RequestFields } from './types';

/** The text fields in the order of the form. */
export const TEXT_FIELDS = ['name', 'email', 'phone', 'address', 'description'] as const;
export type TextField = (typeof TEXT_FIELDS)[number];

export const EMPTY_FIELDS: RequestFields = {
  name: '',
  email: '',
  phone: '',
  address: '',
  description: '',
  categories: [],
};

export const EMPTY_REVIEW: KeptReview = { stars: 0, text: '', id: null, isRefused: false };

const IMAGE_EXTENSIONS = ['jpg', 'jpeg', 'png', 'webp', 'gif', 'avif', 'heic', 'heif'] as const;
export type ImageExtension = (typeof IMAGE_EXTENSIONS)[number];

/** The image types that storage.rules accepts, by extension. */
export const IMAGE_TYPES: Record<ImageExtension, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  heic: 'image/heic',
  heif: 'image/heif',
};

/** The extension under which a picture of this MIME type is stored, or undefined. */
export function extensionOf(type: string): ImageExtension | undefined {
  return IMAGE_EXTENSIONS.find((extension) => IMAGE_TYPES[extension] === type);
}

/** Types that say nothing: some Android pickers give them to HEIC and JPEG files. */
const VAGUE_TYPES = ['', 'application/octet-stream', 'image/jpg'];

/**
 * The MIME type of a chosen file, judged by its type or, where the system gives none that helps, by
 * its name. Undefined for what is not an accepted picture; SVG is not.
 */
export function imageTypeOf(file: { name: string; type: string }): string | undefined {
  if (!VAGUE_TYPES.includes(file.type)) return extensionOf(file.type) && file.type;
  const extension = file.name.split('.').pop()?.toLowerCase() ?? '';
  return Object.hasOwn(IMAGE_TYPES, extension)
    ? IMAGE_TYPES[extension as ImageExtension]
    : undefined;
}
