import { log } from '../lib/log';
import { SKIP_WAITING } from '../start/contract';

/** Milliseconds that a page waits for a new worker to take over. */
const PATIENCE = 4000;

/**
 * Asks a newer worker, installed or about to be, to take over, and resolves when it has, at once
 * where there is none, or after `PATIENCE`. A page that reloads after that is served by
 * the new worker, so that one reload is enough. Never rejects.
 */
export async function takeOver(container: ServiceWorkerContainer): Promise<void> {
  const registration = await container.getRegistration().catch((error: unknown) => {
    log('No new worker can be asked.', error);
  });
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
