import { useCallback, useEffect, useState } from 'react';
import { useServices } from '../services';
import { useRead } from '../useRead';
import { currentWorks, putGallery, useWorks } from '../worksStore';

/**
 * The gallery: listed at once, then followed live. `works` is undefined until the first answer and stays
 * when a later read fails; `failure`: why there is nothing to show.
 */
export function useGallery() {
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
