import { useSyncExternalStore } from 'react';
import type { GalleryCard, GalleryWork, Review } from '../domain/types';

/** The part of a work that a link to it needs. */
export type NamedWork = Pick<GalleryWork, 'id' | 'title'>;

/** The works before and after a work in the gallery. */
export interface AdjacentWorks {
  previous?: NamedWork | undefined;
  next?: NamedWork | undefined;
}

/** Finds the works before and after a work in a list. Undefined if the list does not have the work. */
export function adjacentIn(works: readonly NamedWork[], id: string): AdjacentWorks | undefined {
  const index = works.findIndex((work) => work.id === id);
  if (index === -1) return undefined;
  return { previous: works[index - 1], next: works[index + 1] };
}

/** The works in memory. The gallery and the work page share them. */
export interface Works {
  /** The first cards of the gallery when the site was built. They may have changed since. */
  cards?: GalleryCard[];
  /** All works, oldest first. */
  gallery?: GalleryWork[];
  /** Where the gallery came from. */
  from?: 'list' | 'listener';
  /** The work of a prerendered work page. */
  pageWork?: GalleryWork;
  /** The works before and after `pageWork` when the site was built. */
  pageAdjacent?: AdjacentWorks;
  /** Its reviews when the site was built, for browsers without scripts. All other browsers read them. */
  pageReviews?: Review[];
}

let works: Works = {};
const listeners = new Set<() => void>();

function set(next: Works): void {
  works = next;
  for (const listener of listeners) listener();
}

/** The works that a prerendered page brings: the gallery's first cards, or the page's one work. */
export interface WorksOfPage {
  cards?: GalleryCard[] | undefined;
  work?: GalleryWork;
  adjacent?: AdjacentWorks | undefined;
}

/** Stores the works of a prerendered page. Only the build has `reviews`: all browsers with scripts read them. */
export function putWorksOfPage({ cards, work, adjacent }: WorksOfPage, reviews?: Review[]): void {
  set({
    ...(cards && { cards }),
    ...(work && { pageWork: work }),
    ...(adjacent && { pageAdjacent: adjacent }),
    ...(reviews && { pageReviews: reviews }),
  });
}

/** Stores the gallery. A list never replaces the listener's works, because it may be an older answer. */
export function putGallery(gallery: GalleryWork[], from: 'list' | 'listener'): void {
  if (from === 'list' && works.from === 'listener') return;
  set({ ...works, gallery, from });
}

export const currentWorks = (): Works => works;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Hydration can use the current works, too: nothing is read before the page is hydrated. */
export function useWorks(): Works {
  return useSyncExternalStore(subscribe, currentWorks, currentWorks);
}

/** The card of the work with this id, if it or the whole work is in memory. */
export function useCardInMemory(id: string | undefined): GalleryCard | undefined {
  const work = useWorkInMemory(id);
  const { cards = [] } = useWorks();
  return work ?? cards.find((card) => card.id === id);
}

/** The work with this id, if it is in memory. */
export function useWorkInMemory(id: string | undefined): GalleryWork | undefined {
  const { gallery = [], pageWork } = useWorks();
  return [...gallery, ...(pageWork ? [pageWork] : [])].find((work) => work.id === id);
}

/** The works before and after this one, as far as they are known in this visit. */
export function useAdjacentWorks(id: string): AdjacentWorks {
  const { cards = [], gallery = cards, pageWork, pageAdjacent } = useWorks();
  return adjacentIn(gallery, id) ?? (pageWork?.id === id ? pageAdjacent : undefined) ?? {};
}
