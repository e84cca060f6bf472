/**
 * The pictures in Storage. Imported only when one is needed: loading its library takes longer than mailing a
 * request, and the first run of a process would wait for it.
 */
import { getStorage } from 'firebase-admin/storage';
import { logger } from 'firebase-functions';
import type { GalleryFile, UnnamedFilesDeps } from './core/galleryLeftovers.js';
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

export async function deleteFolder(folder: string): Promise<void> {
  await getStorage().bucket().deleteFiles({ prefix: folder });
}

/**
 * A page of the files of the gallery. `from` is inclusive: Storage knows no other place that lasts longer than a page
 * token (https://cloud.google.com/storage/docs/json_api/v1/objects/list). The mark is metadata of the file: its bytes,
 * its address and its generation stay.
 */
export const galleryFiles: UnnamedFilesDeps['galleryFiles'] = async (from, most) => {
  const [files, next] = await getStorage()
    .bucket()
    .getFiles({
      prefix: 'gallery/',
      maxResults: most,
      autoPaginate: false,
      ...(from !== undefined && { startOffset: from }),
    });
  return { files: files.map(toGalleryFile), isLast: !next };
};

type File = ReturnType<ReturnType<ReturnType<typeof getStorage>['bucket']>['file']>;

function toGalleryFile(file: File): GalleryFile {
  const { generation, metageneration, metadata } = file.metadata;
  const since = Date.parse(String(metadata?.['unnamedSince']));
  const asListed = {
    ifGenerationMatch: generation!,
    ifMetagenerationMatch: metageneration!,
  };
  return {
    name: file.name,
    unnamedSince: Number.isNaN(since) ? undefined : since,
    mark: (time) => {
      const unnamedSince = time === undefined ? null : new Date(time).toISOString();
      return unlessChanged(file.setMetadata({ metadata: { unnamedSince } }, asListed));
    },
    delete: () => unlessChanged(file.delete({ ...asListed, ignoreNotFound: true })),
  };
}

/** 404, 412: somebody has deleted or changed it since it was listed, and the next walk sees what it is now. */
async function unlessChanged(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (![404, 412].includes((error as { code?: number }).code ?? 0)) throw error;
  }
}
