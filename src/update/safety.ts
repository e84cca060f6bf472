import type { DeliveryEvent } from '../domain/outbox';

export type Safety = ReturnType<typeof createSafety>;

/**
 * How long nothing may be in the way, in milliseconds: who has just signed in is about to write, and
 * a request that starts the old worker anew while it is being replaced leaves the new one waiting until
 * the page is left (Chromium).
 */
const CALM = 1500;

/**
 * Whether this is a moment to reload the page or to let a new worker take over: nobody is in the
 * middle of typing, and nothing is on its way.
 */
export function createSafety() {
  const busy = new Set<string>();
  let waiting: (() => void)[] = [];
  let calming: ReturnType<typeof setTimeout> | undefined;

  const run = () => {
    calming = undefined;
    const tasks = waiting;
    waiting = [];
    for (const task of tasks) task();
  };

  return {
    /** Says that something called `what` is (or is no longer) in the way. */
    report(what: string, isBusy: boolean) {
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
    /** Runs `task` once nothing has been in the way for a moment; at once when that is now. */
    whenSafe(task: () => void) {
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
    timers.set(
      key,
      setTimeout(() => end(key), SILENCE),
    );
    safety.report(`delivery ${key}`, true);
  });
}
