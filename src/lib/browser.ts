/**
 * The browser's features that some visitors do not have: because their browser is old, because they block cookies or
 * storage (then even reading `navigator.serviceWorker` or `new BroadcastChannel` may throw), or because a program has
 * taken a feature away. Each of these is reached only here, where it can say no. Dialogs and observers are in
 * ui/pageFeatures.ts, web storage is in webStorage.ts, IndexedDB in database.ts.
 */

/** What `reach` returns; undefined if it throws, or if there is nothing. */
export function optional<T>(reach: () => T | null | undefined): T | undefined {
  try {
    return reach() ?? undefined;
  } catch {
    return undefined;
  }
}

/** The result of a call that a feature may refuse. Rejects also if the call throws, or if there is no feature. */
export const attempt = async <T>(call: () => T): Promise<Awaited<T>> => await call();

export const serviceWorkers = (): ServiceWorkerContainer | undefined =>
  optional(() => navigator.serviceWorker);

export const controller = (): ServiceWorker | undefined =>
  optional(() => navigator.serviceWorker.controller);

export const cacheStorage = (): CacheStorage | undefined => optional(() => caches);

export const lockManager = (): LockManager | undefined => optional(() => navigator.locks);

/** A channel to the other contexts of this origin. It may lose what is posted. */
export function openChannel(
  name: string,
): Pick<BroadcastChannel, 'postMessage' | 'addEventListener'> | undefined {
  const channel = optional(() => new BroadcastChannel(name));
  return (
    channel && {
      postMessage: (message: unknown) => void optional(() => channel.postMessage(message)),
      addEventListener: channel.addEventListener.bind(
        channel,
      ) as BroadcastChannel['addEventListener'],
    }
  );
}
