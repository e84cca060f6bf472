import { useEffect } from 'react';

/** Calls `task` when the browser comes back online while `isWaiting`. `task` should be stable. */
export function useWhenOnline(isWaiting: boolean, task: () => void): void {
  useEffect(() => {
    if (!isWaiting) return undefined;
    window.addEventListener('online', task);
    return () => window.removeEventListener('online', task);
  }, [isWaiting, task]);
}
