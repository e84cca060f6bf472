import { useSyncExternalStore } from 'react';
import type { GalleryWork } from '../domain/types';

/**
 * Where the works came from: the prerendered landing page, a work's prerendered page (that one work, not
 * the gallery), the first page of a list that is being read, the whole list, the live listener.
 */
export type WorksOrigin = 'prerendered' | 'alone' | 'begun' | 'listed' | 'live';

export interface WorksSnapshot {
  works: GalleryWork[];
  origin: WorksOrigin;
}

/** Whether these are all works, as the server had them in this visit. */
export const isWhole = (snapshot: WorksSnapshot | undefined): snapshot is WorksSnapshot =>
  snapshot?.origin === 'listed' || snapshot?.origin === 'live';

/** The gallery in memory, shared by the gallery and the work page. */
export interface WorksStore {
  snapshot(): WorksSnapshot | undefined;
  /** What was there while prerendering: hydration has to start from the same. */
  prerendered(): WorksSnapshot | undefined;
  subscribe(onChange: () => void): () => void;
  /** Puts works in. A list never replaces what the live listener gave: it may be an older answer. */
  put(works: GalleryWork[], origin: WorksOrigin): void;
}

export function createWorksStore(): WorksStore {
  const listeners = new Set<() => void>();
  let current: WorksSnapshot | undefined;
  let prerendered: WorksSnapshot | undefined;
  return {
    snapshot: () => current,
    prerendered: () => prerendered,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    put(works, origin) {
      if (origin !== 'live' && current?.origin === 'live') return;
      current = { works: prerendered ? withPlaceholders(works, prerendered.works) : works, origin };
      if (origin === 'prerendered' || origin === 'alone') prerendered = current;
      for (const listener of listeners) listener();
    },
  };
}

/** The build's placeholders stay for thumbnails that are still the same. */
function withPlaceholders(works: GalleryWork[], prerendered: GalleryWork[]): GalleryWork[] {
  const placeholders = new Map(
    prerendered.map(({ cover }) => [cover?.thumb, cover?.placeholder] as const),
  );
  return works.map((work) => {
    const placeholder = work.cover?.thumb ? placeholders.get(work.cover.thumb) : undefined;
    return placeholder ? { ...work, cover: { ...work.cover, placeholder } } : work;
  });
}

/** The page's one store. The app may put in what was prerendered before it renders or hydrates. */
export const worksStore = createWorksStore();

/** The works in memory; undefined while there are none yet. */
export function useWorksSnapshot(): WorksSnapshot | undefined {
  return useSyncExternalStore(worksStore.subscribe, worksStore.snapshot, worksStore.prerendered);
}
