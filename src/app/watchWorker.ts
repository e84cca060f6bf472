import { Workbox } from 'workbox-window';
import { DOCUMENTS_CACHE, GALLERY_CACHE } from '../domain/caches';
import { SKIP_WAITING } from '../domain/channel';
import type { FirstReads } from './firstReads';
import { log } from './log';
import type { Safety } from './safety';

/**
 * Registers the worker at the root and lets its new versions take over when that is safe. Resolves
 * with what asks for a new version; rejects when the browser refuses the worker.
 */
export async function watchWorker(
  safety: Safety,
  reads: FirstReads,
  /** Called when another version than the one the page came with has taken over. */
  onNewVersion: () => void,
): Promise<() => Promise<void>> {
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
    if (!isUpdate) {
      void workbox.messageSW({ type: 'CACHE_URLS', payload: { urlsToCache: pictures() } });
    }
  });
  workbox.addEventListener('redundant', () => reads.handOver(() => undefined));
  // What the page asks its worker for right after this comes first (see `safety`).
  safety.report('registration', true);
  const registration = await workbox
    .register({ immediate: true })
    .finally(() => safety.report('registration', false));
  // The browser may have found a new version by itself before; of that one Workbox tells nothing.
  const next = registration?.installing;
  const ask = () => {
    if (next?.state === 'installed' && isControlled) {
      safety.whenSafe(() => next.postMessage({ type: SKIP_WAITING }));
    }
  };
  next?.addEventListener('statechange', ask);
  // Its state may have changed before the registration says that it waits.
  ask();
  // Not at `activated`, which a tab does not hear when another one has begun the install.
  void navigator.serviceWorker.ready.then(() =>
    reads.handOver((answer) => {
      keep(answer).catch((error: unknown) => log('An answer could not be kept.', error));
    }),
  );
  return () => workbox.update();
}

/** Puts an answer of Firestore into the cache in which the worker looks for it. */
async function keep(answer: Response): Promise<void> {
  // A captive portal's page is no document.
  if (!answer.headers.get('content-type')?.startsWith('application/json')) return;
  const { pathname } = new URL(answer.url);
  const name = pathname.endsWith('/documents/gallery') ? GALLERY_CACHE : DOCUMENTS_CACHE;
  const cache = await caches.open(name);
  // The worker may have read it meanwhile, which is newer.
  if (!(await cache.match(answer.url))) await cache.put(answer.url, answer);
}

/**
 * The pictures that this first visit has loaded before the worker was there, for the worker's caches: in
 * CORS mode, so that no opaque answer gets in.
 */
function pictures(): [string, RequestInit][] {
  return performance
    .getEntriesByType('resource')
    .filter((entry) => /^(img|image)$/.test((entry as PerformanceResourceTiming).initiatorType))
    .map((entry) => [entry.name, { mode: 'cors', credentials: 'omit' }]);
}
