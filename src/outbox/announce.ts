/** Makes events of the changes of a store; goes as soon as screens read the store themselves. */
import type { DeliveryEvent } from '../domain/outbox';
import { progressOf } from './objects';
import type { PendingRequest } from './record';
import type { OutboxStore } from './store';

export function createAnnouncer(store: OutboxStore, emit: (event: DeliveryEvent) => void) {
  const known = new Map<string, PendingRequest>();
  let last: Promise<void> = Promise.resolve();
  const announce = async (key: string) => {
    const before = known.get(key);
    const record = await store.read(key);
    if (!record) {
      known.delete(key);
      const receipt = (await store.receipts()).find((one) => one.key === key);
      const { id, missing } = receipt ?? {};
      if (id === undefined) emit({ type: 'removed', key });
      else emit({ type: 'sent', key, id, ...(missing && { missing }) });
      return;
    }
    known.set(key, record);
    const { id, step, needsAttention, notBefore, forPage } = record;
    if (step !== 'create' && (!before || before.step === 'create'))
      emit({ type: 'created', key, id });
    if (forPage) emit({ type: 'undecoded', key });
    else if (needsAttention) emit({ type: 'refused', key, attention: needsAttention });
    else if (notBefore > 0 || before?.revision === record.revision)
      emit({ type: 'postponed', key, notBefore });
    else if (step !== 'create' && record.images.length > 0)
      emit({ type: 'progress', key, progress: progressOf(record) });
  };
  return (key: string) => {
    last = last.then(() => announce(key)).catch(() => undefined);
  };
}
