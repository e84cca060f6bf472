/**
 * Caches the pictures of a page for a later visit without the network. Those that nobody has scrolled to are prefetched
 * for this.
 */
import { serviceWorkers } from '../../lib/browser';
import { network } from '../../lib/network';
import type { QueueIdleTask } from '../../lib/pageServices';
import { isGoodConnection } from '../loading/idle';

/** The most pictures, and the most bytes, that are prefetched for one page. */
const MAX_PICTURES = 40;
const MAX_BYTES = 2_000_000;

const prefetched = new Map<string, { pictures: number; bytes: number; largest: number }>();
const cached = new Set<string>();

/** Queues one task for each picture in `main`. Returns what cancels the rest. */
export function cachePictures(queueIdleTask: QueueIdleTask, page: string): () => void {
  const images = [...document.querySelectorAll<HTMLImageElement>('main img')];
  let isCancelled = false;
  const queueNext = () =>
    queueIdleTask(async () => {
      const image = images.shift();
      if (isCancelled || !image || !(await isControlled())) return;
      await cachePicture(image, page);
      queueNext();
    });
  queueNext();
  return () => {
    isCancelled = true;
  };
}

/**
 * Makes the worker cache a picture in the size that this screen uses. A lazy picture is loaded now. A picture that was
 * loaded before the worker was there is fetched again, which the browser's own cache answers. Rejects when the network
 * fails, or when the bucket does not allow the fetch.
 */
async function cachePicture(image: HTMLImageElement, page: string): Promise<void> {
  const used = prefetched.get(page) ?? { pictures: 0, bytes: 0, largest: 0 };
  const isPrefetch = !image.complete;
  if (isPrefetch) {
    // The size of the next picture is not known. It may be as large as the largest one so far.
    const hasRoom = used.pictures < MAX_PICTURES && used.bytes + used.largest <= MAX_BYTES;
    if (!hasRoom || !network.isOnline() || !isGoodConnection()) return;
    await load(image);
  }
  const address = image.currentSrc;
  if (image.naturalWidth === 0 || cached.has(address)) return;
  const { size } = await (await fetch(address, { credentials: 'omit', priority: 'low' })).blob();
  cached.add(address);
  if (!isPrefetch) return;
  const { pictures, bytes, largest } = used;
  prefetched.set(page, {
    pictures: pictures + 1,
    bytes: bytes + size,
    largest: Math.max(largest, size),
  });
}

/** Loads a lazy picture. Resolves when it has loaded or failed. */
function load(image: HTMLImageElement): Promise<void> {
  return new Promise((resolve) => {
    image.addEventListener('load', () => resolve(), { once: true });
    image.addEventListener('error', () => resolve(), { once: true });
    image.fetchPriority = 'low';
    image.loading = 'eager';
  });
}

/** Whether a worker controls this page. Waits until a first worker does so; false in browsers without workers. */
function isControlled(): Promise<boolean> {
  const container = serviceWorkers();
  if (!container || container.controller) return Promise.resolve(Boolean(container));
  return new Promise((resolve) => {
    container.addEventListener('controllerchange', () => resolve(true), { once: true });
  });
}
