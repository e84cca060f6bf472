/** The cache in which images shared to the installed app wait for the form (manifest `share_target`). */
export const SHARE_CACHE = 'shared-pictures';
export const SHARE_PATH = '/share-target';
/** The query of the address that opens the form when a share has brought nothing. */
const FAILED_QUERY = 'shared=nothing';
/** Where a share that has brought nothing leads: by the worker or, where there is none any more, by firebase.json. */
export const SHARE_FAILED = `/?${FAILED_QUERY}#request-service`;
export const hasShareFailed = (search: string): boolean =>
  search.slice(1).split('&').includes(FAILED_QUERY);
/** So many files of a share are looked at: any page can post a form with hundreds to `SHARE_PATH`. */
export const MAX_SHARED_FILES = 10;
/** So many files of all shares wait for the form: such a page can post hundreds of forms, and no form opens between. */
export const MAX_SHARED_WAITING = 50;
/** So many characters of a shared file's name are kept: the form shows it. */
const MAX_SHARED_NAME = 60;
/** The most bytes of shared images that wait for the form. */
export const MAX_SHARED_BYTES = 25_000_000;

const NAME_HEADER = 'x-file-name';
const SIZE_HEADER = 'x-file-size';

export function sharedEntry(index: number, file: Pick<File, 'name' | 'type' | 'size'>) {
  return {
    url: `${SHARE_PATH}/${index}`,
    headers: {
      'content-type': file.type,
      [NAME_HEADER]: encodeURIComponent([...file.name].slice(0, MAX_SHARED_NAME).join('')),
      [SIZE_HEADER]: String(file.size),
    },
  };
}

/** The bytes that a file had when it was shared. Where there was no room for them, only its name is stored. */
export const sharedSize = (headers: { get(name: string): string | null }): number =>
  Number(headers.get(SIZE_HEADER));

export function sharedName(headers: { get(name: string): string | null }): string {
  try {
    return decodeURIComponent(headers.get(NAME_HEADER) ?? 'shared');
  } catch {
    // The app has not written this header.
    return 'shared';
  }
}

/** The ids of the form's images that were shared begin with it: any page can post pictures to the form. */
export const SHARED_MARK = '+';

export const isSharedId = (id: string): boolean => id.startsWith(SHARED_MARK);
