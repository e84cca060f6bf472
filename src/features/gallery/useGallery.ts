import { useCallback, useEffect, useState } from 'react';
import type { ReadFailure } from '../../domain/ports';
import type { GalleryWork } from '../../domain/types';
import { useServices } from '../services';
import { useRead } from '../useRead';
import { currentWorks, putGallery, useWorks } from '../worksStore';

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
  const works = useWorks().gallery;

  const list = useCallback(
    async (signal: AbortSignal) => {
      // What the listener gave earlier in this visit is newer than any list, and already paid for.
      const known = currentWorks();
      if (known.from === 'listener') return { ok: true, value: known.gallery! } as const;
      const result = await gallery.list(signal);
      if (result.ok && !signal.aborted) putGallery(result.value, 'list');
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
    () => (mayFollow ? gallery.follow((all) => putGallery(all, 'listener')) : undefined),
    [gallery, mayFollow],
  );

  return { works, failure: works ? undefined : failure, retry: reload };
}
