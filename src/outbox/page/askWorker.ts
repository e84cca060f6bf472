import type { Force } from '../deliverer';
import { ACCEPTED, SYNC_TAG, type DeliverMessage } from '../messages';

/** Milliseconds a worker has to say that it delivers, before the page does it itself. */
const ACCEPT_TIMEOUT = 3000;

interface SyncRegistration extends ServiceWorkerRegistration {
  /** Background Sync: Chromium only. */
  sync?: { register(tag: string): Promise<void> };
}

/** Asks the service worker, which outlives the page, to deliver; false where none takes it on. */
export async function askWorker(force: Force): Promise<boolean> {
  const registration: SyncRegistration | undefined = await navigator.serviceWorker
    ?.getRegistration()
    .catch(() => undefined);
  registration?.sync?.register(SYNC_TAG).catch(() => {
    // Refused by the browser's settings: the page's own triggers deliver.
  });
  const worker = registration?.active;
  return worker ? accepts(worker, force) : false;
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
