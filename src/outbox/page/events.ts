import type { DeliveryEvent, Receipt } from '../../domain/outbox';
import { isEventMessage, OUTBOX_CHANNEL, type EventMessage } from '../messages';

/** Events of deliveries: from the worker, from other tabs, and from this page's own deliverer. */
export function createDeliveryEvents() {
  const listeners = new Set<(event: DeliveryEvent) => void>();
  /** Tells this page only. */
  const tell = (event: DeliveryEvent) => {
    for (const listener of listeners) listener(event);
  };
  const channel = new BroadcastChannel(OUTBOX_CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isEventMessage(data)) tell(data.event);
  });
  return {
    tell,
    emit(event: DeliveryEvent) {
      tell(event);
      channel.postMessage({ type: 'outbox.event', event } satisfies EventMessage);
    },
    subscribe(onEvent: (event: DeliveryEvent) => void) {
      listeners.add(onEvent);
      return () => void listeners.delete(onEvent);
    },
  };
}

/**
 * Finds out how deliveries ended whose end nobody told: a deliverer may die between the last write of a
 * record and its message, and a page that follows the record would wait for ever.
 */
export function createMissedEvents(
  receipts: () => Promise<Receipt[]>,
  tell: (event: DeliveryEvent) => void,
) {
  const known = new Set<string>();
  return {
    /** A record that waits, from now on. */
    know: (key: string) => void known.add(key),
    /** What was told about it, by whomever. */
    hear({ type, key }: DeliveryEvent) {
      if (type === 'sent' || type === 'removed') known.delete(key);
    },
    /** Reads what waits, tells what became of the rest of what is known, and resolves to what waits. */
    async compare<T extends { key: string }>(list: () => Promise<T[]>): Promise<T[]> {
      // What becomes known while the list is read may be missing in it.
      const before = [...known];
      const waiting = await list();
      const here = new Set(waiting.map(({ key }) => key));
      const gone = before.filter((key) => !here.has(key));
      for (const key of here) known.add(key);
      if (gone.length === 0) return waiting;
      const sent = new Map((await receipts()).map((receipt) => [receipt.key, receipt]));
      for (const key of gone) {
        // Heard of after all, while the receipts were read.
        if (!known.delete(key)) continue;
        const receipt = sent.get(key);
        tell(receipt ? { type: 'sent', key, id: receipt.id } : { type: 'removed', key });
      }
      return waiting;
    },
  };
}
