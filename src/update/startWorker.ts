import { idleMoment, patiently } from '../shared/idle';
import { log } from '../domain/log';
import { SKIP_WAITING } from '../domain/workerNames';
import type { PageWorker, Safety } from '../domain/ports';

/**
 * Registers the worker at the root, the first one after what the first screen waits for (`shown`): it
 * fetches all of the site. A new version waits until that is safe, then takes over, and the page reloads
 * once; a first install never reloads.
 */
export function startWorker(safety: Safety, shown: Promise<unknown>): PageWorker {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) {
    return { ready: shown, update: async () => {}, reload: async () => location.reload() };
  }
  let isReloading = false;
  const onNewVersion = () => {
    if (isReloading) return;
    isReloading = true;
    safety.whenSafe(() => location.reload());
  };
  const mayInstall = navigator.serviceWorker.controller
    ? loaded()
    : Promise.all([loaded(), patiently(shown)]).then(() => new Promise<void>(idleMoment));
  const watched = mayInstall
    .then(() => import('./registerWorker'))
    .then(({ registerWorker }) => registerWorker(safety, onNewVersion))
    .catch((error: unknown) => log('No service worker.', error));

  return {
    ready: watched.then(() => navigator.serviceWorker.ready),
    async update() {
      const update = await watched;
      await update?.().catch((error: unknown) => log('No worker update.', error));
    },
    async reload() {
      // This reload is the one that the change of workers would cause.
      isReloading = true;
      await takeOver(navigator.serviceWorker).catch((error: unknown) =>
        log('No new worker took over.', error),
      );
      location.reload();
    },
  };
}

function loaded(): Promise<void> {
  if (document.readyState === 'complete') return Promise.resolve();
  return new Promise((resolve) => {
    window.addEventListener('load', () => resolve(), { once: true });
  });
}

/** Milliseconds that a page waits for a new worker to take over. */
const PATIENCE = 4000;

/**
 * Asks a newer worker, installed or about to be, to take over, and resolves when it has, at once
 * where there is none, or after `PATIENCE`. A page that reloads after that is served by
 * the new worker, so that one reload is enough.
 */
export async function takeOver(container: ServiceWorkerContainer): Promise<void> {
  const registration = await container.getRegistration();
  const next = registration?.waiting ?? registration?.installing;
  // The first install is no update: what it would serve is what the network serves.
  if (!next || !container.controller) return;
  await new Promise<void>((resolve) => {
    const ask = () => {
      if (next.state === 'installed') next.postMessage({ type: SKIP_WAITING });
      else if (next.state === 'redundant') end();
    };
    const end = () => {
      clearTimeout(timer);
      container.removeEventListener('controllerchange', end);
      next.removeEventListener('statechange', ask);
      resolve();
    };
    const timer = setTimeout(end, PATIENCE);
    container.addEventListener('controllerchange', end);
    next.addEventListener('statechange', ask);
    ask();
  });
}
