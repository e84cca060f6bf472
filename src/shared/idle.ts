/** When the page, the visitor and the processor have nothing better to do. */
import type { Later } from '../ports/page';
import { within } from '../lib/promises';

/** Runs `task` once the page is visible, loaded and idle; returns how to call it off. */
export function whenIdle(task: () => void): () => void {
  const abort = new AbortController();
  let cancelled = false;
  const look = () => {
    if (document.visibilityState !== 'visible') return;
    abort.abort();
    idleMoment(() => !cancelled && task());
  };
  const arm = () => {
    document.addEventListener('visibilitychange', look, { signal: abort.signal });
    look();
  };
  if (document.readyState === 'complete') arm();
  else window.addEventListener('load', arm, { once: true, signal: abort.signal });
  return () => {
    cancelled = true;
    abort.abort();
  };
}

/** Runs `task` in the next idle moment, visible or not. */
export function idleMoment(task: () => void): void {
  // Safari has no idle callbacks.
  const request = window.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 1));
  request(task, { timeout: 5000 });
}

/**
 * Whether the visitor's connection can afford the SDK: not on Save-Data, not on 2g (Network Information
 * API, Chromium only).
 */
export function isGoodConnection(): boolean {
  const { connection } = navigator as {
    connection?: { saveData?: boolean; effectiveType?: string };
  };
  return !connection?.saveData && !(connection?.effectiveType ?? '4g').endsWith('2g');
}

/** Milliseconds after which what comes later waits no longer, if nothing else is said. */
const PATIENCE = 5000;

/** Settles with the promise, however that ends, or when it has been waited for long enough. */
export async function patiently(promise: Promise<unknown>, milliseconds = PATIENCE): Promise<void> {
  await within(milliseconds, promise).catch(() => undefined);
}

/**
 * What a page fetches and evaluates in advance: one piece after another, each in an idle moment after
 * `first`, because together they would keep a phone from answering a touch. `first` must not reject.
 * Tells when a piece begins and ends.
 */
export function createLater(first: Promise<void>, tell: (isBusy: boolean) => void): Later {
  let last: Promise<unknown> = first;
  return (task) => {
    let isOff = false;
    const before = last;
    last = (async () => {
      await before;
      await new Promise<void>(whenIdle);
      if (isOff) return;
      tell(true);
      await patiently(Promise.resolve().then(task));
      tell(false);
    })();
    return () => {
      isOff = true;
    };
  };
}
