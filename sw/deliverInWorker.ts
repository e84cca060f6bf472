import {
  ACCEPTED,
  changedMessage,
  isDeliverMessage,
  OUTBOX_CHANNEL,
  PREPARE,
  type DeliveryScope,
} from '../src/contract/messages';
import { INSTALLED_CACHE } from '../src/contract/names';
import { openChannel } from '../src/lib/browser';
import { createWorkerOutbox } from '../src/outbox/worker/workerOutbox';
import { config } from './backendConfig';
import { postToPages } from './tellPages';

declare const self: ServiceWorkerGlobalScope;

const channel = openChannel(OUTBOX_CHANNEL);
const outbox = createWorkerOutbox(config, (key) => {
  channel?.postMessage(changedMessage([key]));
  // For pages without a channel.
  postToPages(changedMessage([key]));
});

/** Runs one pass over the outbox. Resolves with the time at which the next record is due. */
async function deliver(scope: DeliveryScope): Promise<number | undefined> {
  const { nextAt } = await outbox.deliver(scope);
  // The delivery does not fail with it.
  await showBadge(await outbox.waiting()).catch(() => undefined);
  return nextAt;
}

/** The longest wait inside a sync, in milliseconds: the browser repeats a sync that has failed after minutes only. */
const LONGEST_PAUSE = 60_000;
/**
 * How long an event may last, in milliseconds. Chromium ends a worker, and with it the chunk on the line, when one of its
 * events takes five minutes. An open page sends the next message long before a message's time is over.
 */
const MESSAGE_TIME = 60_000;
const SYNC_TIME = 280_000;

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Delivers at a sync. Rejects if a record still waits, so that the browser repeats the sync. */
export async function deliverOnSync(): Promise<void> {
  const isEmpty = await Promise.race([deliverUntilEmpty(), pause(SYNC_TIME)]);
  if (!isEmpty) throw new Error('Some requests are still waiting to be sent.');
}

/**
 * Delivers, and waits for what is due soon. A sync is no proof that the network is back: each page registers one whenever
 * it starts a delivery, and while it is online the browser fires it at once. So a page that is seen decides when what got
 * no answer is tried again. Resolves with whether nothing waits.
 */
async function deliverUntilEmpty(): Promise<boolean> {
  for (;;) {
    const windows = await self.clients.matchAll({ type: 'window' });
    const isSeen = windows.some(({ visibilityState }) => visibilityState === 'visible');
    const nextAt = await deliver(isSeen ? 'due' : 'unreached');
    if (nextAt === undefined) return true;
    const wait = nextAt - Date.now();
    if (isSeen || wait > LONGEST_PAUSE) return false;
    await pause(wait);
  }
}

/** Runs one pass. Never rejects: records that still wait are left to the next trigger. */
export async function tryDelivery(scope: DeliveryScope = 'due'): Promise<void> {
  await deliver(scope).catch(() => {
    // The records that were not sent stay in the outbox and say when they are due.
  });
}

/**
 * Handles a page's message: delivers, or prepares pictures. A delivery is accepted at once, because otherwise the page
 * would deliver itself.
 */
export function onOutboxMessage(event: ExtendableMessageEvent): void {
  const { type } = (event.data ?? {}) as { type?: unknown };
  if (type === PREPARE) event.waitUntil(outbox.prepareAhead());
  if (!isDeliverMessage(event.data)) return;
  event.ports[0]?.postMessage(ACCEPTED);
  event.waitUntil(Promise.race([tryDelivery(event.data.scope), pause(MESSAGE_TIME)]));
}

/** Whenever the browser starts the worker, for any reason: deletes what is old, and delivers if this worker is active. */
export function deliverOnStart(): void {
  void outbox.tidy();
  if (self.registration.active && self.serviceWorker?.state === 'activated') void tryDelivery();
}

/** Asked for only where the site is installed: elsewhere an engine without a service for badges ends the page. */
async function showBadge(waiting: number): Promise<void> {
  if (!(await caches.has(INSTALLED_CACHE))) return;
  const { navigator } = self as { navigator: WorkerNavigator };
  if (waiting > 0) await navigator.setAppBadge?.(waiting);
  else await navigator.clearAppBadge?.();
}
