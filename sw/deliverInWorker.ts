import { cryptoRandom } from '../src/domain/ids';
import { connectOutbox } from '../src/outbox/store/database';
import { createDeliverer } from '../src/outbox/delivery/deliverAll';
import { createExclusively, answerWhile } from '../src/outbox/delivery/locks';
import { expireDraft } from '../src/outbox/store/drafts';
import { createIdbStore } from '../src/outbox/store/idbStore';
import {
  ACCEPTED,
  changedMessage,
  isDeliverMessage,
  OUTBOX_CHANNEL,
  PREPARE,
  type DeliveryScope,
} from '../src/contract/messages';
import { prepareAhead } from '../src/outbox/delivery/preparePictures';
import { newKey } from '../src/outbox/record';
import { postToPages } from './postToPages';
import { prepareImageInWorker } from '../src/pictures/worker/workerCanvas';
import { lockManager, openChannel } from '../src/lib/browser';
import { config } from './backendConfig';

declare const self: ServiceWorkerGlobalScope;

const connection = connectOutbox();
const store = createIdbStore(connection);
const channel = openChannel(OUTBOX_CHANNEL);
const exclusively = createExclusively(lockManager());
const deliverer = createDeliverer({
  store,
  config,
  exclusively,
  prepareImage: prepareImageInWorker,
  isPage: false,
  now: () => Date.now(),
  random: cryptoRandom,
  newKey,
  changed(key) {
    channel?.postMessage(changedMessage([key]));
    // For pages without a channel.
    postToPages(changedMessage([key]));
  },
});

answerWhile(deliverer.isDelivering);

/** Runs one pass over the outbox. Rejects if a record still waits, so that the browser repeats the sync. */
export async function deliver(scope: DeliveryScope = 'due'): Promise<void> {
  const { nextAt } = await deliverer.deliver(scope);
  await showBadge();
  if (nextAt !== undefined) throw new Error('Some requests are still waiting to be sent.');
}

/** Runs one pass. Never rejects: records that still wait are left to the next trigger. */
export function tryDelivery(scope: DeliveryScope = 'due'): Promise<void> {
  return deliver(scope).catch(() => {
    // The records that were not sent stay in the outbox and say when they are due.
  });
}

/**
 * Handles a page's message: deliver, or prepare pictures. A delivery is accepted at once, because otherwise the page
 * would deliver itself.
 */
export function onOutboxMessage(event: ExtendableMessageEvent): void {
  const { type } = (event.data ?? {}) as { type?: unknown };
  const now = () => Date.now();
  if (type === PREPARE) {
    event.waitUntil(
      prepareAhead({ connection, exclusively, prepareImage: prepareImageInWorker, now }),
    );
  }
  if (!isDeliverMessage(event.data)) return;
  event.ports[0]?.postMessage(ACCEPTED);
  event.waitUntil(tryDelivery(event.data.scope));
}

/** Whenever the browser starts the worker, for any reason, it delivers and deletes an old draft. */
export function deliverOnStart(): void {
  void expireDraft(connection, Date.now());
  if (self.registration.active && self.serviceWorker?.state === 'activated') void tryDelivery();
}

async function showBadge(): Promise<void> {
  const waiting = (await store.list()).length;
  const { navigator } = self as { navigator: WorkerNavigator };
  // Only installed apps have a badge, and not in every browser. If it fails, the delivery does not fail.
  await (waiting > 0 ? navigator.setAppBadge?.(waiting) : navigator.clearAppBadge?.())?.catch(
    () => undefined,
  );
}
