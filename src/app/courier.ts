import { ACCEPTED, SYNC_TAG } from '../domain/channel';
import type { DeliverMessage, Deliverer, Force } from '../outbox';

/** Milliseconds a worker has to say that it delivers, before the page does it itself. */
const ACCEPT_TIMEOUT = 3000;

interface SyncRegistration extends ServiceWorkerRegistration {
  /** Background Sync: Chromium only. */
  sync?: { register(tag: string): Promise<void> };
}

/**
 * Has the outbox delivered: by the service worker, which outlives the page, or by the page where
 * there is none or it does not answer. The lock in the deliverer makes one of them the deliverer.
 */
export function createCourier(here: Deliverer, log: (message: string, error: unknown) => void) {
  const deliverHere = (force: Force) =>
    here
      .deliver(force)
      .then(() => undefined)
      .catch((error: unknown) => log('The outbox could not be read.', error));

  return {
    async deliver(force: Force = false): Promise<void> {
      const registration = await registered();
      requestSync(registration);
      const worker = registration?.active;
      if (worker && (await accepts(worker, force))) return;
      await deliverHere(force);
    },
  };
}

async function registered(): Promise<SyncRegistration | undefined> {
  return navigator.serviceWorker?.getRegistration().catch(() => undefined);
}

/** One of several triggers: it gives up after three tries, and others lack it. */
function requestSync(registration: SyncRegistration | undefined): void {
  registration?.sync?.register(SYNC_TAG).catch(() => {
    // Refused by the browser's settings: the page's own triggers deliver.
  });
}

function accepts(worker: ServiceWorker, force: Force): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const settle = (accepted: boolean) => {
      clearTimeout(timer);
      port1.close();
      resolve(accepted);
    };
    const timer = setTimeout(() => settle(false), ACCEPT_TIMEOUT);
    port1.addEventListener('message', ({ data }) => settle(data === ACCEPTED));
    port1.start();
    worker.postMessage({ type: 'outbox.deliver', force } satisfies DeliverMessage, [port2]);
  });
}
