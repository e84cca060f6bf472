import { useEffect } from 'react';
import { useServices } from '../services';

/**
 * Caches the pictures of this page for a visit without the network, one after another in idle moments. Starts
 * again when their `count` changes.
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
