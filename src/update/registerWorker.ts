import { Workbox } from 'workbox-window';
import { INSTALLED_CACHE } from '../contract/names';
import { cacheStorage, controller, serviceWorkers } from '../lib/browser';
import { log } from '../lib/log';
import type { Safety } from '../lib/pageServices';
import { isInstalledApp } from '../ui/pageFeatures';
import { claimReload, claimReloadForWorker, mayReloadForWorker } from './reloadedFor';
import { takeOver } from './takeOver';

/**
 * Registers the worker at the root. A newer one takes over when that is safe. Resolves to a function that asks the
 * browser for a newer one. Rejects if the browser refuses the worker.
 */
export async function registerWorker(
  safety: Safety,
  /**
   * Called when the page may reload for a newer worker than its first one. It has taken over, or the reload is to let
   * it.
   */
  onNewWorker: () => void,
): Promise<() => Promise<void>> {
  // A worker cannot see in which window its pages are.
  if (isInstalledApp())
    void cacheStorage()
      ?.open(INSTALLED_CACHE)
      .catch((error: unknown) => log('No badge.', error));
  const workbox = new Workbox('/sw.js', { scope: '/' });
  // Workbox's `isUpdate` is not used: on a first visit it stays false for every later worker, too.
  let isControlled = Boolean(controller());

  // If the page may not reload, the worker waits until the visitor has closed all tabs of this site.
  const letTakeOver = async () => {
    if (!mayReloadForWorker()) return;
    const isOver = await takeOver(serviceWorkers()!);
    // Once in a tab: if another tab keeps the old worker, a second reload would not help either.
    if (!isOver && claimReload('waiting', 'once')) onNewWorker();
  };
  const letTakeOverWhenSafe = () => safety.whenSafe(() => void letTakeOver());
  workbox.addEventListener('waiting', letTakeOverWhenSafe);
  workbox.addEventListener('controlling', () => {
    // Another tab may have let it take over. If this tab may not reload, it goes on in its own build (newBuild.ts).
    if (isControlled && claimReloadForWorker()) onNewWorker();
    isControlled = true;
  });
  // No worker takes over before the page has made its first requests to the old one (see `QUIET_TIME`).
  safety.report('registration', 'disturbance');
  const registration = await workbox
    .register({ immediate: true })
    .finally(() => safety.report('registration', 'none'));
  // Workbox sends no event for a worker that was found before the registration, and for none after the second one.
  const watch = (next: ServiceWorker | null | undefined) => {
    const onChange = () => {
      if (next?.state === 'installed' && isControlled) letTakeOverWhenSafe();
    };
    next?.addEventListener('statechange', onChange);
    // It may already be installed, although the registration does not say yet that it is waiting.
    onChange();
  };
  watch(registration?.installing);
  registration?.addEventListener('updatefound', () => watch(registration.installing));
  return () => workbox.update();
}
