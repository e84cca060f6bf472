import { useDeferredValue, useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { network, type NetworkState } from '../lib/network';

/**
 * False while prerendering and hydrating: until then nothing may be shown that only the browser knows. The change to
 * true is a deferred rendering, which the visitor's touch can interrupt. A store's change could not be interrupted.
 */
export function useIsHydrated(): boolean {
  return useDeferredValue(true, false);
}

/** What the page believes of the network; `online` while prerendering. */
export function useNetwork(): NetworkState {
  return useSyncExternalStore(network.follow, network.state, () => 'online');
}

/**
 * Milliseconds before each repeated try. A network that has just come back often fails its first request, so
 * one try is not enough.
 */
const RETRY_DELAYS = [2000, 8000];

/**
 * Calls `task` when the network may have come back while `isWaiting`, and up to twice more, after `RETRY_DELAYS`, if
 * `isWaiting` is still true then.
 */
export function useWhenOnline(isWaiting: boolean, task: () => void): void {
  /** How many repetitions were used. All count as used until the network has come back. */
  const usedRetries = useRef(RETRY_DELAYS.length);
  const run = useEffectEvent(task);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const scheduleRetry = () => {
      const delay = RETRY_DELAYS[usedRetries.current];
      if (delay === undefined) return;
      timer = setTimeout(() => {
        usedRetries.current += 1;
        run();
        scheduleRetry();
      }, delay);
    };
    const onChange = (isBack: boolean) => {
      if (!isBack) return;
      // Also while nothing waits: a request that is under way may still fail.
      usedRetries.current = 0;
      if (!isWaiting) return;
      clearTimeout(timer);
      run();
      scheduleRetry();
    };
    const stopFollowing = network.follow(onChange);
    // The task may end `isWaiting` while it runs. This effect runs again when the task has failed.
    if (isWaiting) scheduleRetry();
    return () => {
      clearTimeout(timer);
      stopFollowing();
    };
  }, [isWaiting]);
}

/** As a `ref`: the element gets the focus when it appears, because the pressed button has gone for it. */
export const focusOnMount = (element: HTMLElement | null): void =>
  element?.focus({ preventScroll: true });
