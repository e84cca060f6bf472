import { cryptoRandom } from '../src/domain/ids';
import { createConnection } from '../src/outbox/connection';
import { createDeliverer, type Force } from '../src/outbox/deliverer';
import { createExclusively } from '../src/outbox/exclusively';
import { expireDraft } from '../src/outbox/draftExpiry';
import { createIdbStore } from '../src/outbox/idbStore';
import {
  ACCEPTED,
  CHANGED,
  isDeliverMessage,
  OUTBOX_CHANNEL,
  PREPARE,
} from '../src/outbox/messages';
import { prepareAhead } from '../src/outbox/prepareAhead';
import { newKey } from '../src/outbox/record';
import { config } from './config';
import { prepareImage } from './workerCanvas';

declare const self: ServiceWorkerGlobalScope;

const connection = createConnection();
const store = createIdbStore(connection);
const channel = new BroadcastChannel(OUTBOX_CHANNEL);
const exclusively = createExclusively(navigator.locks);
const deliverer = createDeliverer({
  store,
  config,
  exclusively,
  prepareImage,
  isPage: false,
  now: () => Date.now(),
  random: cryptoRandom,
  newKey,
  changed: () => channel.postMessage(CHANGED),
});

/** One pass over the outbox. Rejects when something still waits, so that a sync is tried again. */
export async function deliver(force: Force = false): Promise<void> {
  const { nextAt } = await deliverer.deliver(force);
  await showBadge();
  if (nextAt !== undefined) throw new Error('Some requests are still waiting to be sent.');
}

/** A pass whose leftovers wait for the next trigger; never rejects. */
export function tryDelivery(force: Force = false): Promise<void> {
  return deliver(force).catch(() => {
    // What is left stays in the outbox, and its records say until when.
  });
}

/** A page's wish to deliver: taken on at once, or the page would do it itself; or to prepare pictures. */
export function onOutboxMessage(event: ExtendableMessageEvent): void {
  const { type } = (event.data ?? {}) as { type?: unknown };
  const now = () => Date.now();
  if (type === PREPARE) {
    event.waitUntil(prepareAhead({ connection, exclusively, prepareImage, now }));
  }
  if (!isDeliverMessage(event.data)) return;
  event.ports[0]?.postMessage(ACCEPTED);
  event.waitUntil(tryDelivery(event.data.force));
}

/** A worker that the browser starts again for whatever reason looks after the outbox, and an old draft. */
export function deliverOnStart(): void {
  void expireDraft(connection, Date.now());
  if (self.registration.active && self.serviceWorker?.state === 'activated') void tryDelivery();
}

async function showBadge(): Promise<void> {
  const waiting = (await store.list()).length;
  const { navigator } = self as { navigator: WorkerNavigator };
  // Installed apps only, and not in every browser; a refused badge is no reason to fail a delivery.
  await (waiting > 0 ? navigator.setAppBadge?.(waiting) : navigator.clearAppBadge?.())?.catch(
    () => undefined,
  );
}
