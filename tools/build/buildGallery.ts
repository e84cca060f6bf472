/** What the gallery held when the site was built, for the prerendered pages. */
import type { BackendConfig } from '../../src/firebase/config';
import { readGallery } from '../../src/firebase/rest/readers';
import type { ReadResult } from '../../src/domain/ports';
import type { GalleryWork } from '../../src/domain/types';

/** As many works as the HTML carries; the page reads the rest. */
const MOST = 8;
/** Milliseconds for each answer of a backend that may not be there. */
export const PATIENCE = 5000;

export interface BuildGallery {
  /** All works. */
  works: GalleryWork[];
  /** The first ones as far as cards show them. */
  cards: GalleryWork[];
}

/** A new gallery is empty, which is not the same as one that cannot be read. */
export async function readBuildGallery(config: BackendConfig): Promise<ReadResult<BuildGallery>> {
  const read = await readGallery(config, { signal: AbortSignal.timeout(PATIENCE) });
  if (!read.ok) return read;
  const works = read.value;
  const cards = works
    .slice(0, MOST)
    .map((work): GalleryWork => ({ ...work, before: [], after: [] }));
  return { ok: true, value: { works, cards } };
}
