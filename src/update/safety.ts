import { isUploading } from '../domain/outbox';
import type { FollowOutbox, Safety } from '../domain/ports';

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

/** A delivery that has made no progress for this long (milliseconds) is not running any more. */
const SILENCE = 60_000;

/** Keeps `safety` informed about running deliveries, wherever they run. */
export function watchDeliveries(safety: Safety, follow: FollowOutbox): void {
  const running = new Map<string, { state: string; timer: ReturnType<typeof setTimeout> }>();
  const report = (key: string, isRunning: boolean) => safety.report(`delivery ${key}`, isRunning);
  follow(({ waiting }) => {
    const uploading = new Map(waiting.filter(isUploading).map((record) => [record.key, record]));
    for (const [key, { timer }] of running) {
      if (uploading.has(key)) continue;
      clearTimeout(timer);
      running.delete(key);
      report(key, false);
    }
    for (const [key, { step, progress }] of uploading) {
      const before = running.get(key);
      const state = JSON.stringify([step, progress]);
      if (before?.state === state) continue;
      clearTimeout(before?.timer);
      running.set(key, { state, timer: setTimeout(() => report(key, false), SILENCE) });
      report(key, true);
    }
  });
}

/** Keeps `unsaved` informed whether a request waits that would be lost with the page. */
export function watchUnkept(unsaved: Safety, follow: FollowOutbox): void {
  // The browser asks before it leaves the page.
  const onLeave = (event: BeforeUnloadEvent) => event.preventDefault();
  follow(({ waiting }) => {
    const isUnkept = waiting.some(({ inMemory }) => inMemory);
    unsaved.report('requests in memory', isUnkept);
    if (isUnkept) window.addEventListener('beforeunload', onLeave);
    else window.removeEventListener('beforeunload', onLeave);
  });
}
