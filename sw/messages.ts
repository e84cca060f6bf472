import { SKIP_WAITING } from '../src/domain/channel';
import { onDeliverMessage } from './deliver';

declare const self: ServiceWorkerGlobalScope;

/** Messages from pages of this origin; anything else is ignored. */
export function onMessage(event: ExtendableMessageEvent): void {
  if (event.origin !== self.location.origin) return;
  const { type } = (event.data ?? {}) as { type?: unknown };
  if (type === SKIP_WAITING) event.waitUntil(self.skipWaiting());
  else onDeliverMessage(event);
}
