import type { FollowOutbox } from '../port';
import { openChannel, serviceWorkers } from '../../lib/browser';
import type { createPageStores } from './pageStores';
import { changedMessage, changedIn, OUTBOX_CHANNEL } from '../../contract/messages';

/** Milliseconds after which a hidden page, which gets no frames, reads the store anyway. */
const HIDDEN_DELAY = 250;

const nextFrame = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, HIDDEN_DELAY);
    globalThis.requestAnimationFrame?.(() => resolve());
  });

/**
 * The outbox's lists, for all parts of this page that show them or wait for a record. `readShown` is called anew only
 * after it has answered.
 */
export function createOutboxLists({
  readShown,
}: Pick<ReturnType<typeof createPageStores>, 'readShown'>) {
  const followers = new Set<Parameters<FollowOutbox>>();
  const channel = openChannel(OUTBOX_CHANNEL);
  let stale = new Set<string>();
  let isAllStale = false;
  let isReading = false;

  const readAndNotify = async (keys?: ReadonlySet<string>) => {
    // A follower that is added during the read may know of a newer record. It gets the lists of the next read.
    const before = [...followers];
    if (before.length === 0) return;
    const stillFollowing = () => before.filter((follower) => followers.has(follower));
    try {
      const lists = await readShown(keys);
      for (const [onLists] of stillFollowing()) onLists(lists);
    } catch (error) {
      for (const [, onFailure] of stillFollowing()) onFailure?.(error);
    }
  };
  /** Reads with the next frame, and once more what has changed during that read. Without `keys`, reads everything. */
  const refresh = async (keys?: readonly string[]) => {
    isAllStale ||= keys === undefined;
    for (const key of keys ?? []) stale.add(key);
    if (isReading) return;
    isReading = true;
    while (isAllStale || stale.size > 0) {
      await nextFrame();
      const read = isAllStale ? undefined : stale;
      isAllStale = false;
      stale = new Set();
      await readAndNotify(read);
    }
    isReading = false;
  };
  const onMessage = ({ data }: MessageEvent<unknown>) => {
    const changed = changedIn(data);
    if (changed) void refresh(changed.keys);
  };
  if (channel) channel.addEventListener('message', onMessage);
  // Without the channel, the worker is still heard.
  else serviceWorkers()?.addEventListener('message', onMessage);

  const follow: FollowOutbox = (...follower) => {
    followers.add(follower);
    void refresh();
    return () => void followers.delete(follower);
  };
  return {
    follow,
    /** Reads everything again: a context may have written to the store and died before it could say so. */
    refresh: () => void refresh(),
    changed(...keys: string[]) {
      void refresh(keys);
      channel?.postMessage(changedMessage(keys));
    },
  };
}
