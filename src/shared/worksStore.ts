import { useSyncExternalStore } from 'react';
import type { GalleryWork, Review } from '../domain/types';

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

/** The works in memory, shared by the gallery and the work page. */
export interface Works {
  /** All works, oldest first; of a prerendered landing page its first ones, until the list was read. */
  gallery?: GalleryWork[];
  /** Where the gallery came from; the HTML's works may have changed since the build. */
  from?: 'html' | 'list' | 'listener';
  /** The one work of a work's prerendered page. */
  ofPage?: GalleryWork;
  /** The works before and after it when the site was built. */
  besidePage?: Beside;
  /** Its reviews when the site was built, for browsers without scripts; all others read them. */
  reviewsOfPage?: Review[];
}

let works: Works = {};
const listeners = new Set<() => void>();

function set(next: Works): void {
  works = next;
  for (const listener of listeners) listener();
}

/** A work as its page carries it. */
export type EmbeddedWork = GalleryWork & { beside?: Beside | undefined };

/** The id of the data block in which a work's page carries it. */
export const EMBEDDED = 'works';

/** Puts in what a prerendered landing page brought: the gallery's first works. */
export const putGalleryOfPage = (gallery: GalleryWork[]): void => set({ gallery, from: 'html' });

/** Puts in what a work's prerendered page brought. */
export const putWorkOfPage = ({ beside, ...ofPage }: EmbeddedWork, reviews?: Review[]): void =>
  set({
    ofPage,
    ...(beside && { besidePage: beside }),
    ...(reviews && { reviewsOfPage: reviews }),
  });

/** Puts the gallery in. A list never replaces what the listener gave: it may be an older answer. */
export function putGallery(gallery: GalleryWork[], from: 'list' | 'listener'): void {
  if (from === 'list' && works.from === 'listener') return;
  set({ ...works, gallery, from });
}

export const currentWorks = (): Works => works;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Hydration starts from what is there: nothing is read before the page is hydrated. */
export function useWorks(): Works {
  return useSyncExternalStore(subscribe, currentWorks, currentWorks);
}

/** The work of this id, where it is in memory. */
export function useWorkInMemory(id: string | undefined): GalleryWork | undefined {
  const { gallery = [], ofPage } = useWorks();
  return [...gallery, ...(ofPage ? [ofPage] : [])].find((work) => work.id === id);
}

/** The works before and after this one, as far as this visit knows the gallery. */
export function useBeside(id: string): Beside {
  const { gallery = [], ofPage, besidePage } = useWorks();
  return besideIn(gallery, id) ?? (ofPage?.id === id ? besidePage : undefined) ?? {};
}
