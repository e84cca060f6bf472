import { OUTBOX_CHANNEL } from '../../domain/channel';
import type { DeliveryEvent } from '../../domain/outbox';
import type { Unsubscribe } from '../../domain/ports';
import { isEventMessage, type EventMessage } from '../stored';

/** Events of deliveries: from the worker, from other tabs, and from this page's own deliverer. */
export interface DeliveryEvents {
  emit(event: DeliveryEvent): void;
  /** Tells this page only. */
  tell(event: DeliveryEvent): void;
  subscribe(onEvent: (event: DeliveryEvent) => void): Unsubscribe;
}

export function createDeliveryEvents(): DeliveryEvents {
  const listeners = new Set<(event: DeliveryEvent) => void>();
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
    emit(event) {
      tell(event);
      channel?.postMessage({ type: 'outbox.event', event } satisfies EventMessage);
    },
    subscribe(onEvent) {
      listeners.add(onEvent);
      return () => listeners.delete(onEvent);
    },
  };
}
