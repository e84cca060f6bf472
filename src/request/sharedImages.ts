/** Images shared to the installed app wait here for the request form (manifest `share_target`). */
export const SHARE_CACHE = 'shared-pictures';
export const SHARE_PATH = '/share-target';
/** Bytes of all images that are taken of one share. */
export const MAX_SHARED_BYTES = 25_000_000;

const NAME_HEADER = 'x-file-name';

/** Under which address and headers a shared file is kept in the cache. */
export function sharedEntry(index: number, file: { name: string; type: string }) {
  return {
    url: `${SHARE_PATH}/${index}`,
    headers: { 'content-type': file.type, [NAME_HEADER]: encodeURIComponent(file.name) },
  };
}

/** The name a shared file was kept under. */
export function sharedName(headers: { get(name: string): string | null }): string {
  try {
    return decodeURIComponent(headers.get(NAME_HEADER) ?? 'shared');
  } catch {
    // Not written by us.
    return 'shared';
  }
}
