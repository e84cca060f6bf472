/**
 * The page's side of the live gallery. The SDK takes about 70 kB (brotli) and seconds of a phone's processor, so it runs
 * in a worker of its own, which is started when the page is idle and the connection is good (feed.ts).
 */
import type { GalleryWork } from '../../domain/types';
import type { BackendConfig } from '../../firebase/config';
import type { GalleryPage } from '../port';
import type { Following, PageChange, PageEnd, Reconnecting } from './worker/galleryWorker';
// oxlint-disable-next-line import/default -- Vite makes it: the address of the built worker
import address from './worker/galleryWorker?worker&url';

export interface LiveGalleryEvents {
  /** A page's works, oldest first, now and after every change. Those that are as before are the same objects. */
  onWorks(index: number, works: GalleryWork[]): void;
  /** The worker's script did not load, so nothing will be heard. */
  onMissing(): void;
  /** Firestore has ended this page's listener. */
  onEnded(index: number, error: string): void;
  /** An error in the worker, which goes on. */
  onError(error: string): void;
}

/**
 * Starts the worker. Returns what follows one more page of the gallery, and what is told that the network is back.
 * Throws where the browser allows no worker.
 */
export function startLiveGallery(
  config: BackendConfig,
  { onWorks, onMissing, onEnded, onError }: LiveGalleryEvents,
) {
  // A classic one where it is built: Firefox has had others since 114, Safari since 15.
  const worker = new Worker(address, { type: import.meta.env.DEV ? 'module' : 'classic' });
  const known = new Map<number, ReadonlyMap<string, GalleryWork>>();
  worker.addEventListener('message', ({ data }: MessageEvent<PageChange | PageEnd>) => {
    if ('error' in data) return onEnded(data.index, data.error);
    const before = known.get(data.index);
    const changed = new Map(data.changed.map((work) => [work.id, work]));
    const works = data.order.map((id) => (changed.get(id) ?? before?.get(id))!);
    known.set(data.index, new Map(works.map((work) => [work.id, work])));
    onWorks(data.index, works);
  });
  worker.addEventListener('error', ({ message }) => {
    // Only an error of a script that runs has a message.
    if (message) return onError(message);
    onMissing();
    // As Vite tells of a module that does not load. Whether there is a new build is looked up (src/update/newBuild.ts).
    const payload = new Error(new URL(address, location.href).href);
    window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }));
  });
  const tell = (message: Following | Reconnecting) => worker.postMessage(message);
  return {
    follow: ({ after, next }: GalleryPage, index: number) => tell({ config, index, after, next }),
    reconnect: () => tell({ config }),
  };
}
