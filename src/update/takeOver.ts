import { attempt, optional } from '../lib/browser';
import { log } from '../lib/log';
import { SKIP_WAITING } from '../contract/messages';

/** Milliseconds that the page waits for a newer worker to take over. */
const PATIENCE = 4000;

/**
 * Asks a newer worker to take over as soon as it is installed. Resolves when it has taken over, after `PATIENCE` at the
 * latest, or at once if there is none. False if it still waits after `PATIENCE`: in Chromium, a request that wakes the
 * old worker at that very moment keeps the new one waiting until the page is left. Then registerWorker.ts reloads the
 * page once in a tab, which mostly lets the new one take over: a page that reloads while the old worker answers a fetch
 * comes back under the old one. Never rejects. The callers first wait until a reload is safe (safety.ts).
 */
export async function takeOver(container: ServiceWorkerContainer): Promise<boolean> {
  const registration = await attempt(() => container.getRegistration()).catch((error: unknown) =>
    log('No registration.', error),
  );
  const next = optional(() => {
    const { waiting, installing } = registration ?? {};
    return waiting ?? installing;
  });
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
