import { Workbox } from 'workbox-window';
import type { Safety } from '../ports/page';
import { takeOver } from './takeOver';

/**
 * Registers the worker at the root and lets its new versions take over when that is safe. Resolves
 * with what asks for a new version; rejects when the browser refuses the worker.
 */
export async function registerWorker(
  safety: Safety,
  /** Called when another version than the one the page came with has taken over. */
  onNewVersion: () => void,
): Promise<() => Promise<void>> {
  const workbox = new Workbox('/sw.js', { scope: '/' });
  // Not Workbox's `isUpdate`: on a first visit that stays false for every later version, too.
  let isControlled = Boolean(navigator.serviceWorker.controller);

  const letTakeOver = () => void takeOver(navigator.serviceWorker);
  workbox.addEventListener('waiting', () => {
    safety.whenSafe(letTakeOver);
  });
  workbox.addEventListener('controlling', () => {
    if (isControlled) onNewVersion();
    isControlled = true;
  });
  // No take-over before the page's first requests to its worker have been made (see `CALM`).
  safety.report('registration', 'disturbance');
  const registration = await workbox
    .register({ immediate: true })
    .finally(() => safety.report('registration', 'none'));
  // The browser may have found a new version by itself before; of that one Workbox tells nothing.
  const next = registration?.installing;
  const ask = () => {
    if (next?.state === 'installed' && isControlled) safety.whenSafe(letTakeOver);
  };
  next?.addEventListener('statechange', ask);
  // Its state may have changed before the registration says that it waits.
  ask();
  return () => workbox.update();
}
