/** A work's id, and where its pictures lie in the bucket: of the seed and the owner's tools. */

/** Names carry the content's hash, so a stored picture never changes. */
export const GALLERY_CACHE = 'public, max-age=31536000, immutable';

/** The MIME type of a picture by its ending, which is `avif` or `webp`. */
export const contentTypeOf = (file: string) => `image/${file.slice(file.lastIndexOf('.') + 1)}`;

/** The folder of a work's pictures. */
export const galleryFolder = (work: string) => `gallery/${work}/`;

/**
 * The address of a gallery picture (Firebase Storage API v0). Everybody may get it (storage.rules), so it
 * goes without a token: a gallery's list of addresses is a third shorter on the wire.
 */
export function downloadAddress(file: { origin: string; bucket: string; name: string }): string {
  const [bucket, name] = [file.bucket, file.name].map(encodeURIComponent);
  return `${file.origin}/v0/b/${bucket}/o/${name}?alt=media`;
}

/** The id of a work stands in addresses: small letters, digits and hyphens. */
export function isWorkId(id: string): boolean {
  return /^[a-zA-Z0-9][a-zA-Z0-9_-]{0,99}$/.test(id);
}

/** An id from a title: "Élm Street — navy" becomes `elm-street-navy`. Empty where nothing is left. */
export function workIdFrom(title: string): string {
  return title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replaceAll(/^-+|-+$/g, '');
}
