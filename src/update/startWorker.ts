import { waitAtMost } from '../lib/promises';
import { requestIdle } from '../shared/loading/idle';
import { controller, serviceWorkers, attempt, optional } from '../lib/browser';
import { log } from '../lib/log';
import { network } from '../lib/network';
import type { PageWorker, Safety } from '../lib/pageServices';
import { HEARD, SKIP_WAITING } from '../contract/messages';

/**
 * Registers the worker at the root. The first install fetches the whole site, so it waits until the first screen
 * is `shown`. A newer worker takes over when that is safe (see safety.ts), and then the page reloads once, unless it
 * has just reloaded for several others (see reloadedFor.ts). A first install never reloads the page.
 */
export function startWorker(safety: Safety, shown: Promise<unknown>): PageWorker {
  const container = serviceWorkers();
  if (!container || import.meta.env.DEV) {
    return { ready: shown, update: async () => {}, reload: async () => location.reload() };
  }
  let isReloading = false;
  const onNewWorker = () => {
    if (isReloading) return;
    isReloading = true;
    safety.whenSafe(() => location.reload());
  };
  container.addEventListener('message', ({ data }) => {
    const { type, outcome, askedAt } = Object(data) as Record<string, unknown>;
    if (type === HEARD) network.heard(outcome === 'answer' ? 'answer' : 'silence', Number(askedAt));
  });
  const mayInstall = controller()
    ? loaded()
    : Promise.all([loaded(), waitAtMost(shown)]).then(() => new Promise<void>(requestIdle));
  const watched = mayInstall
    .then(() => import('./registerWorker'))
    .then(({ registerWorker }) => registerWorker(safety, onNewWorker))
    .catch((error: unknown) => log('No service worker.', error));

  return {
    ready: watched.then(() => container.ready),
    async update() {
      const update = await watched;
      await update?.().catch((error: unknown) => log('No worker update.', error));
    },
    async reload() {
      // The change of workers must not cause a second reload.
      isReloading = true;
      await takeOver(container);
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

/** Milliseconds that the page waits for a new worker to take over. */
const PATIENCE = 4000;

/**
 * Asks a newer worker to take over as soon as it is installed. Resolves when it has taken over, after `PATIENCE` at
 * the latest, or at once if there is none. False if the new worker still waits after `PATIENCE`: in Chromium, a request
 * that wakes the old one at that very moment keeps the new one waiting until the page is left. A page that reloads is
 * served by the new worker in both cases, so one reload is enough (startWorker.ts reloads). Never rejects. The callers
 * first wait until a reload is safe (safety.ts).
 */
export async function takeOver(container: ServiceWorkerContainer): Promise<boolean> {
  const registration = await attempt(() => container.getRegistration()).catch((error: unknown) =>
    log('No registration.', error),
  );
  const { waiting, installing } = registration ?? {};
  const next = waiting ?? installing;
  // The first install is no update: the worker would serve the same files as the network.
  if (!next || !optional(() => container.controller)) return true;
  return new Promise((resolve) => {
    const onChange = () => {
      if (next.state === 'installed') next.postMessage({ type: SKIP_WAITING });
      else if (next.state === 'redundant') end();
    };
    const end = () => {
      clearTimeout(timer);
      container.removeEventListener('controllerchange', end);
      next.removeEventListener('statechange', onChange);
      resolve(next.state !== 'installed');
    };
    const timer = setTimeout(end, PATIENCE);
    container.addEventListener('controllerchange', end);
    next.addEventListener('statechange', onChange);
    onChange();
  });
}
