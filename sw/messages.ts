import { PAINTED, SKIP_WAITING } from '../src/domain/channel';
import { onDeliverMessage } from './deliver';
import { onPainted } from './firstScreen';

declare const self: ServiceWorkerGlobalScope;

/** Messages from pages of this origin; anything else is ignored. */
export function onMessage(event: ExtendableMessageEvent): void {
  if (event.origin !== self.location.origin) return;
  const { type } = (event.data ?? {}) as { type?: unknown };
  if (type === SKIP_WAITING) event.waitUntil(self.skipWaiting());
  else if (type === PAINTED) onPainted();
  else onDeliverMessage(event);
}
