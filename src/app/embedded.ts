import type { GalleryWork } from '../domain/types';

/** The id of the data block that the build puts into a page. */
export const EMBEDDED = 'works';

/** The works that this page was prerendered with; undefined where the build had none to read. */
export function embeddedWorks(): GalleryWork[] | undefined {
  const block = document.getElementById(EMBEDDED)?.textContent;
  return block ? (JSON.parse(block) as GalleryWork[]) : undefined;
}
