/** Renders and uploads what is not stored yet; tells where each file is. */
import type { Sharp } from 'sharp';
import type { ToolContext } from '../context';
import { pool } from '../pool';
import type { Rendering } from './describe';
import { contentTypeOf, GALLERY_CACHE } from './objects';
import { decode, type Photo } from './photos';
import { encode, encodeThumb, THUMB } from './renderings';

/** Photos at a time: each holds one decoded picture of the full width. */
const WIDTH = 3;

/**
 * Resolves with the download address of every file. `stored`: the names that are there already; `advance` is
 * called for each of the others.
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
      const there = stored.has(name) ? await objects.get(name) : undefined;
      if (there) addresses.set(rendering.file, there.url);
      else {
        base ??= (await decode(photo.file)).pixels;
        const bytes = await render(base, rendering);
        const contentType = contentTypeOf(rendering.file);
        const put = await objects.put({ name, bytes, contentType, cacheControl: GALLERY_CACHE });
        addresses.set(rendering.file, put.url);
        advance();
      }
    }
  });
  return addresses;
}

async function render(base: Sharp, { width, format }: Rendering): Promise<Uint8Array<ArrayBuffer>> {
  const picture =
    width === 'thumb'
      ? encodeThumb(base.clone().resize(THUMB.width, THUMB.height, { kernel: 'lanczos3' }))
      : encode(base.clone().resize({ width, kernel: 'lanczos3' }), format);
  return new Uint8Array(await picture.toBuffer());
}
