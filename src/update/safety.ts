import { isUploading, type FollowOutbox } from '../ports/outbox';
import type { Safety } from '../ports/page';

/**
 * Milliseconds of quiet that count as safe. After a sign-in the visitor is about to write; and in Chromium
 * a request that wakes the old worker during the take-over keeps the new one waiting until the page is left.
 */
const CALM = 1500;

/** Whether this is a moment to reload the page or to let a new worker take over. */
export function createSafety(): Safety {
  const losses = createQuiet();
  const harms = createQuiet();
  return {
    report(what, harm) {
      losses.report(what, harm === 'loss');
      harms.report(what, harm !== 'none');
    },
    whenSafe(task, { mayDisturb } = { mayDisturb: false }) {
      (mayDisturb ? losses : harms).whenQuiet(task);
    },
  };
}

/** Tasks that wait until nothing has been in their way for `CALM`. */
function createQuiet() {
  const busy = new Set<string>();
  const waiting: (() => void)[] = [];
  let calming: ReturnType<typeof setTimeout> | undefined;

  const run = () => {
    calming = undefined;
    for (const task of waiting.splice(0)) task();
  };

  return {
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
    whenQuiet(task: () => void) {
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
  const report = (key: string, isRunning: boolean) =>
    safety.report(`delivery ${key}`, isRunning ? 'disturbance' : 'none');
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

/** Keeps `safety` informed whether a request waits that would be lost with the page. */
export function watchUnkept(safety: Safety, follow: FollowOutbox): void {
  // The browser asks before it leaves the page.
  const onLeave = (event: BeforeUnloadEvent) => event.preventDefault();
  follow(({ waiting }) => {
    const isUnkept = waiting.some(({ inMemory }) => inMemory);
    safety.report('requests in memory', isUnkept ? 'loss' : 'none');
    if (isUnkept) window.addEventListener('beforeunload', onLeave);
    else window.removeEventListener('beforeunload', onLeave);
  });
}
