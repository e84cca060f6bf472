import { useEffect, useRef, useSyncExternalStore } from 'react';

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

/** Whether the browser believes it is online; true while prerendering. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}

/** Milliseconds until a try is repeated: a network that has just come back often fails its first request. */
const AGAIN = [2000, 8000];

/**
 * Calls `task` when the browser comes back online while `isWaiting`, and twice more within ten seconds if
 * that goes on. `task` should be stable.
 */
export function useWhenOnline(isWaiting: boolean, task: () => void): void {
  /** How many repetitions are used up; all of them until the network has come back. */
  const used = useRef(AGAIN.length);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const repeat = () => {
      const delay = AGAIN[used.current];
      if (delay === undefined) return;
      timer = setTimeout(() => {
        used.current += 1;
        task();
        repeat();
      }, delay);
    };
    const onOnline = () => {
      used.current = 0;
      // What is under way may still fail.
      if (!isWaiting) return;
      clearTimeout(timer);
      task();
      repeat();
    };
    window.addEventListener('online', onOnline);
    // The task may end `isWaiting` while it runs; this effect runs again when it has failed.
    if (isWaiting) repeat();
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', onOnline);
    };
  }, [isWaiting, task]);
}
