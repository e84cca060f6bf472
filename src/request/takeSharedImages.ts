import { cacheStorage } from '../lib/browser';
import { log } from '../lib/log';
import { SHARE_CACHE, sharedName } from '../contract/sharedImages';

/**
 * Puts images that were shared to the installed app into the form as soon as the form can take them. Until then they
 * stay in their cache. `choose` resolves to whether the form has taken them.
 */
export function createSharedImages(choose: (files: readonly File[]) => Promise<boolean>) {
  let couldTake = false;
  let isTaking = false;

  const take = async (caches: CacheStorage) => {
    const files = await sharedFiles(caches);
    // The worker stores only the name of a file that is too large (sw/routes.ts), so an empty file is too large.
    const isTaken = files.length > 0 && (await choose(files));
    if (isTaken) await caches.delete(SHARE_CACHE);
  };

  return {
    /** Says whether the form can take images now. */
    follow(canTake: boolean) {
      const isNew = canTake && !couldTake;
      couldTake = canTake;
      const caches = isNew && !isTaking ? cacheStorage() : undefined;
      if (!caches) return;
      isTaking = true;
      take(caches)
        .catch((error: unknown) => log('The shared images could not be taken.', error))
        .finally(() => {
          isTaking = false;
        });
    },
  };
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
