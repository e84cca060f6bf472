import { Workbox } from 'workbox-window';
import type { Safety } from './safety';
import { takeOver } from './takeOver';

/** Milliseconds that a reload waits for a new worker to take over. */
const TAKE_OVER_PATIENCE = 4000;

/** What the page does with its service worker. */
export interface PageWorker {
  /** Asks the browser to look for a new worker; settles when it has looked. */
  update(): Promise<void>;
  /** Reloads the page, by way of a newer worker that waits or is being installed. */
  reload(): Promise<void>;
}

interface Means {
  safety: Safety;
  reload: () => void;
  log: (message: string, error: unknown) => void;
}

/**
 * Registers the worker at the root. A new version waits until that is safe, then takes over, and the
 * page reloads once; a first install never reloads.
 */
export function startWorker({ safety, reload, log }: Means): PageWorker {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) {
    return { update: async () => {}, reload: async () => reload() };
  }
  const workbox = new Workbox('/sw.js', { scope: '/' });
  let reloading = false;
  // Not Workbox's `isUpdate`: on a first visit that stays false for every later version, too.
  let isControlled = Boolean(navigator.serviceWorker.controller);

  workbox.addEventListener('waiting', () => {
    safety.whenSafe(() => workbox.messageSkipWaiting());
  });
  workbox.addEventListener('controlling', () => {
    const isFirst = !isControlled;
    isControlled = true;
    if (isFirst || reloading) return;
    reloading = true;
    safety.whenSafe(reload);
  });
  workbox.addEventListener('activated', ({ isUpdate }) => {
    if (!isUpdate) void workbox.messageSW({ type: 'CACHE_URLS', payload: { urlsToCache: used() } });
  });
  workbox
    .register()
    .catch((error: unknown) => log('The service worker was not registered.', error));

  return {
    async update() {
      await workbox
        .update()
        .catch((error: unknown) => log('No worker update could be had.', error));
    },
    async reload() {
      // The change of workers is this reload's: it causes none of its own.
      reloading = true;
      await takeOver(navigator.serviceWorker, TAKE_OVER_PATIENCE).catch((error: unknown) =>
        log('A new worker could not be asked to take over.', error),
      );
      reload();
    },
  };
}

/**
 * What this first visit has loaded before the worker was there, for the worker's caches: data and
 * pictures, in CORS mode so that no opaque answer gets in.
 */
function used(): [string, RequestInit][] {
  return performance
    .getEntriesByType('resource')
    .filter((entry) =>
      /^(fetch|img|image)$/.test((entry as PerformanceResourceTiming).initiatorType),
    )
    .map((entry) => [entry.name, { mode: 'cors', credentials: 'omit' }]);
}
