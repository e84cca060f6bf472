import { Workbox } from 'workbox-window';
import type { Safety } from './safety';

interface Watch {
  safety: Safety;
  /** Called when another version than the one the page came with has taken over. */
  onNewVersion(): void;
}

/**
 * Registers the worker at the root and lets its new versions take over when that is safe. Resolves
 * with what asks for a new version; rejects when the browser refuses the worker.
 */
export async function watchWorker({ safety, onNewVersion }: Watch): Promise<() => Promise<void>> {
  const workbox = new Workbox('/sw.js', { scope: '/' });
  // Not Workbox's `isUpdate`: on a first visit that stays false for every later version, too.
  let isControlled = Boolean(navigator.serviceWorker.controller);

  workbox.addEventListener('waiting', () => {
    safety.whenSafe(() => workbox.messageSkipWaiting());
  });
  workbox.addEventListener('controlling', () => {
    if (isControlled) onNewVersion();
    isControlled = true;
  });
  workbox.addEventListener('activated', ({ isUpdate }) => {
    if (!isUpdate) void workbox.messageSW({ type: 'CACHE_URLS', payload: { urlsToCache: used() } });
  });
  await workbox.register({ immediate: true });
  return () => workbox.update();
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
