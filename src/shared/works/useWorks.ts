import { useEffect, useSyncExternalStore } from 'react';
import { useServices } from '../services';
import { adjacentIn, isWhole, type AdjacentWorks, type Works } from './worksStore';
import type { GalleryCard, GalleryWork } from '../../domain/types';

/** The works in memory. Hydration can use the current ones: nothing is read before the page is hydrated. */
export function useWorks(): Works {
  const { subscribe, current } = useServices().works;
  return useSyncExternalStore(subscribe, current, current);
}

/** The card of the work with this id, if it is in memory, alone or with the whole work. */
export function useCardInMemory(id: string | undefined): GalleryCard | undefined {
  const { cards = [], gallery = [], all, pageWork } = useWorks();
  const known = [...gallery, ...(pageWork ? [pageWork] : []), ...cards, ...(all?.works ?? [])];
  return known.find((card) => card.id === id);
}

export function useWorkInMemory(id: string | undefined): GalleryWork | undefined {
  const { gallery = [], pageWork } = useWorks();
  return [...gallery, ...(pageWork ? [pageWork] : [])]
    .filter(isWhole)
    .find((work) => work.id === id);
}

/** The works before and after this one, as far as they are known in this visit. */
export function useAdjacentWorks(id: string): AdjacentWorks {
  const { cards = [], gallery = cards, pageWork, pageAdjacent } = useWorks();
  return adjacentIn(gallery, id) ?? (pageWork?.id === id ? pageAdjacent : undefined) ?? {};
}

/** The month that tells this work from another one of its title, if the page was built for it. */
export function useMonthOf(id: string): string | undefined {
  const { pageWork, pageMonth } = useWorks();
  return pageWork?.id === id ? pageMonth : undefined;
}

/**
 * Caches the pictures of this page for a visit without the network, one after another in idle moments. Starts again
 * when their `count` changes.
 */
export function useCachedPictures(count: number): void {
  const { queueIdleTask } = useServices();
  useEffect(() => {
    const page = location.pathname;
    let isCancelled = false;
    let cancel = queueIdleTask(async () => {
      // If this code does not load, the next page tries again.
      const { cachePictures } = await import('./cachePictures');
      if (!isCancelled) cancel = cachePictures(queueIdleTask, page);
    });
    return () => {
      isCancelled = true;
      cancel();
    };
  }, [queueIdleTask, count]);
}
