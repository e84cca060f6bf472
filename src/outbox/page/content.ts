import type { OutboxContent, OutboxSummary, FollowOutbox } from '../../ports/outbox';
import type { UploadProgress } from '../../domain/types';
import { openChannel, serviceWorkers } from '../../lib/browser';
import { CHANGED, OUTBOX_CHANNEL } from '../messages';
import type { PendingRequest } from '../record';
import type { OutboxStore } from '../store';

/** Milliseconds after which a hidden page, which gets no frames, reads the store anyway. */
const HIDDEN_DELAY = 250;

const nextFrame = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, HIDDEN_DELAY);
    globalThis.requestAnimationFrame?.(() => resolve());
  });

/**
 * The outbox's content, for all parts of this page that show it or wait for a record. The store is read again
 * after every write to it: by this page, another page, or the worker.
 */
export function createContent(read: () => Promise<OutboxContent>) {
  const followers = new Set<Parameters<FollowOutbox>>();
  const channel = openChannel(OUTBOX_CHANNEL);
  let isStale = false;
  let isReading = false;

  const readAndNotify = async () => {
    // A follower that is added during the read may know of a newer record. It gets the content of the next read.
    const before = [...followers];
    if (before.length === 0) return;
    const stillFollowing = () => before.filter((follower) => followers.has(follower));
    try {
      const content = await read();
      for (const [onContent] of stillFollowing()) onContent(content);
    } catch (error) {
      for (const [, onFailure] of stillFollowing()) onFailure?.(error);
    }
  };
  /** Reads the store with the next frame, and once more if it has changed during that read. */
  const refresh = async () => {
    isStale = true;
    if (isReading) return;
    isReading = true;
    while (isStale) {
      await nextFrame();
      isStale = false;
      await readAndNotify();
    }
    isReading = false;
  };
  channel?.addEventListener('message', () => void refresh());
  // Without the channel, the worker is still heard.
  if (!channel) {
    serviceWorkers()?.addEventListener('message', ({ data }) => {
      if (data === CHANGED) void refresh();
    });
  }

  const follow: FollowOutbox = (...follower) => {
    followers.add(follower);
    void refresh();
    return () => void followers.delete(follower);
  };
  return {
    follow,
    /** Reads the store again: a context may have written to it and died before it could say so. */
    refresh: () => void refresh(),
    /** Called after this page has written to a store. */
    changed() {
      void refresh();
      channel?.postMessage(CHANGED);
    },
  };
}

/**
 * The content of a store. The waiting records are read before the sent requests: a record that is sent in
 * between is in both lists, and never in neither.
 */
export async function contentOf(store: OutboxStore): Promise<OutboxContent> {
  const waiting = (await store.list()).map(summaryOf);
  return { waiting, sentRequests: await store.sentRequests() };
}

/** A record without its bytes, as screens list it. */
export function summaryOf(record: PendingRequest): OutboxSummary {
  const { key, id, fields, images, savedAt, step, attempts, notBefore } = record;
  const { needsAttention, forPage, draftId } = record;
  return {
    key,
    id,
    fields,
    imageNames: images.map(({ name }) => name),
    savedAt,
    step,
    attempts,
    notBefore,
    progress: progressOf(record),
    ...(draftId !== undefined && { draftId }),
    ...(needsAttention && { needsAttention }),
    ...(forPage && { forPage }),
  };
}

/** The upload progress of the usable images. It never falls, because bytes that are sent again do not count again. */
function progressOf(record: PendingRequest): UploadProgress {
  const images = record.images.filter(({ missing }) => !missing);
  const objects = images.flatMap(({ image, thumb }) => [image, thumb]);
  const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0);
  return {
    sentBytes: sum(objects.map(({ url, size, offset = 0 }) => (url === undefined ? offset : size))),
    totalBytes: sum(objects.map(({ size }) => size)),
    count: images.filter(({ image, thumb }) => image.url && thumb.url).length,
    total: images.length,
  };
}
