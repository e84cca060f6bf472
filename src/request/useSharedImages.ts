import { useEffect, useRef } from 'react';
import { SHARE_CACHE, sharedName } from '../contract/sharedImages';
import { cacheStorage } from '../lib/browser';
import { log } from '../lib/log';

/**
 * Puts images that were shared to the installed app into the form as soon as the form `canTake` them. Until
 * then they stay in their cache. `choose` resolves to whether the form has taken them.
 */
export function useSharedImages(
  canTake: boolean,
  choose: (files: readonly File[], reasonIfEmpty: 'tooLarge') => Promise<boolean>,
) {
  const isTaking = useRef(false);
  useEffect(() => {
    if (!canTake || isTaking.current) return;
    const caches = cacheStorage();
    if (!caches) return;
    isTaking.current = true;
    const take = async () => {
      const files = await sharedFiles(caches);
      // The worker stores only the name of a file that is too large (sw/routes.ts), so an empty file is too large.
      const isTaken = files.length > 0 && (await choose(files, 'tooLarge'));
      if (isTaken) await caches.delete(SHARE_CACHE);
    };
    take()
      .catch((error: unknown) => log('The shared images could not be taken.', error))
      .finally(() => {
        isTaking.current = false;
      });
  }, [canTake, choose]);
}

async function sharedFiles(caches: CacheStorage): Promise<File[]> {
  if (!(await caches.has(SHARE_CACHE))) return [];
  const cache = await caches.open(SHARE_CACHE);
  const files: File[] = [];
  for (const request of await cache.keys()) {
    const answer = await cache.match(request);
    if (!answer) continue;
    const blob = await answer.blob();
    files.push(new File([blob], sharedName(answer.headers), { type: blob.type }));
  }
  return files;
}
