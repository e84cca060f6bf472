/**
 * Starts the worker. Its registration is code of its own (`registerWorker.ts`), loaded behind the page's `load` and, on a
 * first visit, behind the first screen.
 */
import { waitAtMost } from '../lib/promises';
import { requestIdle } from '../shared/loading/idle';
import { controller, serviceWorkers } from '../lib/browser';
import { log } from '../lib/log';
import { network } from '../lib/network';
import type { PageWorker, Safety } from '../lib/pageServices';
import { HEARD } from '../contract/messages';
import { takeOver } from './takeOver';

/**
 * Milliseconds until a page that is still there is reloaded again. Each wait is twice as long as the one before: on a slow
 * line the reload is only on its way.
 */
const FIRST_PATIENCE = 10_000;

/**
 * Registers the worker. The first install fetches the whole site, so it waits until the first screen is `shown`. A
 * newer worker takes over when that is safe (safety.ts), and then the page reloads once, unless it has just reloaded
 * for several others (reloadedFor.ts). A first install never reloads the page.
 */
export function startWorker(safety: Safety, shown: Promise<unknown>): PageWorker {
  const container = serviceWorkers();
  if (!container || import.meta.env.DEV) {
    return { ready: shown, update: async () => {}, reload: async () => location.reload() };
  }
  let isReloading = false;
  let patience = FIRST_PATIENCE;
  /** Something else may cancel the reload (a tapped `tel:` link, `window.stop()`), so it is asked for again. */
  const reload = () => {
    location.reload();
    setTimeout(() => safety.whenSafe(reload), patience);
    patience *= 2;
  };
  const onNewWorker = () => {
    if (isReloading) return;
    isReloading = true;
    safety.whenSafe(reload);
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
      reload();
    },
  };
}

function loaded(): Promise<void> {
  if (document.readyState === 'complete') return Promise.resolve();
  return new Promise((resolve) => {
    window.addEventListener('load', () => resolve(), { once: true });
  });
}
