import type { GalleryWork } from './types';

/** A work as far as a link to it says. */
export type NamedWork = Pick<GalleryWork, 'id' | 'title'>;

/** The works before and after one of the gallery. */
export interface Beside {
  previous?: NamedWork | undefined;
  next?: NamedWork | undefined;
}

/** Those before and after a work in a list; undefined where it is not in there. */
export function besideIn(works: readonly NamedWork[], id: string): Beside | undefined {
  const at = works.findIndex((work) => work.id === id);
  return at < 0 ? undefined : { previous: works[at - 1], next: works[at + 1] };
}
