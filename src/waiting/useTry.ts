import { useEffect, useState } from 'react';
import { SLOW_AFTER } from '../domain/constants';
import type { OutboxSummary } from '../ports/outbox';

/** What shows of a record whether it was tried since. */
type Standing = Pick<OutboxSummary, 'attempts' | 'notBefore'>;

/**
 * Whether somebody is at it: nobody has tried it yet, or the visitor has asked for a try (`asked`: how it
 * stood then) that has not ended.
 */
export function isBeingTried(record: OutboxSummary, asked: Standing | undefined): boolean {
  if (record.needsAttention) return false;
  const { attempts, notBefore } = record;
  return notBefore === 0 || (asked?.attempts === attempts && asked.notBefore === notBefore);
}

/** The try that a record is in, if any; `try` notes that the visitor has asked for one. */
export function useTry(record: OutboxSummary, isOnline: boolean) {
  const [asked, setAsked] = useState<Standing>();
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
    noteAsked: () => setAsked({ attempts, notBefore }),
  };
}
