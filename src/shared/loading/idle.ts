import { optional } from '../../lib/browser';
import type { QueueIdleTask } from '../../lib/pageServices';
import { waitAtMost } from '../../lib/promises';

/** Runs `task` once the page is visible, loaded and idle. Returns what cancels it. */
export function whenIdle(task: () => void): () => void {
  const abort = new AbortController();
  let isCancelled = false;
  const runIfVisible = () => {
    if (document.visibilityState !== 'visible') return;
    abort.abort();
    requestIdle(() => {
      if (!isCancelled) task();
    });
  };
  const waitForVisibility = () => {
    document.addEventListener('visibilitychange', runIfVisible, { signal: abort.signal });
    runIfVisible();
  };
  if (document.readyState === 'complete') waitForVisibility();
  else window.addEventListener('load', waitForVisibility, { once: true, signal: abort.signal });
  return () => {
    isCancelled = true;
    abort.abort();
  };
}

/** Runs `task` in the next idle moment, after five seconds at the latest. The page need not be visible. */
export function requestIdle(task: () => void): void {
  // Safari has no idle callbacks.
  const handle = optional(() => window.requestIdleCallback(task, { timeout: 5000 }));
  if (handle === undefined) setTimeout(task, 1);
}

/**
 * Whether the connection can afford what is loaded in advance: false with Save-Data and on 2g (Network Information API,
 * Chromium only; true in other browsers).
 */
export function isGoodConnection(): boolean {
  const connection = optional(
    () => (navigator as { connection?: { saveData?: boolean; effectiveType?: string } }).connection,
  );
  return !connection?.saveData && !(connection?.effectiveType ?? '4g').endsWith('2g');
}

/**
 * The queue of what a page loads in advance. The tasks run one after another, each in an idle moment and after `first`:
 * together they would keep a phone from answering a touch. `first` must not reject. `onBusy` is called when a task
 * begins and ends.
 */
export function createIdleQueue(
  first: Promise<void>,
  onBusy: (isBusy: boolean) => void,
): QueueIdleTask {
  let last: Promise<unknown> = first;
  return (task) => {
    let isCancelled = false;
    const previous = last;
    last = (async () => {
      await previous;
      await new Promise<void>(whenIdle);
      if (isCancelled) return;
      onBusy(true);
      await waitAtMost(Promise.resolve().then(task));
      onBusy(false);
    })();
    return () => {
      isCancelled = true;
    };
  };
}
