import { FIELD_LIMITS, MAX_CATEGORIES, MAX_CATEGORY_LENGTH } from './limits';
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

/** The first required field that is empty, in the order of the form; undefined when none is. */
export function firstMissingField(fields: RequestFields): TextField | undefined {
  return TEXT_FIELDS.find((name) => fields[name] === '');
}

/**
 * Whether the server would take these fields: what firestore.rules checks of the visitor's own
 * input. Lengths are counted in UTF-16 code units here and in the form's `maxlength`.
 */
export function isAcceptable(fields: RequestFields): boolean {
  return (
    TEXT_FIELDS.every((name) => fields[name] !== '' && fields[name].length <= FIELD_LIMITS[name]) &&
    fields.categories.length <= MAX_CATEGORIES &&
    fields.categories.every((id) => id !== '' && id.length <= MAX_CATEGORY_LENGTH)
  );
}

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

/**
 * The MIME type of a chosen file, judged by its type or, where the system gives none (HEIC on
 * iPhones), by its name. Undefined for what is not an accepted picture; SVG is not.
 */
export function imageTypeOf(file: { name: string; type: string }): string | undefined {
  if (file.type !== '') return extensionOf(file.type) && file.type;
  const extension = file.name.split('.').pop()?.toLowerCase() ?? '';
  return IMAGE_TYPES[extension as ImageExtension];
}
