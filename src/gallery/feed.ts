/**
 * Where the gallery's works come from, in this order: the page's HTML has the first cards (a data block, which
 * `start/main.tsx` reads), a list reads the first page, the visitor asks for more pages (`galleryPages.ts`), and a live
 * listener (`liveGallery.ts`) reports changes of these pages. Each source puts its works into
 * `shared/works/worksStore.ts`.
 */
import { useCallback, useDeferredValue, useEffect } from 'react';
import type { BackendConfig } from '../firebase/config';
import { builtWorks, readAllWorks } from './data/allWorks';
import { readFirstPage, createMorePages } from './data/galleryPages';
import type { Fetch } from '../firebase/rest/httpCall';
import { whenNear } from '../ui/pageFeatures';
import { log } from '../lib/log';
import { network } from '../lib/network';
import type { QueueIdleTask } from '../lib/pageServices';
import type { startLiveGallery } from './data/liveGallery';
import type { GalleryPage, GalleryPort } from './port';
import { isGoodConnection, whenIdle } from '../shared/loading/idle';
import { useServices } from '../shared/services';
import { useRead } from '../shared/loading/useRead';
import { type WorksStore } from '../shared/works/worksStore';
import type { ReadResult, Unsubscribe } from '../lib/results';
import { useWorks } from '../shared/works/useWorks';

/**
 * The pages and the listener. The code that reads more pages is not loaded lazily: a browser remembers code that failed
 * to load, and the button could never show more then. `onListed` is called when the first page was read or has failed.
 */
export function createGalleryFeed(
  config: BackendConfig,
  fetch: Fetch,
  works: WorksStore,
  queueIdleTask: QueueIdleTask,
  onListed: () => void,
): Omit<GalleryPort, 'work'> {
  const morePages = createMorePages(config);
  let isFollowed = false;
  return {
    first: (signal) => readFirstPage(config, { signal, fetch }).finally(onListed),
    after: morePages.after,
    keepAhead: (place) =>
      queueIdleTask(async () => {
        if (!network.isOnline() || !isGoodConnection()) return;
        await morePages.keepAhead(place, Date.now());
      }),
    follow(onWorks) {
      if (!isFollowed) followWhenIdle(config, works, onWorks);
      isFollowed = true;
    },
    all: () => readAllWorks(config),
    built: builtWorks,
  };
}

/** Milliseconds after which a list without a listener is read again, when it is shown anew. */
export const LISTED_FOR = 10 * 60 * 1000;

type LiveGallery = ReturnType<typeof startLiveGallery>;

type FollowGallery = Parameters<GalleryPort['follow']>[0];

export type ReadMore = () => Promise<ReadResult<GalleryPage>>;

/**
 * The gallery for a screen. Its first page is read at once, then followed live; others are read when they are asked
 * for.
 */
export function useGalleryFeed() {
  const { gallery, works: store } = useServices();
  // Deferred: React renders the cards in slices, which typing and scrolling can interrupt.
  const { cards, pages, gallery: works = cards } = useDeferredValue(useWorks());

  const list = useCallback(
    async (signal: AbortSignal): Promise<ReadResult<GalleryPage>> => {
      // What this visit has read or heard is billed once.
      const { pages: [first] = [], listedAt = -Infinity } = store.current();
      if (first && (first.isLive || Date.now() - listedAt < LISTED_FOR))
        return { ok: true, value: first };
      const result = await gallery.first(signal);
      if (!result.ok || signal.aborted) return result;
      store.putFirstPage(result.value, Date.now());
      return result;
    },
    [gallery, store],
  );
  const { value, failure, reload } = useRead(list);

  // Followed only after the list, which says where its page ends.
  const isListed = value !== undefined;
  useEffect(() => {
    if (isListed) gallery.follow(store.putLiveWorks);
  }, [gallery, store, isListed]);
  const place = value?.next;
  useEffect(() => (place ? gallery.keepAhead(place) : undefined), [gallery, place]);

  const more: ReadMore = useCallback(async () => {
    for (;;) {
      const { pages: shown = [] } = store.current();
      const next = shown[shown.length - 1]?.next;
      if (!next) return { ok: true, value: { works: [] } } as const;
      const result = await gallery.after(next);
      if (!result.ok || store.putNextPage({ ...result.value, after: next })) return result;
      // The page before it was read anew meanwhile and ends elsewhere now.
    }
  }, [gallery, store]);

  return {
    works,
    hasMore: Boolean(pages?.[pages.length - 1]?.next),
    more,
    failure: works ? undefined : failure,
    retry: reload,
  };
}

/** Milliseconds that a visitor must stay until the gallery is followed without being looked at. */
const STAY = 6000;

/**
 * Follows the gallery live once the page is idle, visible, online and on a good connection, and the visitor
 * looks at the gallery or has stayed for six seconds. Not earlier, because the SDK is larger than the whole
 * page and reads are billed. It goes on while a work is shown: followed anew, all works would be billed again.
 */
function followWhenIdle(config: BackendConfig, works: WorksStore, onWorks: FollowGallery): void {
  let isStarted = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopWatching = () => {};
  let live: LiveGallery | undefined;
  const start = () => {
    clearTimeout(timer);
    stopWatching();
    if (isStarted || network.state() === 'offline' || !isGoodConnection()) return;
    isStarted = true;
    import('./data/liveGallery')
      .then(({ startLiveGallery }) => {
        const started = startLiveGallery(config, {
          onWorks(index, works) {
            network.heard('answer', Date.now());
            onWorks(index, works);
          },
          onEnded(index, error) {
            log('A page of the gallery is live no longer.', error);
            works.endLive(index);
          },
          onError: (error) => log('The live gallery has failed.', error),
          onMissing() {
            stopFollowing();
            live = undefined;
            isStarted = false;
          },
        });
        const stopFollowing = followShown(works, started.follow);
        live = started;
      })
      .catch((error: unknown) => {
        log('The live gallery could not be started.', error);
        isStarted = false;
      });
  };
  whenIdle(() => {
    timer = setTimeout(start, STAY);
    const gallery = document.getElementById('gallerySection');
    if (gallery) stopWatching = whenNear(gallery, start);
  });
  network.follow((isBack) => isBack && (live ? live.reconnect() : start()));
}

/** Follows each page in memory, also those that come later. Returns what leaves those out. */
function followShown(
  works: WorksStore,
  follow: (page: GalleryPage, index: number) => void,
): Unsubscribe {
  let followed = 0;
  const followNew = () => {
    const { pages = [] } = works.current();
    // Counted first: an answer from the SDK's memory may come at once.
    while (followed < pages.length) follow(pages[followed]!, followed++);
  };
  const stop = works.subscribe(followNew);
  followNew();
  return stop;
}
