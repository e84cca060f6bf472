import { useCallback, useEffect, useState } from 'react';
import type { DeliveryEvent, OutboxSummary, UploadProgress } from '../../domain/outbox';
import { useServices } from '../services';

/** The requests that wait on this device, as a screen sees them. */
export interface Waiting {
  /** Oldest first. */
  records: OutboxSummary[];
  /** How far the pictures of a record are, by key, for those that move right now. */
  progress: ReadonlyMap<string, UploadProgress>;
  tryNow(): void;
  /** Removes a record; `sent` when its text had already reached the server. */
  remove(key: string): Promise<'removed' | 'sent'>;
}

/** Follows the outbox: what waits, and what happens to it. */
export function useOutbox(): Waiting {
  const { outbox } = useServices();
  const [records, setRecords] = useState<OutboxSummary[]>([]);
  const [progress, setProgress] = useState<Waiting['progress']>(new Map());
  // Where nothing can be stored nothing waits; a list that cannot be read is shown as it was.
  const refresh = useCallback(() => {
    outbox.list().then(setRecords, () => undefined);
  }, [outbox]);

  useEffect(() => {
    const onEvent = (event: DeliveryEvent) => {
      const now = event.type === 'progress' ? event.progress : undefined;
      setProgress((before) => {
        if (!now && !before.has(event.key)) return before;
        const after = new Map(before);
        if (now) after.set(event.key, now);
        else after.delete(event.key);
        return after;
      });
      if (!now) refresh();
    };
    const onVisible = () => {
      // Another tab, or the worker while this page slept, may have sent some.
      if (document.visibilityState === 'visible') refresh();
    };
    const stop = outbox.subscribe(onEvent);
    document.addEventListener('visibilitychange', onVisible);
    refresh();
    return () => {
      stop();
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [outbox, refresh]);

  return {
    records,
    progress,
    tryNow: () => outbox.tryNow(),
    remove: async (key) => {
      const outcome = await outbox.remove(key);
      refresh();
      return outcome;
    },
  };
}
