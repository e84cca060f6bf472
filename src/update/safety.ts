/**
 * Decides when the page may be reloaded. A reload must lose nothing, and it should not disturb the visitor. There
 * are four reasons for a reload:
 *
 * 1. A new worker was installed. registerWorker.ts asks `whenSafe` before the worker takes over; after that, or where
 *    the old worker does not give way, startWorker.ts asks again before it reloads the page.
 * 2. The stored version is higher than this client's. AppVersion.tsx asks with `mayDisturb` before the countdown,
 *    and again at its end: the countdown may disturb the visitor.
 * 3. A part of the page is missing, because a deployment has removed its file or the browser has kept a
 *    404 for it. newBuild.ts asks.
 * 4. The visitor reloads, by the browser or by "Try again" (src/shared/loading/lazyPart.tsx, src/app/CrashScreen.tsx).
 *    "Try again" waits for the end of losses. By the browser nobody asks, but while a request is only in memory the
 *    browser asks the visitor (src/request/running/runForm.ts).
 *
 * The first three reload only once for the same worker, version or build (startWorker.ts, reloadedFor.ts), and not
 * for ever where each load finds another worker (reloadedFor.ts). If the app's script does not arrive at all,
 * src/start/gate.ts reloads without asking: nothing is typed yet.
 *
 * The forms report what a reload would harm: src/request/running/runForm.ts and src/reviews/useReviewArea.ts.
 */
import { isUploading, type FollowOutbox } from '../outbox/port';
import type { Safety } from '../lib/pageServices';

/**
 * The page counts as quiet this many milliseconds after the last harm has ended. There are two reasons to wait.
 * After a sign-in the visitor is about to write. And in Chromium, a request that wakes the old worker during the
 * take-over keeps the new one waiting until the page is left.
 */
const QUIET_TIME = 1500;

export function createSafety(): Safety {
  /** Waits for the end of losses only. */
  const losses = createQuietQueue();
  /** Waits for the end of losses and disturbances. */
  const harms = createQuietQueue();
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

/** A queue of tasks that wait until nothing has been busy for `QUIET_TIME`. */
function createQuietQueue() {
  const busy = new Set<string>();
  const waiting: (() => void)[] = [];
  let quietTimer: ReturnType<typeof setTimeout> | undefined;

  const run = () => {
    quietTimer = undefined;
    for (const task of waiting.splice(0)) task();
  };

  return {
    report(what: string, isBusy: boolean) {
      const wasBusy = busy.size > 0;
      if (isBusy) busy.add(what);
      else busy.delete(what);
      if (busy.size > 0) {
        clearTimeout(quietTimer);
        quietTimer = undefined;
      } else if (wasBusy) {
        quietTimer = setTimeout(run, QUIET_TIME);
      }
    },
    whenQuiet(task: () => void) {
      if (busy.size === 0 && quietTimer === undefined) task();
      else waiting.push(task);
    },
  };
}

/** A delivery without progress for so many milliseconds does not count as running. */
const STALLED_AFTER = 60_000;

/** Reports to `safety` which deliveries are running, in the worker or in any page. */
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
      running.set(key, { state, timer: setTimeout(() => report(key, false), STALLED_AFTER) });
      report(key, true);
    }
  });
}
