/**
 * The pictures in Storage. Imported only when one is needed: loading its library takes longer than mailing a
 * request, and the first run of a process would wait for it.
 */
import { getStorage } from 'firebase-admin/storage';
import { logger } from 'firebase-functions';
import type { Thumbnail } from './core/mailTexts.js';

/** storage.rules let no larger thumbnail in. */
const MAX_THUMBNAIL_BYTES = 256 * 1024;
/** Milliseconds. The library would try for minutes. */
const TIMEOUT = 5_000;

const TYPES: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
};

/** The thumbnail; undefined if it is of no type that mail programs show, too large, missing, or too slow. */
export async function thumbnailFrom(name: string): Promise<Thumbnail | undefined> {
  const type = TYPES[name.slice(name.lastIndexOf('.') + 1)];
  if (type === undefined) return undefined;
  try {
    const bytes = await download(name);
    return bytes.length > MAX_THUMBNAIL_BYTES ? undefined : { type, bytes };
  } catch (error) {
    logger.warn(`${name} is not in its mail.`, error);
    return undefined;
  }
}

async function download(name: string): Promise<Buffer> {
  const stream = getStorage().bucket().file(name).createReadStream({ end: MAX_THUMBNAIL_BYTES });
  const timer = setTimeout(() => stream.destroy(new Error('Too slow')), TIMEOUT);
  try {
    return Buffer.concat(await stream.toArray());
  } finally {
    clearTimeout(timer);
  }
}

/** Deletes every stored file of a request. */
export async function deletePicturesOf(id: string): Promise<void> {
  await getStorage()
    .bucket()
    .deleteFiles({ prefix: `requests/${id}/` });
}
