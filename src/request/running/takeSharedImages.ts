import { cacheStorage } from '../../lib/browser';
import { log } from '../../lib/log';
import type { RejectedFile } from '../../domain/types';
import { MAX_IMAGE_BYTES } from '../../domain/constants';
import { hasShareFailed, SHARE_CACHE, sharedName, sharedSize } from '../../contract/sharedImages';

/**
 * Puts shared images into the form as soon as it can take them. Until then they stay in their cache. `choose` resolves
 * to whether the form has taken them; it is told why a file without bytes is none.
 */
export function createSharedImages(
  choose: (
    files: readonly File[],
    reasonIfEmpty: (file: File) => RejectedFile['reason'],
  ) => Promise<boolean>,
  refuse: () => void = () => undefined,
) {
  let couldTake = false;
  let isTaking = false;

  const take = async (caches: CacheStorage) => {
    if (!(await caches.has(SHARE_CACHE))) return;
    const cache = await caches.open(SHARE_CACHE);
    const shared = await sharedFiles(cache);
    const sizes = new Map(shared.map(({ file, size }) => [file, size]));
    const files = [...sizes.keys()];
    const isTaken =
      files.length > 0 && (await choose(files, (file) => reasonIfEmpty(sizes.get(file))));
    // Only these: there may have been another share meanwhile.
    if (isTaken) await Promise.all(shared.map(({ request }) => cache.delete(request)));
  };

  return {
    follow(canTake: boolean) {
      const isNew = canTake && !couldTake;
      couldTake = canTake;
      if (isNew && forgetFailedShare()) refuse();
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

/** Whether the address says that a share has brought nothing. It says so once: then it is changed. */
function forgetFailedShare(): boolean {
  const { location, history } = globalThis;
  if (!location || !hasShareFailed(location.search)) return false;
  history.replaceState(history.state, '', location.pathname + location.hash);
  return true;
}

/** Why a shared file has no bytes. The worker stores only the name of one that there was no room for (sw/shares.ts). */
function reasonIfEmpty(sharedSize = 0): RejectedFile['reason'] {
  if (sharedSize === 0) return 'empty';
  return sharedSize > MAX_IMAGE_BYTES ? 'tooLarge' : 'tooMany';
}

/** The shared files, with the bytes that they had when they were shared. */
async function sharedFiles(cache: Cache) {
  const shared: { request: Request; file: File; size: number }[] = [];
  for (const request of await cache.keys()) {
    const answer = await cache.match(request);
    if (!answer) continue;
    const blob = await answer.blob();
    const file = new File([blob], sharedName(answer.headers), { type: blob.type });
    shared.push({ request, file, size: sharedSize(answer.headers) });
  }
  return shared;
}
