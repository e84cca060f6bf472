/** What the gallery held when the site was built, for the prerendered pages. */
import sharp from 'sharp';
import type { BackendConfig } from '../../src/firebase/config';
import { readGallery } from '../../src/firebase/rest/readers';
import type { ReadResult } from '../../src/domain/ports';
import type { GalleryWork } from '../../src/domain/types';

/** As many works as the HTML carries; the page reads the rest. */
const MOST = 8;
/** Milliseconds for each answer of a backend that may not be there. */
export const PATIENCE = 5000;
/** Pixels of a placeholder; browsers blur it when they enlarge it. */
const PLACEHOLDER = { width: 8, height: 6 };

export interface BuildGallery {
  /** All works. */
  works: GalleryWork[];
  /** The first ones as far as cards show them, with a placeholder each. */
  cards: GalleryWork[];
}

/** A new gallery is empty, which is not the same as one that cannot be read. */
export async function readBuildGallery(config: BackendConfig): Promise<ReadResult<BuildGallery>> {
  const read = await readGallery(config, { signal: AbortSignal.timeout(PATIENCE) });
  if (!read.ok) return read;
  const cards = await Promise.all(read.value.slice(0, MOST).map(cardOf));
  return { ok: true, value: { works: read.value, cards } };
}

async function cardOf({ id, title, created, cover }: GalleryWork): Promise<GalleryWork> {
  const placeholder = cover?.thumb ? await placeholderOf(cover.thumb) : undefined;
  return {
    id,
    title,
    created,
    cover: placeholder ? { ...cover, placeholder } : cover,
    before: [],
    after: [],
  };
}

/** A card without a placeholder is better than no site. */
async function placeholderOf(url: string): Promise<string | undefined> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE) });
    if (!answer.ok) return undefined;
    const tiny = await sharp(await answer.arrayBuffer())
      .resize({ ...PLACEHOLDER, fit: 'cover' })
      .webp({ quality: 30, effort: 6 })
      .toBuffer();
    return `data:image/webp;base64,${tiny.toString('base64')}`;
  } catch (error) {
    console.warn(`No placeholder for ${url}: ${String(error)}`);
    return undefined;
  }
}
