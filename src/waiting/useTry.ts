import { useEffect, useState } from 'react';
import { SLOW_AFTER } from '../domain/constants';
import type { OutboxSummary } from '../ports/outbox';

/** These fields of a record change when a try of it ends. */
type TryState = Pick<OutboxSummary, 'attempts' | 'notBefore'>;

/**
 * Whether a record is being tried: its first try has not ended yet, or a try that the visitor has asked for has not.
 * `asked`: the record's state when the visitor asked.
 */
export function isBeingTried(record: OutboxSummary, asked: TryState | undefined): boolean {
  if (record.needsAttention || record.isHeld) return false;
  const { attempts, notBefore } = record;
  return notBefore === 0 || (asked?.attempts === attempts && asked.notBefore === notBefore);
}

/** The current try of a record, if any. `markAsked` says that the visitor has asked for one. */
export function useTry(record: OutboxSummary, isOnline: boolean) {
  const [asked, setAsked] = useState<TryState>();
  const [isSlow, setIsSlow] = useState(false);
  const isTrying = isBeingTried(record, asked) && (isOnline || asked !== undefined);
  useEffect(() => {
    if (!isTrying) return undefined;
    const timer = setTimeout(() => setIsSlow(true), SLOW_AFTER);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isTrying]);
  const { attempts, notBefore } = record;
  return {
    isTrying,
    isSlow,
    wasAsked: asked !== undefined,
    markAsked: () => setAsked({ attempts, notBefore }),
  };
}
