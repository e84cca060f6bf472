import type { GalleryWork } from '../domain/types';
import type { WorksOrigin } from '../features/worksStore';
import { shellOf } from './shells';

/** The id of the data block that the build puts into a page. */
export const EMBEDDED = 'works';

/** The works that this page was prerendered with; undefined where the build had none to read. */
export function embeddedWorks(): GalleryWork[] | undefined {
  const block = document.getElementById(EMBEDDED)?.textContent;
  return block ? (JSON.parse(block) as GalleryWork[]) : undefined;
}

/** What the works in the HTML of an address are: the gallery's first ones, or the one of that page. */
export const originAt = (pathname: string): WorksOrigin =>
  shellOf(pathname) === 'work' ? 'alone' : 'prerendered';
