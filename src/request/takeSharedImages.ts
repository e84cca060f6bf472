import { cacheStorage } from '../lib/browser';
import { log } from '../lib/log';
import type { RejectedFile } from '../domain/types';
import { hasShareFailed, SHARE_CACHE, sharedName, wasEmpty } from '../contract/sharedImages';

/**
 * Puts images that were shared to the installed app into the form as soon as the form can take them. Until then they
 * stay in their cache. `choose` resolves to whether the form has taken them; it is told why a file without bytes
 * is none.
 */
export function createSharedImages(
  choose: (
    files: readonly File[],
    reasonIfEmpty: (file: File) => RejectedFile['reason'],
  ) => Promise<boolean>,
  /** Says that a share has brought nothing. */
  refuse: () => void = () => undefined,
) {
  let couldTake = false;
  let isTaking = false;

  const take = async (caches: CacheStorage) => {
    const { files, empty } = await sharedFiles(caches);
    // The worker stores only the name of a file that is too large (sw/routes.ts).
    const reasonIfEmpty = (file: File) => (empty.has(file) ? 'empty' : 'tooLarge');
    const isTaken = files.length > 0 && (await choose(files, reasonIfEmpty));
    if (isTaken) await caches.delete(SHARE_CACHE);
  };

  return {
    /** Says whether the form can take images now. */
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

/** Whether the address says that a share has brought nothing. It is said once. */
function forgetFailedShare(): boolean {
  const { location, history } = globalThis;
  if (!location || !hasShareFailed(location.search)) return false;
  history.replaceState(history.state, '', location.pathname + location.hash);
  return true;
}

/** The shared files, and which of them were shared without bytes. */
async function sharedFiles(caches: CacheStorage): Promise<{ files: File[]; empty: Set<File> }> {
  const files: File[] = [];
  const empty = new Set<File>();
  if (!(await caches.has(SHARE_CACHE))) return { files, empty };
  const cache = await caches.open(SHARE_CACHE);
  for (const request of await cache.keys()) {
    const answer = await cache.match(request);
    if (!answer) continue;
    const blob = await answer.blob();
    const file = new File([blob], sharedName(answer.headers), { type: blob.type });
    files.push(file);
    if (wasEmpty(answer.headers)) empty.add(file);
  }
  return { files, empty };
}
