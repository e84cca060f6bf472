/** The pictures of a page are kept for a visit without the network, also those that nobody has scrolled to. */
import type { Later } from '../ports/page';
import { isGoodConnection } from './idle';

/** How many pictures of a page are fetched in advance, and how many bytes. */
const MOST = 40;
const MOST_BYTES = 2_000_000;

/** What was fetched in advance, by the page that it was for. */
const spent = new Map<string, { pictures: number; bytes: number; largest: number }>();
/** The addresses that the worker has. */
const kept = new Set<string>();

/** Queues the keeping of what `main` shows; returns how to call it off. */
export function keepPictures(later: Later, page: string): () => void {
  const images = [...document.querySelectorAll<HTMLImageElement>('main img')];
  let isOff = false;
  const next = () =>
    later(async () => {
      const image = images.shift();
      if (isOff || !image || !(await isControlled())) return;
      await keep(image, page);
      next();
    });
  next();
  return () => {
    isOff = true;
  };
}

/**
 * Has the worker keep a picture in the size that this screen uses: a lazy one is loaded now, and one that came
 * before the worker did is asked for once more, which the browser's own cache answers. Rejects when the
 * network fails, or the bucket does not allow it.
 */
async function keep(image: HTMLImageElement, page: string): Promise<void> {
  const used = spent.get(page) ?? { pictures: 0, bytes: 0, largest: 0 };
  const isAdvance = !image.complete;
  if (isAdvance) {
    // What the next one takes is not known: perhaps as much as the largest.
    const hasRoom = used.pictures < MOST && used.bytes + used.largest <= MOST_BYTES;
    if (!hasRoom || !navigator.onLine || !isGoodConnection()) return;
    await loaded(image);
  }
  const address = image.currentSrc;
  if (image.naturalWidth === 0 || kept.has(address)) return;
  const { size } = await (await fetch(address, { credentials: 'omit', priority: 'low' })).blob();
  kept.add(address);
  if (!isAdvance) return;
  const { pictures, bytes, largest } = used;
  spent.set(page, {
    pictures: pictures + 1,
    bytes: bytes + size,
    largest: Math.max(largest, size),
  });
}

/** Settles when it is there, or will not come. */
function loaded(image: HTMLImageElement): Promise<void> {
  return new Promise((resolve) => {
    image.addEventListener('load', () => resolve(), { once: true });
    image.addEventListener('error', () => resolve(), { once: true });
    image.fetchPriority = 'low';
    image.loading = 'eager';
  });
}

/** Whether a worker answers for this page, waiting for a first one to take it over. */
function isControlled(): Promise<boolean> {
  const { serviceWorker } = navigator;
  if (!serviceWorker || serviceWorker.controller) return Promise.resolve(Boolean(serviceWorker));
  return new Promise((resolve) => {
    serviceWorker.addEventListener('controllerchange', () => resolve(true), { once: true });
  });
}
