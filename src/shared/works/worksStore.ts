import type { EpochMs } from '../../domain/clock';
import type { GalleryCard, GalleryWork, Review } from '../../domain/types';
import type { AllWorks, GalleryPage, GalleryPlace } from '../../gallery/port';
export type NamedWork = Pick<GalleryWork, 'id' | 'title'>;

export interface AdjacentWorks {
  previous?: NamedWork | undefined;
  next?: NamedWork | undefined;
}

/** The works before and after a work in a list; undefined if the list does not have it. */
export function adjacentIn(works: readonly NamedWork[], id: string): AdjacentWorks | undefined {
  const index = works.findIndex((work) => work.id === id);
  if (index === -1) return undefined;
  return { previous: works[index - 1], next: works[index + 1] };
}

/** A page of the gallery. `isLive`: the listener has brought its works. */
export interface LivePage extends GalleryPage {
  isLive?: true;
}

/** Whether all of a work is here, and not only its card. */
export const isWhole = (work: GalleryCard): work is GalleryWork => 'before' in work;

export interface Works {
  /** The gallery's first cards, as the build knew them. They may have changed since. */
  cards?: GalleryCard[];
  /** The pages of the gallery that the visitor has asked for. The first one comes by itself. */
  pages?: readonly LivePage[];
  /** The works of these pages, oldest first. */
  gallery?: readonly GalleryCard[];
  /** When the first page was read. */
  listedAt?: EpochMs | undefined;
  all?: AllWorks;
  pageWork?: GalleryWork;
  /** The works before and after `pageWork`, as the build knew them. */
  pageAdjacent?: AdjacentWorks;
  /** The month of `pageWork`, for the page's title, where another work has the same title. */
  pageMonth?: string;
  /** The reviews of `pageWork`, for browsers without scripts. All other browsers read them. */
  pageReviews?: Review[];
}

/** The works that a prerendered page brings: the gallery's first cards, all cards, or the page's one work. */
export interface WorksOfPage {
  cards?: GalleryCard[] | undefined;
  all?: GalleryCard[] | undefined;
  work?: GalleryWork;
  adjacent?: AdjacentWorks | undefined;
  month?: string | undefined;
}

export type WorksStore = ReturnType<typeof createWorksStore>;

/** The works of one page. Only the build has `reviews`: all browsers with scripts read them. */
export function createWorksStore(
  { cards, all, work, adjacent, month }: WorksOfPage,
  reviews?: Review[],
) {
  let works: Works = {
    ...(cards && { cards }),
    ...(all && { all: { works: all } }),
    ...(work && { pageWork: work }),
    ...(adjacent && { pageAdjacent: adjacent }),
    ...(month && { pageMonth: month }),
    ...(reviews && { pageReviews: reviews }),
  };
  const listeners = new Set<() => void>();

  const put = (changed: Partial<Works>) => {
    works = { ...works, ...changed };
    for (const listener of listeners) listener();
  };
  const putPages = (pages: readonly LivePage[], listedAt = works.listedAt) => {
    // A work whose time has changed is on two pages for a moment.
    const byId = new Map(pages.flatMap((page) => page.works.map((one) => [one.id, one])));
    put({ pages, gallery: [...byId.values()], listedAt });
  };
  const changePage = (changed: number, change: (page: LivePage) => LivePage) =>
    putPages((works.pages ?? []).map((page, index) => (index === changed ? change(page) : page)));

  return {
    current: (): Works => works,
    /** Calls `listener` after each change. Returns what ends that. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /**
     * Stores the first page of a list that was read at `listedAt`. The works that are there stay if the listener has brought
     * them, because they may be newer, or if the pages behind them would not follow the new first page.
     */
    putFirstPage(page: GalleryPage, listedAt?: EpochMs): void {
      const [first, ...behind] = works.pages ?? [];
      const isTaken = behind.length === 0 || isSamePlace(page.next, first?.next);
      if (!first?.isLive) putPages(isTaken ? [page, ...behind] : works.pages!, listedAt);
    },
    /**
     * Adds the page behind the last one, unless it is there. Returns whether it is there now: not if the pages before
     * it have changed since it was asked for.
     */
    putNextPage(page: GalleryPage): boolean {
      const { pages = [] } = works;
      const isNext = isSamePlace(page.after, pages[pages.length - 1]?.next);
      if (isNext) putPages([...pages, page]);
      return isNext || pages.some(({ after }) => isSamePlace(page.after, after));
    },
    putAll: (all: AllWorks): void => put({ all }),
    putLiveWorks: (index: number, live: readonly GalleryWork[]): void =>
      changePage(index, (page) => ({ ...page, works: live, isLive: true })),
    /** The page's listener has ended: a list may be newer from now on. */
    endLive: (index: number): void =>
      changePage(index, (page) => {
        const { isLive: _, ...listed } = page;
        return listed;
      }),
  };
}

/** Whether two places are the same, by value: a page that is read once more names its end anew. */
const isSamePlace = (one?: GalleryPlace, other?: GalleryPlace) =>
  one !== undefined && JSON.stringify(one) === JSON.stringify(other);
