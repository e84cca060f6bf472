/** The cache in which images shared to the installed app wait for the form (manifest `share_target`). */
export const SHARE_CACHE = 'shared-pictures';
export const SHARE_PATH = '/share-target';
/** The most bytes of images that are taken from one share. */
export const MAX_SHARED_BYTES = 25_000_000;

const NAME_HEADER = 'x-file-name';

/** The address and headers under which a shared file is in the cache. */
export function sharedEntry(index: number, file: { name: string; type: string }) {
  return {
    url: `${SHARE_PATH}/${index}`,
    headers: { 'content-type': file.type, [NAME_HEADER]: encodeURIComponent(file.name) },
  };
}

/** The name of a shared file, read from its headers. */
export function sharedName(headers: { get(name: string): string | null }): string {
  try {
    return decodeURIComponent(headers.get(NAME_HEADER) ?? 'shared');
  } catch {
    // The app has not written this header.
    return 'shared';
  }
}
