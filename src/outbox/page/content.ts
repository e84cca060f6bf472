import type { OutboxContent, OutboxSummary, FollowOutbox } from '../../ports/outbox';
import type { UploadProgress } from '../../domain/types';
import { CHANGED, OUTBOX_CHANNEL } from '../messages';
import type { PendingRequest } from '../record';
import type { OutboxStore } from '../store';

/** Milliseconds after which a page that gets no frames, because nobody sees it, reads nevertheless. */
const WITHOUT_FRAMES = 250;

const nextFrame = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, WITHOUT_FRAMES);
    globalThis.requestAnimationFrame?.(() => resolve());
  });

/**
 * What the outbox holds, for everything in this page that shows it or waits for it. The store is read again
 * whenever somebody has written to it: this page, another one, or the worker.
 */
export function createContent(read: () => Promise<OutboxContent>) {
  const followers = new Set<Parameters<FollowOutbox>>();
  const channel = new BroadcastChannel(OUTBOX_CHANNEL);
  let isStale = false;
  let isReading = false;

  const readAndTell = async () => {
    // Who begins to follow meanwhile knows of what may not be in it yet.
    const asking = [...followers];
    if (asking.length === 0) return;
    const stillAsking = () => asking.filter((follower) => followers.has(follower));
    try {
      const content = await read();
      for (const [onContent] of stillAsking()) onContent(content);
    } catch (error) {
      for (const [, onFailure] of stillAsking()) onFailure?.(error);
    }
  };
  /** Reads it with the next frame, and after that once more if it has changed meanwhile. */
  const look = async () => {
    isStale = true;
    if (isReading) return;
    isReading = true;
    while (isStale) {
      await nextFrame();
      isStale = false;
      await readAndTell();
    }
    isReading = false;
  };
  channel.addEventListener('message', () => void look());

  const follow: FollowOutbox = (...follower) => {
    followers.add(follower);
    void look();
    return () => void followers.delete(follower);
  };
  return {
    follow,
    /** Looks whether it has changed: somebody may have died before they could say so. */
    look: () => void look(),
    /** This page has written to the disk. */
    changed() {
      void look();
      channel.postMessage(CHANGED);
    },
  };
}

/** What waits in a store, and only then its receipts: what is sent meanwhile is in both, and never in none. */
export async function contentOf(store: OutboxStore): Promise<OutboxContent> {
  const waiting = (await store.list()).map(summaryOf);
  return { waiting, receipts: await store.receipts() };
}

/** A record without its bytes, as screens list it. */
export function summaryOf(record: PendingRequest): OutboxSummary {
  const { key, id, fields, images, savedAt, step, attempts, notBefore } = record;
  const { needsAttention, forPage } = record;
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
    ...(needsAttention && { needsAttention }),
    ...(forPage && { forPage }),
  };
}

/** How far the images are that can be used. It never falls: what has to be sent again is not counted again. */
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
