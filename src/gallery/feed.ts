/**
 * Where the gallery's works come from, in this order: the page's HTML brings the first ones
 * (`prerenderedCards.ts`), one list reads all of them, and a live listener (`liveGallery.ts`) brings what
 * changes while the page is open. Each puts what it has into `shared/worksStore.ts`.
 */
import { useCallback, useEffect, useState } from 'react';
import type { GalleryWork } from '../domain/types';
import type { BackendConfig } from '../firebase/config';
import type { Fetch } from '../firebase/rest/http';
import { readGallery } from '../firebase/rest/readers';
import { log } from '../lib/log';
import type { GalleryPort } from '../ports/reads';
import { isGoodConnection, whenIdle } from '../shared/idle';
import { useServices } from '../shared/services';
import { useRead } from '../shared/useRead';
import { currentWorks, putGallery, useWorks } from '../shared/worksStore';

/** The list and the listener. `onListed` is called when the list is there, or will not come. */
export function createGalleryFeed(
  config: BackendConfig,
  fetch: Fetch,
  onListed: () => void,
): Pick<GalleryPort, 'list' | 'follow'> {
  return {
    list: (signal) => readGallery(config, { signal, fetch }).finally(onListed),
    follow: (onWorks) => followWhenIdle(config, onWorks),
  };
}

/**
 * The gallery: listed at once, then followed live. `works` is undefined until the first answer and stays
 * when a later read fails; `failure`: why there is nothing to show.
 */
export function useGalleryFeed() {
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

  // Followed only when listed: a listener that starts first reads all works again, and each read is billed.
  // A list that failed offline is waited for: it is read again when the network is back.
  const isListed = value !== undefined || (failure !== undefined && navigator.onLine);
  const [mayFollow, setMayFollow] = useState(isListed);
  if (isListed && !mayFollow) setMayFollow(true);
  useEffect(
    () => (mayFollow ? gallery.follow((all) => putGallery(all, 'listener')) : undefined),
    [gallery, mayFollow],
  );

  return { works, failure: works ? undefined : failure, retry: reload };
}

/**
 * Follows the gallery live when the page is idle, visible, online and on a good connection, and the
 * visitor looks at the gallery or has stayed for six seconds: the SDK is larger than all of the page, and
 * reads cost.
 */
function followWhenIdle(
  config: BackendConfig,
  onWorks: (works: GalleryWork[]) => void,
): () => void {
  let stop: (() => void) | undefined;
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watcher = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) start();
  });
  const forget = () => {
    clearTimeout(timer);
    watcher.disconnect();
  };
  const start = () => {
    forget();
    if (stopped || stop || !navigator.onLine || !isGoodConnection()) return;
    import('../gallery/liveGallery')
      .then(({ followGallery }) => {
        // Idle and `online` may both have started it while the code was loading.
        if (stopped || stop) return;
        const onError = (error: unknown) => log('The live gallery stopped.', error);
        const { gallery = [], from } = currentWorks();
        stop = followGallery(config, from === 'html' ? [] : gallery, onWorks, onError);
      })
      .catch((error: unknown) => log('The live gallery could not be loaded.', error));
  };
  const callOff = whenIdle(() => {
    timer = setTimeout(start, 6000);
    const gallery = document.getElementById('gallerySection');
    if (gallery) watcher.observe(gallery);
  });
  window.addEventListener('online', start);
  return () => {
    stopped = true;
    callOff();
    forget();
    window.removeEventListener('online', start);
    stop?.();
  };
}
