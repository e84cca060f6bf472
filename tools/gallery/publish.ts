import type { Sharp } from 'sharp';
import type { ToolContext } from '../toolContext';
import { pool } from '../pool';
import type { Rendering } from './describe';
import { contentTypeOf, PICTURE_CACHE_CONTROL } from '../../src/domain/workFiles';
import { WORK_CARD } from '../../src/domain/constants';
import { decode, type Photo } from './photos';
import { encode, encodeThumb } from './makeRenderings';

/** How many photos are worked on at a time: each one holds a decoded picture of the full width in memory. */
const WIDTH = 3;

/**
 * Resolves with the download address of every file. `stored` has the names of the files in the bucket; `advance` is
 * called after each upload.
 */
export async function publish(
  { objects }: Pick<ToolContext, 'objects'>,
  folder: string,
  groups: ReadonlyMap<Photo, Rendering[]>,
  stored: ReadonlySet<string>,
  advance: () => void,
): Promise<Map<string, string>> {
  const addresses = new Map<string, string>();
  await pool([...groups], WIDTH, async ([photo, renderings]) => {
    let base: Sharp | undefined;
    for (const rendering of renderings) {
      const name = folder + rendering.file;
      const existing = stored.has(name) ? await objects.get(name) : undefined;
      // One that is marked may be deleted at any moment. Stored anew, it is another one, without a mark.
      if (existing && !existing.isUnnamed) addresses.set(rendering.file, existing.url);
      else {
        base ??= (await decode(photo.file)).pixels;
        const bytes = await render(base, rendering);
        const contentType = contentTypeOf(rendering.file);
        const put = await objects.put({
          name,
          bytes,
          contentType,
          cacheControl: PICTURE_CACHE_CONTROL,
        });
        addresses.set(rendering.file, put.url);
        if (!existing) advance();
      }
    }
  });
  return addresses;
}

async function render(base: Sharp, { width, format }: Rendering): Promise<Uint8Array<ArrayBuffer>> {
  const picture =
    width === 'thumb'
      ? encodeThumb(base.clone().resize(WORK_CARD.width, WORK_CARD.height, { kernel: 'lanczos3' }))
      : encode(base.clone().resize({ width, kernel: 'lanczos3' }), format);
  return new Uint8Array(await picture.toBuffer());
}
