import type { DeliveryEvent } from '../domain/outbox';
import type { Safety } from '../domain/ports';

/**
 * Milliseconds of quiet that count as safe. After a sign-in the visitor is about to write; and in Chromium
 * a request that wakes the old worker during the take-over keeps the new one waiting until the page is left.
 */
const CALM = 1500;

/**
 * Whether this is a moment to reload the page or to let a new worker take over: nobody is in the
 * middle of typing, and nothing is on its way. What is in the way of this one is in the way of `wider`, too.
 */
export function createSafety(wider?: Safety): Safety {
  const busy = new Set<string>();
  const waiting: (() => void)[] = [];
  let calming: ReturnType<typeof setTimeout> | undefined;

  const run = () => {
    calming = undefined;
    for (const task of waiting.splice(0)) task();
  };

  return {
    report(what, isBusy) {
      wider?.report(`unsaved: ${what}`, isBusy);
      const wasBusy = busy.size > 0;
      if (isBusy) busy.add(what);
      else busy.delete(what);
      if (busy.size > 0) {
        clearTimeout(calming);
        calming = undefined;
      } else if (wasBusy) {
        calming = setTimeout(run, CALM);
      }
    },
    whenSafe(task) {
      if (busy.size === 0 && calming === undefined) task();
      else waiting.push(task);
    },
  };
}

/** A delivery that has not been heard of for this long (milliseconds) is not running any more. */
const SILENCE = 60_000;

/** Keeps `safety` informed about running deliveries, wherever they run. */
export function watchDeliveries(
  safety: Safety,
  subscribe: (onEvent: (event: DeliveryEvent) => void) => unknown,
): void {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const end = (key: string) => {
    clearTimeout(timers.get(key));
    timers.delete(key);
    safety.report(`delivery ${key}`, false);
  };
  subscribe(({ type, key }) => {
    if (type !== 'created' && type !== 'progress') return end(key);
    clearTimeout(timers.get(key));
    const timer = setTimeout(() => end(key), SILENCE);
    timers.set(key, timer);
    safety.report(`delivery ${key}`, true);
  });
}
