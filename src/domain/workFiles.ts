/** Ids of works, and where their pictures are in the bucket. For the owner's page, the owner's commands and the seed. */

/** The `Cache-Control` of pictures: their names contain a hash of the content, so a stored picture never changes. */
export const PICTURE_CACHE_CONTROL = 'public, max-age=31536000, immutable';

/** The MIME type of a picture, by the ending of its name: `avif`, `webp` or `jpeg`. */
export const contentTypeOf = (file: string) => `image/${file.slice(file.lastIndexOf('.') + 1)}`;

/** The most bytes of a picture that an owner stores: the one on the card, or one so many pixels wide (storage.rules). */
export function maxWorkFileBytes(width: number | 'thumb'): number {
  if (width === 'thumb') return 512 * 1024;
  return (width < 1000 ? 2 : 4) * 1024 * 1024;
}

export const galleryFolder = (work: string) => `gallery/${work}/`;

/**
 * The address of a gallery picture (Firebase Storage API v0). It has no token, because everybody may read these
 * pictures (storage.rules). Without tokens the gallery's list of addresses is a third shorter on the wire.
 */
export function downloadAddress(file: { origin: string; bucket: string; name: string }): string {
  const [bucket, name] = [file.bucket, file.name].map(encodeURIComponent);
  return `${file.origin}/v0/b/${bucket}/o/${name}?alt=media`;
}

/** Whether this can be the id of a work, which is part of an address: letters, digits, hyphens and underscores. */
export function isWorkId(id: string): boolean {
  return /^[a-zA-Z0-9][a-zA-Z0-9_-]{0,99}$/.test(id);
}

const MAX_ID_FROM_TITLE = 80;

/** Letters that no normal form takes apart. */
const LATIN: Record<string, string> = {
  ß: 'ss',
  ł: 'l',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
};

/**
 * A text in small letters without accents: "Élm Straße" becomes "elm strasse". Other scripts than the Latin one stay.
 */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ßłøæœđðþħı]/g, (letter) => LATIN[letter]!);

/** An id from a title: "Élm Straße — navy" becomes `elm-strasse-navy`. Empty if no letter or digit is left. */
export function workIdFrom(title: string): string {
  return folded(title)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_ID_FROM_TITLE)
    .replaceAll(/^-|-$/g, '');
}
