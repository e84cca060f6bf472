import { OUTBOX_CHANNEL } from '../../domain/channel';
import type { DeliveryEvent } from '../../domain/outbox';
import { isEventMessage, type EventMessage } from '../stored';

/** Events of deliveries: from the worker, from other tabs, and from this page's own deliverer. */
export function createDeliveryEvents() {
  const listeners = new Set<(event: DeliveryEvent) => void>();
  /** Tells this page only. */
  const tell = (event: DeliveryEvent) => {
    for (const listener of listeners) listener(event);
  };
  const channel =
    typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(OUTBOX_CHANNEL);
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isEventMessage(data)) tell(data.event);
  });
  return {
    tell,
    emit(event: DeliveryEvent) {
      tell(event);
      channel?.postMessage({ type: 'outbox.event', event } satisfies EventMessage);
    },
    subscribe(onEvent: (event: DeliveryEvent) => void) {
      listeners.add(onEvent);
      return () => void listeners.delete(onEvent);
    },
  };
}
