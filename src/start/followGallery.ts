import type { BackendConfig } from '../firebase/config';
import type { GalleryWork } from '../domain/types';
import { currentWorks } from '../shared/worksStore';
import { isGoodConnection, whenIdle } from '../shared/idle';
import { log } from '../shared/log';

/** Milliseconds after which a visitor who has not come to the gallery is taken to stay. */
const STAYS = 6000;

/** Runs `task` once the gallery comes near the viewport, or the visitor stays; returns the undo. */
function whenItPays(task: () => void): () => void {
  const timer = setTimeout(task, STAYS);
  const gallery = document.getElementById('gallerySection');
  const watcher = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) task();
  });
  if (gallery) watcher.observe(gallery);
  return () => {
    clearTimeout(timer);
    watcher.disconnect();
  };
}

/**
 * Follows the gallery live when the page is idle, visible, online and on a good connection, and the
 * visitor looks at the gallery or stays: the SDK is larger than all of the page, and reads cost.
 */
export function followWhenIdle(
  config: BackendConfig,
  onWorks: (works: GalleryWork[]) => void,
): () => void {
  let stop: (() => void) | undefined;
  let stopped = false;
  let forget = () => {};
  const start = () => {
    forget();
    if (stopped || stop || !navigator.onLine || !isGoodConnection()) return;
    import('../firebase/liveGallery')
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
    if (!stopped) forget = whenItPays(start);
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
