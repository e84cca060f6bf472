/**
 * The gallery's works come from three sources, in this order: the page's HTML has the first cards
 * (a data block, which `start/main.tsx` reads), a list reads all works, and a live listener (`liveGallery.ts`) reports changes
 * while the page is open. Each source puts its works into `shared/worksStore.ts`.
 */
import { useCallback, useEffect, useState } from 'react';
import type { GalleryWork } from '../domain/types';
import type { BackendConfig } from '../firebase/config';
import type { Fetch } from '../firebase/rest/http';
import { readGallery } from '../firebase/rest/readers';
import { whenNear } from '../ui/pageFeatures';
import { log } from '../lib/log';
import { network } from '../lib/network';
import type { GalleryPort } from '../ports/reads';
import { isGoodConnection, whenIdle } from '../shared/idle';
import { useServices } from '../shared/services';
import { useRead } from '../shared/useRead';
import { currentWorks, putGallery, useWorks } from '../shared/worksStore';

/** The list and the listener. `onListed` is called when the list was read or has failed. */
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
 * The gallery: read as a list at once, then followed live. `works` is undefined until the first answer, without
 * the cards of a prerendered page. It
 * stays when a later read fails. `failure` says why there are no works to show.
 */
export function useGalleryFeed() {
  const { gallery } = useServices();
  const { cards, gallery: works = cards } = useWorks();

  const list = useCallback(
    async (signal: AbortSignal) => {
      // The listener's works from earlier in this visit are newer than any list, and a list would be billed.
      const known = currentWorks();
      if (known.from === 'listener') return { ok: true, value: known.gallery! } as const;
      const result = await gallery.list(signal);
      if (result.ok && !signal.aborted) putGallery(result.value, 'list');
      return result;
    },
    [gallery],
  );
  const { value, failure, reload } = useRead(list);

  // Followed only after the list: otherwise both would read all works, and each read is billed. After a
  // failure the listener starts without the list, but not while offline: the list is read again when the
  // network is back.
  const isListed = value !== undefined || (failure !== undefined && network.state() !== 'offline');
  const [mayFollow, setMayFollow] = useState(isListed);
  if (isListed && !mayFollow) setMayFollow(true);
  useEffect(
    () => (mayFollow ? gallery.follow((all) => putGallery(all, 'listener')) : undefined),
    [gallery, mayFollow],
  );

  return { works, failure: works ? undefined : failure, retry: reload };
}

/** How long a visitor must stay until the gallery is followed without being looked at, in milliseconds. */
const STAY = 6000;

/**
 * Follows the gallery live once the page is idle, visible, online and on a good connection, and the visitor
 * looks at the gallery or has stayed for six seconds. Not earlier, because the SDK is larger than the whole
 * page and reads are billed. Returns a function that stops it.
 */
function followWhenIdle(
  config: BackendConfig,
  onWorks: (works: GalleryWork[]) => void,
): () => void {
  let stop: (() => void) | undefined;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopWatching = () => {};
  const stopWaiting = () => {
    clearTimeout(timer);
    stopWatching();
  };
  const start = () => {
    stopWaiting();
    if (isStopped || stop || network.state() === 'offline' || !isGoodConnection()) return;
    import('./liveGallery')
      .then(({ followGallery }) => {
        // The network that came back may have started it a second time while the code was loading.
        if (isStopped || stop) return;
        const onError = (error: unknown) => log('The live gallery stopped.', error);
        const { gallery = [] } = currentWorks();
        const onAnswer = (works: GalleryWork[]) => {
          network.heard('answer', Date.now());
          onWorks(works);
        };
        stop = followGallery(config, gallery, onAnswer, onError);
      })
      .catch((error: unknown) => log('The live gallery could not be loaded.', error));
  };
  const cancelIdle = whenIdle(() => {
    timer = setTimeout(start, STAY);
    const gallery = document.getElementById('gallerySection');
    if (gallery) stopWatching = whenNear(gallery, start);
  });
  const stopFollowing = network.follow((isBack) => isBack && start());
  return () => {
    isStopped = true;
    cancelIdle();
    stopWaiting();
    stopFollowing();
    stop?.();
  };
}
