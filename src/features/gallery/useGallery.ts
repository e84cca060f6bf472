import { useCallback, useEffect, useState } from 'react';
import type { ReadFailure } from '../../domain/ports';
import type { GalleryWork } from '../../domain/types';
import { useServices } from '../services';
import { useRead } from '../useRead';
import { isWhole, useWorksSnapshot, worksStore } from '../worksStore';

export interface GalleryView {
  /** Undefined until the first answer. What is there stays there when a later read fails. */
  works: GalleryWork[] | undefined;
  /** Why there is nothing to show, once that is known. */
  failure: ReadFailure | undefined;
  retry: () => void;
}

/** The gallery: listed at once, then followed live. */
export function useGallery(): GalleryView {
  const { gallery } = useServices();
  const snapshot = useWorksSnapshot();

  const list = useCallback(
    async (signal: AbortSignal) => {
      // What the listener gave earlier in this visit is newer than any list, and already paid for.
      const known = worksStore.snapshot();
      if (known?.origin === 'live') return { ok: true, value: known.works } as const;
      const result = await gallery.list(signal, (first) => {
        // Where all are in memory already, the first of many are no news.
        if (!signal.aborted && !isWhole(worksStore.snapshot())) worksStore.put(first, 'begun');
      });
      if (result.ok && !signal.aborted) worksStore.put(result.value, 'listed');
      return result;
    },
    [gallery],
  );
  const { value, failure, reload } = useRead(list);

  // A listener that overtook the list would read, and be billed for, all that the list brings; one that
  // failed without a network is read again with it.
  const isListed = value !== undefined || (failure !== undefined && navigator.onLine);
  const [mayFollow, setMayFollow] = useState(isListed);
  if (isListed && !mayFollow) setMayFollow(true);
  useEffect(
    () => (mayFollow ? gallery.follow((works) => worksStore.put(works, 'live')) : undefined),
    [gallery, mayFollow],
  );

  const works = snapshot?.origin === 'alone' ? undefined : snapshot?.works;
  return { works, failure: works ? undefined : failure, retry: reload };
}
