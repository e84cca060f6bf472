import { onDeliverMessage } from './deliver';

declare const self: ServiceWorkerGlobalScope;

/** What workbox-window posts when the page decides that a waiting worker may take over. */
const SKIP_WAITING = 'SKIP_WAITING';

/** Messages from pages of this origin; anything else is ignored. */
export function onMessage(event: ExtendableMessageEvent): void {
  if (event.origin !== self.location.origin) return;
  const { type } = (event.data ?? {}) as { type?: unknown };
  if (type === SKIP_WAITING) event.waitUntil(self.skipWaiting());
  else onDeliverMessage(event);
}
